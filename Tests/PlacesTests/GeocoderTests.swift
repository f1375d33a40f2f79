import Geofencing
import PlacesTestSupport
import Posix
import Testing

@testable import Places

@Suite struct GeocoderTests {
    private let store: PlaceStore

    init() throws {
        store = try PlaceStore(.temporary, schemas: [])
        try store.add([
            Place("Rijksmuseum", at: 52.3600, 4.8852, "Museumstraat", "1", "1071 XX", "Amsterdam"),
            Place("Café Dam", at: 52.3727, 4.8936, "Dam", "20", "1012 NP", "Amsterdam"),
            // Mapped twice.
            Place("Café Dam", at: 52.3728, 4.8936),
            Place("C&A", at: 52.3750, 4.8960, "Damrak", "79", "1012 LP", "Amsterdam"),
            Place("C&A", at: 51.9210, 4.4800, "Lijnbaan", "45", "3012 EL", "Rotterdam"),
            Place("De Kuip", at: 51.8940, 4.5230),
            Place("Hotel Damrak", at: 51.9300, 4.4700, "Coolsingel", "2", "3012 AD", "Rotterdam"),
            Place("Lijnbaan", at: 52.3600, 4.9000),
            Place("Bakker", at: 52.6000, 5.0000, "Dorpsstraat", "1", nil, "Bergen"),
            Place("Slager", at: 51.6000, 6.0400, "Markt", "1", nil, "Bergen"),
        ])
        // The address of one place of many is wrong.
        try store.add(
            (0..<100).map {
                Place(
                    "p\($0)", at: 52.09 + Double($0) / 10_000, 5.12, "Neude", "\($0)", nil,
                    "Utrecht")
            } + [Place("q", at: 50.85, 5.69, "Vrijthof", "1", nil, "Utrecht")])
    }

    @Test(arguments: [
        ("rijksmuseum", "Rijksmuseum, Museumstraat 1, 1071 XX Amsterdam", 52.3600, 4.8852),
        ("Rijksmuseum Amsterdam", "Rijksmuseum, Museumstraat 1, 1071 XX Amsterdam", 52.36, 4.8852),
        ("Amsterdam, Rijksmuseum", "Rijksmuseum, Museumstraat 1, 1071 XX Amsterdam", 52.36, 4.8852),
        ("cafe dam", "Café Dam, Dam 20, 1012 NP Amsterdam", 52.37275, 4.8936),
        ("Café Dam, Dam", "Café Dam, Dam 20, 1012 NP Amsterdam", 52.3727, 4.8936),
        ("C&A Rotterdam", "C&A, Lijnbaan 45, 3012 EL Rotterdam", 51.9210, 4.4800),
        ("c&a damrak", "C&A, Damrak 79, 1012 LP Amsterdam", 52.3750, 4.8960),
        // It has no address, but is near the middle of the town.
        ("De Kuip, Rotterdam", "De Kuip", 51.8940, 4.5230),
        ("Kuip", "De Kuip", 51.8940, 4.5230),
        // A street goes before a name that has more words.
        ("Damrak", "Damrak, 1012 LP Amsterdam (near number 79)", 52.3750, 4.8960),
        ("Utrecht", "Utrecht", 52.09495, 5.12),
        ("Neude", "Neude, Utrecht (near number 49)", 52.09495, 5.12),
    ])
    func `places, towns and streets are found by what they are called`(
        text: String, understood: String, latitude: Double, longitude: Double
    ) throws {
        let found = try store.geocode(text, from: nil)
        #expect(found.text == understood)
        let expected = Coordinate(latitude: latitude, longitude: longitude)
        #expect(found.coordinate.distance(to: expected) < 10)
    }

