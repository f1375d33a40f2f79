import Geofencing
import SQLite
import TestSupport
import Testing

@testable import Community

/// What organisations tell their members.
@Suite struct BulletinTests {
    typealias Deed = @Sendable (Works, Caller) async throws -> Void

    /// As `Works.callers`.
    static let deeds: [(String, String, Deed)] = [
        (
            "read bulletins", "yyyyy---",
            { _ = try await $0.community.bulletins(of: $0.acme, by: $1) }
        ),
        (
            "write one for all sites", "fyfff---",
            {
                _ = try await $0.community.addBulletin(of: $0.acme, title: "A", by: $1)
            }
        ),
        (
            "write one for the harbour", "fyyff---",
            {
                _ = try await $0.community.addBulletin(
                    of: $0.acme, title: "A", site: $0.harbour, by: $1)
            }
        ),
        (
            "write one for the quay", "fyfff---",
            {
                _ = try await $0.community.addBulletin(
                    of: $0.acme, title: "A", site: $0.quay, by: $1)
            }
        ),
        (
            "change one of the harbour", "yyyff---",
            {
                let id = try await $0.bulletin(at: $0.harbour)
                try await $0.community.editBulletin(id, of: $0.acme, title: "B", by: $1)
            }
        ),
        (
            "have one of the harbour be for all", "yyfff---",
            {
                let id = try await $0.bulletin(at: $0.harbour)
                try await $0.community.editBulletin(id, of: $0.acme, site: .some(nil), by: $1)
            }
        ),
        (
            "remove one of all sites", "yyfff---",
            {
                let id = try await $0.bulletin()
                try await $0.community.removeBulletin(id, of: $0.acme, by: $1)
            }
        ),
        (
            "see who has read one of the harbour", "yyyff---",
            {
                let id = try await $0.bulletin(at: $0.harbour)
                _ = try await $0.community.readers(of: id, in: $0.acme, by: $1)
            }
        ),
        (
            "have read one of the harbour", "fyyy----",
            {
                let id = try await $0.bulletin(at: $0.harbour)
                try await $0.community.readBulletin(id, of: $0.acme, by: $1)
            }
        ),
        (
            "give one of the harbour a picture", "yyyff---",
            {
                let id = try await $0.bulletin(at: $0.harbour)
                try await $0.community.setPicture(
                    [1, 2], ofBulletin: id, of: $0.acme, by: $1)
            }
        ),
        (
            "see the picture of the harbour's", "yyyy----",
            {
                let id = try await $0.bulletin(at: $0.harbour)
                try await $0.community.setPicture(
                    [1, 2], ofBulletin: id, of: $0.acme, by: .machine)
                _ = try await $0.community.picture(ofBulletin: id, of: $0.acme, by: $1)
            }
        ),
        (
            "write one in a household", "f-----c-",
            {
                _ = try await $0.community.addBulletin(of: $0.street.home, title: "A", by: $1)
            }
        ),
    ]

    @Test(arguments: deeds.indices)
    func `who may do what with bulletins`(row: Int) async throws {
        let (name, expected, deed) = Self.deeds[row]
        let outcomes = try await Works.outcomes(deed)
        #expect(outcomes == expected, "\(name)")
    }

    /// Where it is, from when and until when in seconds from now, and who sees it: with all, admin of
    /// all and of the harbour; the same without; members at the harbour and the quay.
    @Test(
        arguments: [
            ("all", 0, nil, "yy yy yy"), ("harbour", 0, nil, "yy yy y-"),
            ("quay", 0, nil, "yy yy -y"), ("all", 60, nil, "yy -- --"),
            ("all", -60, 0, "yy -- --"), ("all", -60, 1, "yy yy yy"),
        ] as [(String, Int64, Int64?, String)])
    func `members see what is in force at their sites, admins all`(
        _ site: String, _ from: Int64, _ until: Int64?, _ expected: String
    ) async throws {
        let works = try await Works()
        let place = ["harbour": works.harbour, "quay": works.quay][site]
        try await works.bulletin(at: place, from: from, until: until)
        func sees(_ person: PersonID, isAll: Bool) async throws -> String {
            try await works.community.bulletins(
                of: works.acme, isAll: isAll, by: .person(person)
            ).isEmpty ? "-" : "y"
        }
        var seen = ""
        for isAll in [true, false] {
            for admin in [works.fay, works.ina] { seen += try await sees(admin, isAll: isAll) }
            seen += " "
        }
        // They do not get more by asking for all.
        for member in [works.gus, works.kim] { seen += try await sees(member, isAll: true) }
        #expect(seen == expected)
    }

