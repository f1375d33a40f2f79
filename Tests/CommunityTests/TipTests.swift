import SQLite
import TestSupport
import Testing

@testable import Community

/// What people say of places.
@Suite struct TipTests {
    private let cafe = "osm/node/1"

    @Test func `all who may sign in see what people say of a place`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.setTip(of: cafe, rating: 4, text: nil, by: street.ben)
        street.time.pass(60)
        try await community.setTip(
            of: cafe, rating: nil, text: " Good coffee.\r\nNo \u{1F980}. ", by: street.carl)
        street.time.pass(60)
        try await community.setTip(of: cafe, rating: 1, text: "متأخر", by: street.gus)
        try await community.setTip(of: "own/home", rating: 5, text: nil, by: street.ben)
        // Somebody who is in no group with them.
        let seen = try await community.tips(of: cafe, by: .person(street.dora))
        #expect(seen.tips.map(\.name) == ["Gus", "Carl", "Ben"])
        #expect(seen.tips.map(\.rating) == [1, nil, 4])
        #expect(seen.tips[1].text == "Good coffee.\nNo \u{1F980}.")
        #expect(seen.tips.allSatisfy { !$0.isMine })
        #expect((seen.count, seen.ratings, seen.average) == (3, 2, 2.5))
        // One's own comes first, also where there are many.
        let mine = try await community.tips(of: cafe, limit: 1, by: .person(street.ben)).tips
        #expect(mine.map(\.name) == ["Ben"])
        #expect(mine[0].isMine)
        #expect(
            try await community.tips(by: street.ben).map(\.place) == [cafe, "own/home"].reversed())
        let none = try await community.tips(of: "osm/node/2", by: .machine)
        #expect(none == PlaceTips(place: "osm/node/2", tips: [], count: 0, ratings: 0))
    }

    @Test func `a person says one thing of a place, and takes it back`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.setTip(of: cafe, rating: 1, text: "Bad.", by: street.ben)
        let again = try await community.setTip(of: cafe, rating: nil, text: "Well.", by: street.ben)
        #expect(again.rating == nil)
        #expect(try await community.tips(of: cafe, by: .machine).tips.map(\.text) == ["Well."])
        await #expect(throws: CommunityError.notFound) {
            try await community.removeTip(of: cafe, by: street.carl)
        }
        try await community.removeTip(of: cafe, by: street.ben)
        await #expect(throws: CommunityError.notFound) {
            try await community.tip(of: cafe, by: street.ben)
        }
    }

    @Test(
        arguments: [
            (0, "x", "rating is not a whole number from 1 to 5"), (6, "x", "rating is not"),
            (nil, nil, "text is missing"), (nil, " \n ", "text is missing"),
            (nil, String(repeating: "é", count: 1001), "text is longer than 1000 characters"),
            (nil, "a\u{202E}b", "text has the character"),
            (nil, "a\u{7}", "text has the character"),
            (nil, "a\u{2028}b", "text has the character"),
        ] as [(Int64?, String?, String)])
    func `what cannot be said is refused`(
        _ rating: Int64?, _ text: String?, _ words: String
    ) async throws {
        let street = try await Street()
        let error = await #expect(throws: CommunityError.self) {
            try await street.community.setTip(
                of: cafe, rating: rating, text: text, by: street.ben)
        }
        #expect("\(try #require(error))".hasPrefix(words))
    }

    @Test func `tips go with their person, and are in what is known of them`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.setTip(of: cafe, rating: 4, text: "Nice.", by: street.carl)
        let export = try await community.export(street.carl, by: .person(street.carl))
        #expect(export.tips.map(\.text) == ["Nice."])
        _ = try await community.removePerson(street.carl, by: .machine)
        #expect(try await community.tips(of: cafe, by: .machine).count == 0)
    }

    @Test func `a database of before there were tips is opened, and has them`() async throws {
        let folder = TemporaryFolder()
        let schema = CommunitySchema.schema
        let before = try GatewayDatabase.open(
            folder.file(GatewayDatabase.fileName),
            schemas: [Schema(part: schema.part, steps: Array(schema.steps.prefix(3)))])
        try before.execute(
            """
            INSERT INTO person (id, name, folded, admin, added) VALUES ('ben', 'Ben', 'ben', 1, 0);
            INSERT INTO "group" (id, kind, name, created) VALUES ('home', 'household', 'Home', 0);
            INSERT INTO member (group_id, person, role, joined) VALUES ('home', 'ben', 'admin', 0);
            """)
        let community = try Community.open(in: folder, TestTime())
        let ben = PersonID("ben")!
        #expect(try await community.tips(of: cafe, by: .person(ben)).tips.isEmpty)
        try await community.setTip(of: cafe, rating: 4, text: nil, by: ben)
        #expect(try await community.group(GroupID("home")!, by: .machine).memberCount == 1)
    }
}
