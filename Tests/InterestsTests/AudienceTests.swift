import Geofencing
import Places
import PlacesTestSupport
import Posix
import SQLite
import TestSupport
import Testing

@testable import Interests

@Suite struct AudienceTests {
    private let ann = Caller(account: Account(uid: 1000), now: Timestamp(milliseconds: 0))
    private static let anna = Audience("person/anna")!
    private static let home = Audience("group/home")!
    private let square = Place("osm/node/0", nil, east: 0).coordinate

    private static func starbucks(_ id: String, east: Double) -> Place {
        Place(
            id, "Starbucks", brand: "Starbucks", wikidata: "Q37158", "amenity=cafe", east: east)
    }

    /// Three favourites that lead to one place, and one that leads to another as well.
    private func store() throws -> PlaceStore {
        let store = try PlaceStore(.temporary)
        try store.add([
            Self.starbucks("osm/node/1", east: 0),
            Place("osm/node/2", "Hoppe", "amenity=cafe", east: 300),
        ])
        try Self.fill(store, for: ann)
        return store
    }

    private static func fill(_ store: PlaceStore, for ann: Caller) throws {
        for (text, radius, audience) in [
            ("amenity=cafe", 40.0, Audience.everyone), ("starbucks", 50, anna),
            ("osm/node/1", 60, home), ("starbucks", 70, .own),
        ] {
            let draft = Favourite.Draft(text: text, radius: radius, audience: audience)
            #expect(try !Favourite.add(draft, for: ann, in: store).wasThere)
        }
    }

    /// As in `1:50 2:40`: the last digit of each place, and the radius of its region.
    private func regions(_ audiences: Set<Audience>?, in store: PlaceStore) throws -> String {
        try Favourite.regions(
            around: square, reach: 3000, at: Timestamp(milliseconds: 0), radius: 200,
            for: audiences, in: store
        ).sorted { $0.id < $1.id }.map { "\($0.id.suffix(1)):\(Int($0.radius))" }
            .joined(separator: " ")
    }

    @Test(
        arguments: [
            ([.everyone], "1:40 2:40"), ([.everyone, .own], "1:70 2:40"),
            ([.everyone, anna], "1:50 2:40"), ([anna], "1:50"), ([anna, home], "1:60"),
            ([anna, .own], "1:50"), ([.everyone, anna, home, .own], "1:60 2:40"), ([], ""),
            ([.device(DeviceID("van")!)], ""), (nil, "1:60 2:40"),
        ] as [(Set<Audience>?, String)])
    func `of what leads to one place, the most specific that is followed decides`(
        audiences: Set<Audience>?, expected: String
    ) throws {
        #expect(try regions(audiences, in: store()) == expected)
    }

    @Test func `a region says for whom the favourite is that decided`() throws {
        let region = try Favourite.regions(
            around: square, reach: 0, at: Timestamp(milliseconds: 0), radius: 200,
            for: [.everyone, Self.anna], in: store()
        ).first
        #expect(region?.audience == Self.anna)
    }

    /// A building that is followed by one does not keep its point from another.
    @Test func `of a shop that is mapped twice, each has one region by what it follows`() throws {
        let store = try PlaceStore(.temporary)
        try store.add([
            Self.starbucks("osm/way/1", east: 0), Self.starbucks("osm/node/2", east: 10),
        ])
        for (text, audience) in [("starbucks", Audience.everyone), ("osm/way/1", Self.anna)] {
            _ = try Favourite.add(.init(text: text, audience: audience), for: ann, in: store)
        }
        #expect(try regions([.everyone], in: store) == "2:200")
        #expect(try regions([.everyone, Self.anna], in: store) == "1:200")
        #expect(try regions([Self.anna], in: store) == "1:200")
    }

    @Test func `one target for one audience is one favourite, for two it is two`() throws {
        let store = try store()
        func add(_ audience: Audience?) throws -> Added<Favourite> {
            try Favourite.add(.init(text: "Q37158", audience: audience), for: ann, in: store)
        }
        #expect(try add(Self.anna).wasThere)
        #expect(try add(nil).wasThere)
        let third = try add(Self.home)
        #expect(!third.wasThere && third.item.audience == Self.home)
        let all = try Favourite.items(.init(), for: ann, in: store)
        #expect(all.map(\.id) == [1, 2, 3, 4, 5])
        let filter = try Favourite.Filter(query: ["audience": "person/anna"])
        #expect(try Favourite.items(filter, for: ann, in: store).map(\.id) == [2])
        #expect(filter.query.map(\.value) == ["person/anna"])
    }