    @Test func `who has read it, and who was told, is known to admins`() async throws {
        let works = try await Works()
        let community = works.community
        let id = try await works.bulletin(at: works.harbour)
        let gus = Caller.person(works.gus)
        #expect(try await !community.bulletin(id, of: works.acme, by: gus).isRead)
        #expect(try await community.bulletin(id, of: works.acme, by: gus).readCount == nil)
        try await community.readBulletin(id, of: works.acme, by: gus)
        let first = works.street.time.now
        works.street.time.pass(60)
        try await community.readBulletin(id, of: works.acme, by: gus)
        try await community.note(bulletins: [id, 99], toldTo: works.gus)
        try await community.note(bulletins: [id], toldTo: works.ina)
        let seen = try await community.bulletin(id, of: works.acme, by: gus)
        #expect(seen.isRead && seen.wasTold)
        let readers = try await community.readers(
            of: id, in: works.acme, by: .person(works.fay))
        #expect(readers.map(\.who.name) == ["Gus", "Ina"])
        #expect(readers.map { $0.read?.seconds } == [first, nil])
        #expect(readers.map { $0.told?.seconds } == [first + 60, first + 60])
        let counted = try await community.bulletins(of: works.acme, by: .person(works.fay))[0]
        #expect(counted.readCount == 1 && counted.toldCount == 2)
        // Who is no member any more does not count.
        try await community.removeMember(works.gus, of: works.acme, by: gus)
        let left = try await community.bulletins(of: works.acme, by: .person(works.fay))[0]
        #expect(left.readCount == 0 && left.toldCount == 1)
    }