    @Test(arguments: [
        (
            "C&A",
            [
                "C&A, Damrak 79, 1012 LP Amsterdam (52.375,4.896), 1.8 km away",
                "C&A, Lijnbaan 45, 3012 EL Rotterdam (51.921,4.48), 56.2 km away",
            ]
        ),
        ("Bergen", ["Bergen (52.6,5.0), 27.8 km away", "Bergen (51.6,6.04), 116 km away"]),
        // A street and a place far from it are called so.
        (
            "Lijnbaan",
            [
                "Lijnbaan (52.36,4.9), 1.0 km away",
                "Lijnbaan, 3012 EL Rotterdam (near number 45) (51.921,4.48), 56.2 km away",
            ]
        ),
    ])
    func `of meanings that are far apart, none is guessed`(text: String, meanings: [String]) {
        let here = Coordinate(latitude: 52.36, longitude: 4.885)
        let refusal = refusal { _ = try store.geocode(text, from: here) }
        #expect(refusal?.subject == "near")
        #expect(
            refusal?.words == "\(text.quoted) is in several places: choose one, by more of its "
                + "address or by its position")
        #expect(refusal?.details == meanings)
    }

    @Test func `where the device is not known, distances are from the middle of all places`() {
        let refusal = refusal { _ = try store.geocode("C&A", from: nil) }
        #expect(
            refusal?.details.map { $0.split(separator: ")").last.map { String($0) } } == [
                ", 34.7 km from the middle of all places",
                ", 48.0 km from the middle of all places",
            ])
    }

    @Test func `here is where the device is`() throws {
        let here = Coordinate(latitude: 1, longitude: 2)
        #expect(try store.geocode(" Here ", from: here) == Geocoded(coordinate: here))
        #expect(
            "\(refusal { _ = try store.geocode("here", from: nil) }!)"
                == "near: it is not known where here is: see geofencectl status, or name a place")
    }

    @Test(arguments: ["52.37,4.89", "40.7 -74", "0,0", "4.89N 52.37E", "geo:4.89,52.37", "-80,170"])
    func `a position is taken as it is`(text: String) throws {
        let found = try store.geocode(text, from: nil)
        let written = try #require(try WrittenCoordinate(text))
        #expect(found == Geocoded(coordinate: written.coordinate))
    }

    @Test(arguments: ["4.89,52.37", "4.89 52.37", "5.5,51.5"])
    func `a position that is near only when it is swapped is asked about`(text: String) throws {
        let point = try #require(try WrittenCoordinate(text)).coordinate
        let written = "\(point.latitude),\(point.longitude)"
        let swapped = "\(point.longitude),\(point.latitude)"
        let refusal = refusal { _ = try store.geocode(text, as: "at", from: nil) }
        #expect(
            "\(refusal!)"
                == "at: no place is known within 100 km of \(written): did you mean \(swapped)? "
                + "(else write geo:\(written))")
        #expect(refusal?.code == .swapped && refusal?.candidates == [.init(swapped)])
    }

    @Test func `without places, any position will do, and a name is not known`() throws {
        let empty = try PlaceStore(.temporary, schemas: [])
        #expect(try empty.geocode("4.89,52.37", from: nil).coordinate.latitude == 4.89)
        #expect(refusal { _ = try empty.geocode("Amsterdam", from: nil) }?.details == [])
    }

    @Test(arguments: [
        ("Rijksmusem", "did you mean Rijksmuseum?"), ("amsterdm", "did you mean Amsterdam?"),
        ("Damrack", "did you mean Damrak?"), ("nowhere at all", "write it otherwise, or give "),
    ])
    func `what is not known is refused with what may be meant`(text: String, remedy: String) {
        let refusal = refusal { _ = try store.geocode(text, from: nil) }
        #expect(
            refusal?.words.hasPrefix("no place is known at \(text.quoted): \(remedy)") == true)
        #expect(refusal?.code == .unknown)
    }

    @Test(arguments: [
        "", "  ", "\0", "a\0b", "-,.", "\" OR \"", "* NEAR(a b)", "name:x", "🍕🍕", "nan,nan",
        "91,0", "52.37,", String(repeating: "a ", count: 500_000), "e\u{301}\u{202E}x",
    ])
    func `a bad text is refused in one line`(text: String) {
        let refusal = refusal { _ = try store.geocode(text, from: nil) }
        #expect(refusal != nil)
        #expect(refusal?.words.utf8.count ?? 0 < 300)
        #expect(refusal?.words.contains { $0.isNewline } == false)
    }
}

extension Place {
    fileprivate init(
        _ name: String, at latitude: Double, _ longitude: Double, _ street: String? = nil,
        _ number: String? = nil, _ postcode: String? = nil, _ city: String? = nil
    ) {
        self.init(street, number, postcode, city, latitude, longitude)
        self.name = name
    }
}
