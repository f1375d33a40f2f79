import Geofencing
import PlacesTestSupport
import Testing

@testable import Places

@Suite struct GeocodedAddressTests {
    private let store: PlaceStore

    init() throws {
        store = try PlaceStore(.temporary, schemas: [])
        try store.add([
            Place("Dam", "20", "1012 NP", "Amsterdam", 52.3731, 4.8926),
            // The same house, some 22 m to the north.
            Place("Dam", "20", nil, nil, 52.3733, 4.8926),
            Place("Dam", "200", "1012 NP", "Amsterdam", 52.3741, 4.8926),
            Place("Dam", "20A", "1012 NP", "Amsterdam", 52.3735, 4.8930),
            Place("Dam", "30-36", "1012NP", "Amsterdam", 52.3725, 4.8930),
            Place("Damrak", "20", "1012 LJ", "Amsterdam", 52.3760, 4.8950),
            Place("1e Helmersstraat", "5", "1054 CX", "Amsterdam", 52.3640, 4.8790),
            Place("Kerkstraat", "1", "1017 GA", "Amsterdam", 52.3650, 4.8850),
            Place("Kerkstraat", "1", "3011 AA", "Rotterdam", 51.9200, 4.4800),
            Place("Straße des 17. Juni", "135", "10623", "Berlin", 52.5130, 13.3250),
            Place("Rue de l'Église", "7 bis", "98000", "Monaco", 43.7310, 7.4200),
            Place("Łąkowa", "11", "90-562", "Łódź", 51.7570, 19.4450),
            Place("Langestraat", "1", "1234 AB", "Lang", 52.1000, 5.0000),
            Place("Langestraat", "99", "1234 AB", "Lang", 52.1100, 5.0000),
            Place("Plein", "1", "2511 CR", "Den Haag", 52.0800, 4.3150),
            Place("Plein", "2", "2511 CR", "Den Haag", 52.0810, 4.3150),
            Place("Gracht", "7-1", "1016 AA", "Amsterdam", 52.3700, 4.8800),
            Place("Gracht", "7-H", "1016 AA", "Amsterdam", 52.3700, 4.8800),
            Place("Gracht", "70", "1016 AA", "Amsterdam", 52.3720, 4.8800),
            Place("Kade", "10-17", "1019 AA", "Amsterdam", 52.3740, 4.9300),
            Place("Weg", "1-9223372036854775807", nil, "Verweg", 51.0, 4.0),
            Place("Weg", "99999999999999999999", nil, "Verweg", 51.0, 4.0),
            Place(nil, nil, nil, "Nowhere", 1, 1),
        ])
    }

    private func geocode(_ text: String) throws -> Geocoded {
        try store.geocode(text, as: "address", from: nil)
    }

