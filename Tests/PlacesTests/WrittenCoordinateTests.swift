import Geofencing
import Testing

@testable import Places

@Suite struct WrittenCoordinateTests {
    @Test(arguments: [
        ("52.3731,4.8926", 52.3731, 4.8926), (" -33.9 , 151 ", -33.9, 151), ("90,-180", 90, -180),
        ("52.37 4.89", 52.37, 4.89), ("52.37   -4.89", 52.37, -4.89), ("52.37, 4.89", 52.37, 4.89),
        ("52,37 4,89", 52.37, 4.89), ("52,37; 4,89", 52.37, 4.89), ("-33,9, 151,2", -33.9, 151.2),
        ("52,37;4,89", 52.37, 4.89), ("−33.9 151.2", -33.9, 151.2), ("52°30' 4°15'", 52.5, 4.25),
    ])
    func `a position is a latitude and a longitude`(
        text: String, latitude: Double, longitude: Double
    ) throws {
        let written = try #require(try WrittenCoordinate(text))
        #expect(written.coordinate.latitude == latitude)
        #expect(written.coordinate.longitude == longitude)
        #expect(!written.isCertain)
    }

    @Test(arguments: [
        ("geo:52.37,4.89", 52.37, 4.89), ("GEO:52.37,4.89,12;u=35?z=3", 52.37, 4.89),
        ("52°30'N 4°15'E", 52.5, 4.25), ("52° 30′ 36″ N, 4° 15′ W", 52.51, -4.25),
        ("N52.37 E4.89", 52.37, 4.89), ("52.37N4.89E", 52.37, 4.89),
        ("4.89 e 52.37 n", 52.37, 4.89),
        ("33°54'S 151°12'E", -33.9, 151.2), ("52.5°S, 4", -52.5, 4),
        ("52°30,6'N 4°15'E", 52.51, 4.25),
    ])
    func `a position with letters or as a URI says which number is which`(
        text: String, latitude: Double, longitude: Double
    ) throws {
        let written = try #require(try WrittenCoordinate(text))
        #expect(abs(written.coordinate.latitude - latitude) < 1e-9)
        #expect(abs(written.coordinate.longitude - longitude) < 1e-9)
        #expect(written.isCertain)
    }

    @Test(arguments: [
        "", "52", "52,", "52,4,3", "52,37,4,89", "52,4 3", "Dam 20, Amsterdam", "52;4", "geo:",
        "0x,1", "1012 20", "52 4", "52.37", "52.37 4.89 1.2", "52.37-4.89", "52°75'N 4°E",
        "52.37N 4.89N", "-52.37N 4.89E", "N1 9GU", "1234.5 4.89", "52.37N", "N E", "5° 5° 5°",
        "52.374.89", "52.37 E4.89", "52.37 N4.89", "٥٢.٣ ٤.٨", "52.37\0 4.89",
        String(repeating: "5 ", count: 500_000),
    ])
    func `another text is no position`(text: String) throws {
        #expect(try WrittenCoordinate(text) == nil)
    }

    @Test(arguments: [
        ("95,4", "95.0 is not between -90 and 90: did you mean 4.0,95.0?"),
        ("151.2 -33.9", "151.2 is not between -90 and 90: did you mean -33.9,151.2?"),
        ("95,94", "95.0 is not between -90 and 90: use degrees"),
        ("52,181", "181.0 is not between -180 and 180: use degrees"),
        ("nan,1", "nan is not between -90 and 90: use degrees"),
        ("1,inf", "inf is not between -180 and 180: use degrees"),
        ("geo:91,0", "91.0 is not between -90 and 90: use degrees"),
        ("99°N 4°E", "99.0 is not between -90 and 90: use degrees"),
    ])
    func `a position is on the Earth`(text: String, words: String) {
        #expect(throws: Refusal(.invalid, words.contains("180") ? "longitude" : "latitude", words))
        {
            try WrittenCoordinate(text)
        }
    }
}