    @Test func `an audience changes, goes back, and never makes two favourites one`() throws {
        let store = try store()
        func change(_ id: Int64, _ audience: Patch<Audience>) throws -> Audience {
            var draft = Favourite.Draft()
            draft.audience = audience
            return try Favourite.change(id, to: draft, for: ann, in: store).audience
        }
        #expect(try change(2, .value(Self.home)) == Self.home)
        #expect(try change(2, .absent) == Self.home)
        let refused = refusal { _ = try change(2, .null) }
        #expect(
            refused
                == Refusal(
                    .conflict, "audience",
                    "own has it already, as favourite 4: change or remove one of them"))
        try Favourite.remove(4, for: ann, in: store)
        #expect(try change(2, .null) == .own)
    }

    @Test func `a deal is for everyone, or for whom it says`() throws {
        let store = try PlaceStore(.temporary)
        let caller = DealExamples.caller()
        for audience in [Patch.absent, .value(Self.anna)] {
            let draft = DealExamples.draft { $0.audience = audience }
            _ = try Deal.add(draft, for: caller, in: store)
        }
        func told(_ audiences: Set<Audience>?) throws -> [String] {
            try Deal.regions(
                around: DealExamples.dam, reach: 1, at: DealExamples.noon, radius: 200,
                for: audiences, in: store
            ).map { "\($0.id) \($0.audience)" }
        }
        #expect(try told([.everyone]) == ["deal/1 everyone"])
        #expect(try told([Self.anna]) == ["deal/2 person/anna"])
        #expect(try told(nil) == ["deal/1 everyone", "deal/2 person/anna"])
        var filter = try Deal.Filter(query: ["audience": "person/anna"])
        #expect(try Deal.items(filter, for: caller, in: store).map(\.id) == [2])
        #expect(filter.query.map(\.name) == ["audience"])
        filter.audience = Self.home
        #expect(try Deal.items(filter, for: caller, in: store).isEmpty)
        var draft = Deal.Draft()
        draft.audience = .null
        #expect(try Deal.change(2, to: draft, for: caller, in: store).audience == .everyone)
        #expect(try Deal.item(2, for: caller, in: store).audience == .everyone)
    }

    static let wrong = [
        "", "Anna", "a b", "/a", ".a", "ä", "a\0", "a\n", String(repeating: "a", count: 129),
        String(repeating: "x", count: 1 << 20),
    ]

    @Test(arguments: wrong)
    func `what is no audience is refused by name`(text: String) {
        let refused = refusal { _ = try Audience(text, of: "audience") }
        #expect(refused?.subject == "audience" && refused?.reason == .invalid)
        #expect((refused?.words.utf8.count ?? .max) < 400)
        #expect(refusal { _ = try Favourite.Filter(query: ["audience": text]) } == refused)
        #expect(refusal { _ = try Deal.Filter(query: ["audience": text]) } == refused)
    }

    @Test func `a region of a file is for everyone, or for whom its property says`() throws {
        func point(_ id: String, _ properties: String) -> String {
            #"{"type":"Feature","id":"\#(id)","properties":\#(properties),"#
                + #""geometry":{"type":"Point","coordinates":[4.9,52.4]}}"#
        }
        let file = TemporaryFile(
            point("a", "null") + "\n" + point("b", #"{"audience":"person/anna"}"#) + "\n"
                + point("c", #"{"audience":null,"kind":"deal"}"#) + "\n")
        #expect(
            try RegionFile(path: file.path).regions.map(\.audience)
                == [.everyone, Self.anna, .everyone])
    }

    // MARK: Look-ups of many devices

    @Test func `shared regions and decided ones together are those of a look-up`() async throws {
        let database = try PlaceDatabase(.temporary)
        let ann = ann
        try await database.with { store in
            try store.add([Self.starbucks("osm/node/1", east: 0)])
            try Self.fill(store, for: ann)
            for audience in [Audience.everyone, Self.anna, Self.home] {
                let draft = DealExamples.draft { $0.audience = .value(audience) }
                _ = try Deal.add(draft, for: DealExamples.caller(), in: store)
            }
        }
        let regions = PlaceRegions(database)
        let shared = try await regions.sharedRegions(
            around: square, reach: 9000, at: DealExamples.noon)
        #expect(
            shared.regions.map { "\($0.id) \($0.audience)" }
                == ["deal/1 everyone", "deal/2 person/anna", "deal/3 group/home"])
        let end = DealExamples.time("2026-05-01T18:00:00Z")
        #expect(shared.until == end && shared.reach == 9000)
        #expect(
            try await regions.decidingAudiences() == [.everyone, Self.anna, Self.home, .own])
        for audiences in [[.everyone, .own], [Self.anna], [Self.anna, .everyone], []]
            as [Set<Audience>]
        {
            let decided = try await regions.decidedRegions(
                around: square, reach: 9000, at: DealExamples.noon, for: audiences)
            let whole = try await PlaceRegions(database, for: audiences).regions(
                around: square, reach: 9000, at: DealExamples.noon)
            let both = decided.regions + shared.regions.filter { audiences.contains($0.audience) }
            #expect(Set(both) == Set(whole.regions))
            #expect(decided.until == nil)
        }
    }

    // MARK: Databases of earlier versions

    @Test func `favourites of version 0.1.0 are the own source's, and keep their numbers`() throws {
        let file = TemporaryFile("")
        do {
            let old = try PlaceStore(.file(file.path))
            try old.connection.execute(
                """
                DROP TABLE favourite;
                \(Favourite.tables.components(before: "-- Leads from"))
                INSERT INTO favourite VALUES (3, 'brand', 'Q37158', 'Starbucks', 70, 5, 1000);
                INSERT INTO favourite VALUES (9, 'name', 'oba', 'OBA', NULL, 6, 1000);
                DELETE FROM favourite WHERE id = 9;
                UPDATE schema_part SET steps = 1 WHERE name = 'favourites'
                """)
        }
        let store = try PlaceStore(.file(file.path))
        let all = try Favourite.items(.init(), for: ann, in: store)
        #expect(all.map { "\($0.id) \($0.value) \($0.audience)" } == ["3 Q37158 own"])
        #expect(all.first?.radius == 70)
        #expect(try Favourite.add(.init(text: "Q1"), for: ann, in: store).item.id == 10)
    }
}

extension String {
    fileprivate func components(before mark: String) -> String {
        firstRange(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
    }

}