    @Test(arguments: [
        ("Dam 20", "Dam 20, 1012 NP Amsterdam", 52.3732, 4.8926),
        ("Dam 20, Amsterdam", "Dam 20, 1012 NP Amsterdam", 52.3731, 4.8926),
        ("20 Dam, Amsterdam", "Dam 20, 1012 NP Amsterdam", 52.3731, 4.8926),
        ("dam 20 1012 NP AMSTERDAM", "Dam 20, 1012 NP Amsterdam", 52.3731, 4.8926),
        ("Amsterdam, 1012NP, Dam 20", "Dam 20, 1012 NP Amsterdam", 52.3731, 4.8926),
        ("Dam 20, 1012", "Dam 20, 1012 NP Amsterdam", 52.3731, 4.8926),
        ("1012 np 200", "Dam 200, 1012 NP Amsterdam", 52.3741, 4.8926),
        ("1012NP 200", "Dam 200, 1012 NP Amsterdam", 52.3741, 4.8926),
        ("Dam 200", "Dam 200, 1012 NP Amsterdam", 52.3741, 4.8926),
        ("Dam 20a", "Dam 20A, 1012 NP Amsterdam", 52.3735, 4.8930),
        ("dam 20 A, Amsterdam", "Dam 20A, 1012 NP Amsterdam", 52.3735, 4.8930),
        ("Dam 30-36", "Dam 30-36, 1012NP Amsterdam", 52.3725, 4.8930),
        ("Dam 30", "Dam 30-36, 1012NP Amsterdam", 52.3725, 4.8930),
        ("Dam 34", "Dam 30-36, 1012NP Amsterdam", 52.3725, 4.8930),
        ("Kade 13", "Kade 10-17, 1019 AA Amsterdam", 52.3740, 4.9300),
        (
            "Weg 9223372036854775805", "Weg 1-9223372036854775807, Verweg", 51.0, 4.0
        ),
        ("Gracht 7", "Gracht 7-1, 1016 AA Amsterdam", 52.3700, 4.8800),
        ("Gracht 7h", "Gracht 7-H, 1016 AA Amsterdam", 52.3700, 4.8800),
        ("Damrak 20", "Damrak 20, 1012 LJ Amsterdam", 52.3760, 4.8950),
        ("1e Helmersstraat 5", "1e Helmersstraat 5, 1054 CX Amsterdam", 52.3640, 4.8790),
        ("Kerkstraat 1, Rotterdam", "Kerkstraat 1, 3011 AA Rotterdam", 51.9200, 4.4800),
        ("Kerkstraat 1 1017GA", "Kerkstraat 1, 1017 GA Amsterdam", 52.3650, 4.8850),
        ("135 straße des 17 juni", "Straße des 17. Juni 135, 10623 Berlin", 52.5130, 13.3250),
        ("7bis rue de l’eglise", "Rue de l'Église 7 bis, 98000 Monaco", 43.7310, 7.4200),
        ("11 łąkowa, łódź", "Łąkowa 11, 90-562 Łódź", 51.7570, 19.4450),
        ("Plein, Den Haag", "Plein, 2511 CR Den Haag (near number 1)", 52.0805, 4.3150),
        ("Langestraat", "Langestraat, 1234 AB Lang (near number 1)", 52.1050, 5.0000),
        ("damrak", "Damrak, 1012 LJ Amsterdam (near number 20)", 52.3760, 4.8950),
        ("Rotterdam", "Rotterdam", 51.9200, 4.4800), ("den haag", "Den Haag", 52.0805, 4.3150),
        ("1054", "1054 Amsterdam", 52.3640, 4.8790),
        ("1054cx", "1054 CX Amsterdam", 52.3640, 4.8790),
        ("2511 CR Den Haag", "2511 CR Den Haag", 52.0805, 4.3150),
        ("Amsterdam 1019AA", "1019 AA Amsterdam", 52.3740, 4.9300),
        ("90-562", "90-562 Łódź", 51.7570, 19.4450),
    ])
    func `an address is where the places have it, in any usual order`(
        text: String, full: String, latitude: Double, longitude: Double
    ) throws {
        let found = try geocode(text)
        #expect(found.text == full)
        let expected = Coordinate(latitude: latitude, longitude: longitude)
        #expect(found.coordinate.distance(to: expected) < 1)
    }

    @Test func `an address that may be several is refused with those, and how far they are`() {
        let berlin = Coordinate(latitude: 52.52, longitude: 13.4)
        let refusal = refusal {
            _ = try store.geocode("Kerkstraat 1", as: "address", from: berlin)
        }
        #expect(refusal?.subject == "address")
        #expect(
            refusal?.words == "'Kerkstraat 1' is in several places: choose one, by more of its "
                + "address or by its position")
        #expect(
            refusal?.details == [
                "Kerkstraat 1, 1017 GA Amsterdam (52.365,4.885), 579 km away",
                "Kerkstraat 1, 3011 AA Rotterdam (51.92,4.48), 613 km away",
            ])
        #expect(refusal?.code == .ambiguous)
        #expect(
            refusal?.candidates == [
                .init("52.365,4.885", name: "Kerkstraat 1, 1017 GA Amsterdam"),
                .init("51.92,4.48", name: "Kerkstraat 1, 3011 AA Rotterdam"),
            ])
    }

    @Test(arguments: [
        "Dam 2", "Dam 20, Rotterdam", "Dam 20B", "Dam 37", "Dam 33", "Damstraat 20",
        "20",
        "Dam 20 20", "Helmersstraat 5", "Nieuwe Dam 20", "Dam 20 Amsterdam Netherlands",
        "\" OR 1", "NEAR(Dam 20)", "Dam* 2", "address:Dam", "🍕 Dam 21", "中文 20",
    ])
    func `an address that no place has is refused`(text: String) {
        let refusal = refusal { _ = try geocode(text) }
        #expect(refusal?.words.hasPrefix("no place is known at '") == true)
        #expect((refusal?.details.count ?? 0) <= 5)
    }

    @Test func `an address of any length is refused`() {
        let text = String(repeating: "Dam 20 ", count: 100_000)
        #expect(refusal { _ = try geocode(text) }?.subject == "address")
    }

    @Test func `what is like an unknown address is shown`() {
        let refusal = refusal { _ = try geocode("Kerkstraat 2, Rotterdam") }
        #expect(
            refusal?.words
                == "no place is known at 'Kerkstraat 2, Rotterdam': write it otherwise, or give "
                + "coordinates")
        #expect(refusal?.details.first == "Kerkstraat 1, 3011 AA Rotterdam (51.92,4.48)")
    }

    @Test(arguments: ["-,.", "🍕", "!"])
    func `an address must have letters or digits`(text: String) {
        let refusal = refusal { _ = try geocode(text) }
        #expect(refusal?.words.hasSuffix("has neither letters nor digits") == true)
    }
}
