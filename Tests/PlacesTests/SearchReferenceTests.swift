import Geofencing
import Posix
import SQLite
import TestSupport
import Testing

@testable import Places

/// What a search finds, beside what all places one by one say.
@Suite struct SearchReferenceTests {
    private let folder = TemporaryFolder()
    private static let names = ["bar", "kila", "barka", "kilo", "mota", "motel", "zé", "barn"]
    private static let streets = ["Market Street", "Mota Lane", "Bar Road"]

    /// Places in towns, one of them across 180°, as an import leaves them.
    private func imported(_ seed: UInt64) throws -> (store: PlaceStore, places: [Place]) {
        var random = SplitMix(seed: seed)
        var places: [Place] = []
        var rows = ["id,name,shop,street,city,lat,lon"]
        for number in 1...400 {
            let town = [(52.0, 4.0), (51.9, 4.2), (-16.0, 180), (80, 20)][random.below(4)]
            var place = Place(
                id: PlaceID(source: "s", key: "\(number)"),
                coordinate: Coordinate(
                    latitude: town.0 + Double(random.below(20_000)) / 1e6,
                    longitude: (town.1 + Double(random.below(40_000)) / 1e6 - 0.02).shortWayRound))
            let name = (0...random.below(2)).map { _ in Self.names[random.below(8)] }
            place.name = name.joined(separator: " ")
            place.categories = ["shop=\(["tiles", "lamps"][random.below(2)])"]
            place.address.street = Self.streets[random.below(3)]
            place.address.city = ["Kilotown", "Ulm"][random.below(2)]
            places.append(place)
            rows.append(
                "\(number),\(place.name!),\(place.categories[0].dropFirst(5)),"
                    + "\(place.address.street!),\(place.address.city!),"
                    + "\(place.coordinate.latitude),\(place.coordinate.longitude)")
        }
        let store = try PlaceStore(.file(folder.file("places.sqlite")), schemas: [])
        let table = TemporaryFile(rows.joined(separator: "\n") + "\n")
        _ = try PlaceImport(files: [table.path], source: "s")
            .run(into: store, finished: Timestamp(milliseconds: 0))
        return (store, places)
    }

    /// How likely a place is meant, by the words of its columns; `nil` if it does not have them all.
    private func weight(_ place: Place, _ text: String) -> Double? {
        func words(_ text: String) -> [String] {
            text.split { !($0.isLetter || $0.isNumber) }.map { String($0).folded }
        }
        let typed = words(text)
        let name = place.name?.folded ?? ""
        if name == text.folded { return 0.95 }
        let isEnough = (typed.last?.count ?? 0) >= 3
        if isEnough, name.hasPrefix(text.folded) { return 0.8 }
        var known = words(place.name ?? "") + [name]
        for (weight, more) in [
            (0.7, []), (0.4, words(place.categories[0])), (0.2, words(place.address.text ?? "")),
        ] {
            known += more
            let hasAll = typed.indices.allSatisfy { index in
                let isBegun = isEnough && index == typed.count - 1
                return known.contains { isBegun ? $0.hasPrefix(typed[index]) : $0 == typed[index] }
            }
            if hasAll { return weight }
        }
        return nil
    }

    private func expected(
        _ places: [Place], _ text: String, _ category: String?, _ sort: PlaceQuery.Sort?,
        from center: Coordinate, _ limit: Int
    ) -> [Double] {
        let scores = places.compactMap { place -> (score: Double, distance: Double)? in
            if let category, place.categories != [category] { return nil }
            guard let weight = weight(place, text) else { return nil }
            let distance = center.distance(to: place.coordinate)
            return ((sort == .distance ? 1 : weight) / (1 + distance / 1000), distance)
        }
        return scores.sorted { ($0.score, $1.distance) > ($1.score, $0.distance) }
            .prefix(limit).map { ($0.distance * 10).rounded() / 10 }
    }

    private static let texts = [
        "bar", "barn", "kil", "kilo", "zé", "mot", "mota lane", "bar kila", "kila mar", "market",
        "market str", "til", "kilot", "bar kilotown", "xqzwv", "street", "mo", "lamp mota",
    ]

    private func check(_ store: PlaceStore, _ places: [Place]) throws {
        let centers = [(52.01, 4.0), (51.0, 3.0), (-16.0, -179.995), (80.01, 20.01), (0, 0)]
        for text in Self.texts {
            for (index, center) in centers.enumerated() {
                var query = PlaceQuery()
                query.text = text
                query.limit = [1, 7, 20, 400][index % 4]
                query.category = index == 1 || index == 3 ? "shop=tiles" : nil
                query.sort = index == 2 ? .distance : nil
                let center = Coordinate(latitude: center.0, longitude: center.1)
                query.near = .coordinate(center)
                let found = try store.reading { try Asked().search($0, query) }
                let distances = found.isLoose ? [] : found.places.map { $0.distance ?? -1 }
                let all = expected(
                    places, text, query.category, query.sort, from: center, query.limit)
                #expect(
                    distances.count == all.count
                        && zip(distances, all).allSatisfy { abs($0 - $1) <= 0.15 },
                    "\(text) from \(center): \(distances.prefix(5)) for \(all.prefix(5))")
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a search finds what looking at all places finds`(_ seed: UInt64) throws {
        let (store, places) = try imported(seed)
        try check(store, places)
    }

    @Test func `a file without the tables for searches is searched as well`() throws {
        let (store, places) = try imported(4)
        try store.withImportedFile {
            try $0.execute(
                """
                DROP TABLE spots;
                DROP TABLE beginning;
                UPDATE schema_part SET steps = 1 WHERE name = 'imported places'
                """)
        }
        let later = try PlaceStore(.file(folder.file("places.sqlite")), schemas: [])
        try check(later, places)
    }

    @Test func `places with words that are too frequent are found around`() throws {
        let (store, places) = try imported(5)
        try store.withImportedFile {
            for text in ["market", "market*", "street", "street*", "str*", "bar", "bar*"] {
                let word = text == "str*" ? "street" : text.filter { $0 != "*" }
                try $0.execute(
                    """
                    INSERT INTO beginning VALUES
                        ('\(text)', '\(word)', 200000, 200000, 200000, 200000)
                    """)
            }
        }
        try check(try PlaceStore(.file(folder.file("places.sqlite")), schemas: []), places)
    }

    @Test func `frequent words and beginnings are counted by where they are`() throws {
        let (store, _) = try imported(6)
        try store.withImportedFile { file in
            try file.transaction { try WordCounter.run(file, least: 1) }
            for (text, pattern) in [("street", "street"), ("str*", "str*"), ("bar*", "bar*")] {
                let counted = try file.integer(
                    "SELECT count FROM beginning WHERE text = :text", ["text": .text(text)])
                try file.execute(
                    "CREATE VIRTUAL TABLE temp.seen USING fts5vocab(main, place_search, row)")
                let seen = try file.integer(
                    "SELECT sum(doc) FROM temp.seen WHERE term GLOB :pattern",
                    ["pattern": .text(pattern)])
                try file.execute("DROP TABLE temp.seen")
                #expect(counted ?? 0 >= seen ?? -1)
            }
        }
    }
}

extension PlaceStore {
    /// Calls `body` with a connection to the file of imported places.
    fileprivate func withImportedFile(_ body: (Connection) throws -> Void) throws {
        guard let file else { return }
        try body(Connection(path: file.path, mode: .readWrite))
    }
}

/// Numbers that are the same for the same seed (Steele, Lea, Flood: SplitMix64).
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(limit))
    }
}