    @Test(
        arguments: [
            ("", "", 1, nil, "title is empty"), ("a\nb", "", 1, nil, "title has the character"),
            (String(repeating: "x", count: 121), "", 1, nil, "title is longer than 120"),
            ("A", String(repeating: "x", count: 5001), 1, nil, "text is longer than 5000"),
            ("A", "a\u{202E}", 1, nil, "text has the character"),
            ("A", "", 99, nil, "site 99 is no site of acme"),
            ("A", "", 1, 0, "until is not after from"),
        ] as [(String, String, Int64, Int64?, String)])
    func `a bulletin that cannot be is refused`(
        _ title: String, _ text: String, _ site: Int64, _ until: Int64?, _ words: String
    ) async throws {
        let works = try await Works()
        let now = Timestamp(seconds: works.street.time.now)
        let error = await #expect(throws: CommunityError.self) {
            try await works.community.addBulletin(
                of: works.acme, title: title, text: text, site: site,
                until: until.map { now + Double($0) }, by: .person(works.fay))
        }
        #expect("\(try #require(error))".hasPrefix(words))
    }

    @Test func `what is for a site goes with it, and so does its picture`() async throws {
        let works = try await Works()
        let community = works.community
        let id = try await works.bulletin(at: works.quay)
        let other = try await works.bulletin("All")
        for bulletin in [id, other] {
            try await community.setPicture(
                [1, 2, 3], ofBulletin: bulletin, of: works.acme, by: .machine)
        }
        let first = try await community.picture(ofBulletin: other, of: works.acme, by: .machine)
        try await community.setPicture([4], ofBulletin: other, of: works.acme, by: .machine)
        let second = try await community.picture(ofBulletin: other, of: works.acme, by: .machine)
        #expect(second.jpeg == [4] && first.number != second.number)
        func count() async throws -> Int64? {
            try await community.read { db, _ in try db.integer("SELECT count(*) FROM picture") }
        }
        #expect(try await count() == 2)
        try await community.removeSite(works.quay, of: works.acme, by: .person(works.fay))
        #expect(try await community.bulletins(of: works.acme, by: .machine).map(\.id) == [other])
        #expect(try await count() == 1)
        try await community.setPicture(nil, ofBulletin: other, of: works.acme, by: .machine)
        #expect(try await count() == 0)
        await #expect(throws: CommunityError.notFound) {
            try await community.picture(ofBulletin: other, of: works.acme, by: .machine)
        }
    }

    @Test func `each site has its own bulletins and those of all`() async throws {
        let works = try await Works()
        let community = works.community
        #expect(try await community.bulletinsAtSites().isEmpty)
        try await works.bulletin("Over", from: -60, until: 0)
        let quay = try await works.bulletin("Quay", at: works.quay)
        #expect(try await community.bulletinsAtSites().map(\.site.name) == ["Quay"])
        let later = try await works.bulletin("Later", from: 3600)
        let found = try await community.bulletinsAtSites()
        #expect(found.map(\.site.id) == [works.harbour, works.quay])
        #expect(found.map { $0.bulletins.map(\.id) } == [[later], [later, quay]])
        #expect(found[0].groupName == "Acme" && found[0].site.radius == 50)
        // On arrival: what is in force, and theirs.
        func told(_ person: PersonID, at site: Int64) async throws -> [Int64] {
            try await community.bulletins(at: site, of: works.acme, told: person).map(\.id)
        }
        #expect(try await told(works.kim, at: works.quay) == [quay])
        #expect(try await told(works.gus, at: works.quay) == [])
        #expect(try await told(works.street.ben, at: works.quay) == [])
        works.street.time.pass(3600)
        // Who belongs to another site alone is told there.
        #expect(try await told(works.gus, at: works.quay) == [])
        #expect(try await told(works.gus, at: works.harbour) == [later])
    }

    @Test func `who wrote it stays named when they leave, and is nobody once they are removed`()
        async throws
    {
        let works = try await Works()
        let community = works.community
        let id = try await community.addBulletin(
            of: works.acme, title: "A", site: works.harbour, by: .person(works.ina)
        ).id
        let export = try await community.export(works.ina, by: .machine)
        #expect(export.bulletins.map(\.title) == ["A"])
        try await community.removeMember(works.ina, of: works.acme, by: .person(works.ina))
        func author() async throws -> Author {
            try await community.bulletin(id, of: works.acme, by: .machine).by
        }
        #expect(try await author() == Author(person: works.ina, name: "Ina"))
        _ = try await community.removePerson(works.ina, by: .machine)
        #expect(try await author() == Author(person: nil, name: ""))
    }

    @Test func `the same key makes one bulletin`() async throws {
        let works = try await Works()
        func add(_ title: String) async throws -> Int64 {
            try await works.community.addBulletin(
                of: works.acme, title: title, key: "k", by: .person(works.fay)
            ).id
        }
        #expect(try await add("A") == add("B"))
        #expect(
            try await works.community.bulletins(of: works.acme, by: .machine).map(\.title) == ["A"])
    }
}

extension Community {
    /// As messages write it.
    fileprivate func note(bulletins: [Int64], toldTo person: PersonID) throws {
        try change { db, now in
            for bulletin in bulletins {
                try db.run(
                    """
                    INSERT OR IGNORE INTO bulletin_told
                    SELECT id, :person, :now FROM bulletin WHERE id = :bulletin
                    """,
                    [
                        "person": .text(person.rawValue), "now": .integer(now),
                        "bulletin": .integer(bulletin),
                    ])
            }
        }
    }
}
