import Formats
import Geofencing
import Places
import PlacesTestSupport
import Posix
import SQLite
import TestSupport
import Testing

@testable import Interests

@Suite struct WatchRegionTests {
    private let noon = DealExamples.noon
    private let store: PlaceStore

    init() throws { store = try PlaceStore(.temporary) }

    /// Puts watches, each a JSON object with an id.
    private func put(_ set: String, _ watches: String...) throws {
        var parser = JSONParser()
        var meaning = WatchMeaning(store: store, here: nil)
        for text in watches {
            let bytes = Array(text.utf8)
            let draft = try WatchDraft(try parser.parse(bytes), bytes)
            _ = try store.put(try meaning.watch(draft, id: try #require(draft.id), set: set))
        }
    }

    private func regions(
        around center: Coordinate = DealExamples.dam, reach: Double = 3000,
        at time: Timestamp = DealExamples.noon, for audiences: Set<Audience>? = nil
    ) throws -> [Region] {
        try Watch.regions(
            around: center, reach: reach, at: time, radius: 200, for: audiences, in: store)
    }

    @Test func `a watch at a point is a region, and says what it was given`() throws {
        try put(
            "errands",
            #"{"id":"milk","title":"Milk","at":[52.3731,4.8926],"radius":50,"details":{"n": [1]},"#
                + #""starts":"2026-05-01T10:00:00Z","ends":"2026-05-01T18:00:00Z","audience":"group/a"}"#
        )
        let fields = [
            Region.Field("set", "errands"), .init("id", "milk"), .init("title", "Milk"),
            .init("details", #"{"n": [1]}"#, isJSON: true),
        ]
        let region = Region(
            id: "watch/errands/milk", kind: "watch", name: "Milk", center: DealExamples.dam,
            radius: 50,
            window: TimeWindow(
                start: DealExamples.time("2026-05-01T10:00:00Z"),
                end: DealExamples.time("2026-05-01T18:00:00Z")),
            details: .init(title: "watch", fields: fields), audience: Audience("group/a")!)
        #expect(try regions() == [region])
        #expect(try regions(for: [.everyone]).isEmpty)
        #expect(try regions(for: [region.audience]) == [region])
    }

    @Test func `what is over is no region, what is to come is one with its window`() throws {
        try put(
            "s", #"{"id":"a","title":"A","at":[52.3731,4.8926],"ends":"2026-05-01T12:00:00Z"}"#,
            #"{"id":"b","title":"B","at":[52.3731,4.8926],"starts":"2027-05-01T12:00:00Z"}"#)
        #expect(try regions().map(\.id) == ["watch/s/b"])
        #expect(try regions(at: noon + -1).map(\.id) == ["watch/s/a", "watch/s/b"])
        // Windows are the tracker's own business: no look-up is due when one begins or ends.
        #expect(try Watch.nextChange(after: noon, in: store) == nil)
    }

    @Test(arguments: [1 as UInt64, 2, 3])
    func `the regions are just those that a look at every watch finds`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let middles = [
            DealExamples.dam, Coordinate(latitude: 89.99, longitude: 12),
            Coordinate(latitude: -17, longitude: 179.999), Coordinate(latitude: 0, longitude: 0),
            Coordinate(latitude: -90, longitude: 0),
        ]
        var all: [Watch] = []
        for index in 0..<600 {
            let middle = middles[index % middles.count]
            let latitude = middle.latitude + .random(in: -0.2...0.2, using: &random)
            let longitude = middle.longitude + .random(in: -0.3...0.3, using: &random)
            let radius = [nil, 1.0, 99, 100, 101, 200, 5000, 100_000].randomElement(using: &random)!
            all.append(
                Watch(
                    set: "s\(index % 3)", id: "w\(index)", title: "x",
                    spot: .point(
                        Coordinate(
                            latitude: max(-90, min(90, latitude)),
                            longitude: longitude > 180 ? longitude - 360 : longitude)),
                    radius: radius, audience: .everyone))
        }
        try store.connection.transaction { for watch in all { _ = try store.put(watch) } }
        for middle in middles {
            for reach in [0.0, 300, 3000, 30_000] {
                let expected = all.filter { watch in
                    guard case .point(let point) = watch.spot else { return false }
                    return middle.distance(to: point) <= reach + (watch.radius ?? 200)
                }
                let found = try regions(around: middle, reach: reach)
                #expect(
                    found.map(\.id).sorted()
                        == expected.map { "watch/\($0.set)/\($0.id)" }.sorted())
            }
        }
    }

    // MARK: Targets

    private func fill() throws {
        try store.add([
            Place(
                "osm/node/1", "Starbucks Dam", brand: "Starbucks", wikidata: "Q37158",
                "amenity=cafe", east: 0),
            // The building around it.
            Place(
                "osm/way/2", "Starbucks Dam", brand: "Starbucks", wikidata: "Q37158",
                "amenity=cafe", east: 8),
            Place("osm/node/3", "Hoppe", "amenity=cafe", east: 900),
            Place("osm/node/4", "OBA", "amenity=library", east: 400),
        ])
    }

    @Test(arguments: ["starbucks", "Q37158", "amenity=cafe", "cafés", "Hoppe", "osm/node/4", "4"])
    func `a target is all places that a favourite of that text is told at`(text: String) throws {
        try fill()
        let square = Place("osm/node/0", nil, east: 0).coordinate
        let ann = DealExamples.caller()
        let target = text == "4" ? "osm/node/4" : text
        try put("s", #"{"id":"a","title":"A","target":"\#(target)","radius":70}"#)
        _ = try Favourite.add(.init(text: target, radius: 70), for: ann, in: store)
        for reach in [0.0, 340, 3000] {
            let favourites = try Favourite.regions(
                around: square, reach: reach, at: noon, radius: 200, for: nil, in: store)
            let watches = try regions(around: square, reach: reach)
            #expect(
                watches.map(\.id)
                    == favourites.map { "watch/s/a/\($0.id.dropFirst("favourite/".count))" })
            #expect(watches.map(\.center) == favourites.map(\.center))
            #expect(watches.map(\.radius) == favourites.map(\.radius))
        }
        #expect(try !regions(around: square).isEmpty)
    }

    @Test func `a notice of a target's place says which place, and whose watch`() throws {
        try fill()
        try put("s", #"{"id":"a","title":"Borrow a book","target":"amenity=library"}"#)
        let region = try #require(
            try regions(around: Place("osm/node/0", nil, east: 0).coordinate).first)
        #expect(region.id == "watch/s/a/osm/node/4" && region.name == "Borrow a book")
        #expect(region.details?.fields.map(\.name) == ["set", "id", "title"])
        #expect(region.place?.title == "place")
        #expect(region.place?.fields.prefix(2).map(\.value) == ["OBA", "osm/node/4"])
    }

    @Test func `several watches of one target are regions each, by radius and audience`() throws {
        try fill()
        let square = Place("osm/node/0", nil, east: 0).coordinate
        try put(
            "s", #"{"id":"a","title":"A","target":"amenity=library","radius":399}"#,
            #"{"id":"b","title":"B","target":"OBA"}"#,
            #"{"id":"c","title":"C","target":"amenity=library","radius":500,"audience":"x"}"#)
        try put("t", #"{"id":"a","title":"A","target":"amenity=library","radius":500}"#)
        #expect(
            try regions(around: square, reach: 0).map(\.id).sorted()
                == ["watch/s/c/osm/node/4", "watch/t/a/osm/node/4"])
        #expect(
            try regions(around: square, for: [.everyone]).map(\.id).sorted() == [
                "watch/s/a/osm/node/4", "watch/s/b/osm/node/4", "watch/t/a/osm/node/4",
            ])
    }

    // MARK: Sets

    /// What `set` has after a replacement by `text`, or why it is refused.
    private func replace(_ set: String, _ text: String, isArray: Bool = true) throws -> String {
        let file = TemporaryFile(text)
        var replacement = try WatchReplacement(set, for: DealExamples.caller(), in: store)
        do {
            let (count, isNew) = try replacement.run(
                try InputFile(path: file.path), isArray: isArray)
            return "\(count) \(isNew)"
        } catch let refusal as Refusal {
            return refusal.subject
        }
    }

    private var rows: Int {
        get throws { Int(try store.connection.integer("SELECT count(*) FROM watch") ?? 0) }
    }

    private static func many(_ count: Int, from: Int = 0) -> String {
        "["
            + (from..<from + count).map {
                #"{"id":"w\#($0)","title":"W","at":[52.3731,4.8926]}"#
            }.joined(separator: ",") + "]"
    }

    @Test func `a set is replaced as a whole, also in several transactions`() throws {
        let most = PlaceStore.watchesTogether
        #expect(try replace("s", Self.many(3)) == "3 true")
        #expect(try replace("s", Self.many(2 * most + 7, from: 1)) == "\(2 * most + 7) false")
        #expect(try rows == 2 * most + 7)
        #expect(try store.watches(of: "s", limit: 1).watches.map(\.id) == ["w1"])
        #expect(try replace("t", Self.many(2)) == "2 true")
        #expect(try replace("s", "[]") == "0 false")
        #expect(try rows == 2)
        #expect(
            try store.watchSets() == [
                WatchSet(set: "s", watches: 0), WatchSet(set: "t", watches: 2),
            ])
    }

    @Test(arguments: [
        ("", "[0]"), ("{}", "[0]"), ("[{}]", "[0].title"), ("[1]", "[0]"), ("[[]]", "[0]"),
        (#"[{"id":"a","title":"A","at":[1,2]},{"id":"a","title":"B","at":[1,2]}]"#, "[1].id"),
        (#"[{"title":"A","at":[1,2]}]"#, "[0].id"),
        (#"[{"id":"a","title":"A","at":[1,2]}"#, "[1]"),
        (#"[{"id":"a","set":"t","title":"A","at":[1,2]}]"#, "[0].set"),
        (#"[{"id":"a","title":"A","target":"no such thing"}]"#, "[0].target"),
        (#"[{"id":"a","title":"\#(String(repeating: "x", count: 100_000))","at":[1,2]}]"#, "[0]"),
        (many(PlaceStore.watchesTogether + 1).dropLast() + ",{}]", "[10001].title"),
        (many(PlaceStore.watchesTogether + 1).dropLast() + "," + many(1).dropFirst(), "[10001].id"),
    ])
    func `what is wrong is said with its index, and nothing has changed`(
        text: String, subject: String
    ) throws {
        _ = try replace("s", Self.many(2))
        #expect(try replace("s", text) == subject)
        #expect(try store.watches(of: "s").watches.map(\.id) == ["w0", "w1"])
        #expect(try rows == 2)
    }

    @Test func `what a killed daemon has left counts for nothing, and is removed`() throws {
        _ = try replace("s", Self.many(2))
        let generation = try store.newGeneration()
        let watch = try #require(try store.watches(of: "s").watches.first)
        #expect(try watch.write(to: store.connection, generation: generation))
        #expect(try regions().count == 2)
        #expect(try store.watchSets() == [WatchSet(set: "s", watches: 2)])
        try store.removeLeftoverWatches()
        #expect(try rows == 2)
        #expect(try replace("s", Self.many(1)) == "1 false")
    }
}
