import SQLite
import TestSupport
import Testing

@testable import Community

@Suite struct SessionTests {
    private let folder = TemporaryFolder()
    private let time = TestTime()
    private let community: Community
    private let anna: PersonID

    init() async throws {
        community = try .open(in: folder, time)
        anna = try await community.add("Anna")
    }

    @Test(arguments: [
        // Seconds between uses, how many of them, and whether it is still there.
        (0, 1, true), (30 * day - 1, 1, true), (30 * day, 1, false), (31 * day, 1, false),
        (29 * day, 6, true), (29 * day, 7, false), (20 * day, 8, true), (20 * day, 9, false),
    ])
    func `a session ends 30 days after its last use, and 180 days after it began`(
        pause: Int64, uses: Int, isThere: Bool
    ) async throws {
        let session = try await community.signIn(anna)
        for _ in 1..<uses {
            time.pass(pause)
            #expect(try await community.session(session.secret) != nil)
        }
        time.pass(pause)
        #expect((try await community.session(session.secret) != nil) == isThere)
        #expect(
            try await community.sessions(of: anna, by: .person(anna)).count == (isThere ? 1 : 0))
    }

    @Test func `its last use is written down once an hour`() async throws {
        let session = try await community.signIn(anna)
        func lastUsed() async throws -> Int64 {
            try await community.sessions(of: anna, by: .machine)[0].lastUsed.seconds
                - TestTime.start
        }
        time.pass(hour - 1)
        _ = try await community.session(session.secret)
        #expect(try await lastUsed() == 0)
        time.pass(1)
        _ = try await community.session(session.secret)
        #expect(try await lastUsed() == hour)
    }

    @Test func `one sees and ends the own sessions`() async throws {
        let first = try await community.signIn(anna, device: "Laptop")
        time.pass(10)
        let second = try await community.signIn(anna, device: "Phone\u{1B}[2J")
        time.pass(10)
        let third = try await community.signIn(anna)
        let seen = try await community.sessions(
            of: anna, current: second.id, by: .person(anna))
        #expect(seen.map(\.device) == ["unknown device", "Phone[2J", "Laptop"])
        #expect(seen.map(\.isCurrent) == [false, true, false])
        #expect(seen[2].began.seconds == TestTime.start)
        #expect(seen[2].ends.seconds == TestTime.start + 30 * day)
        try await community.endSession(first.id, of: anna, by: .person(anna))
        #expect(try await community.session(first.secret) == nil)
        await #expect(throws: CommunityError.notFound) {
            try await community.endSession(first.id, of: anna, by: .person(anna))
        }
        try await community.endOtherSessions(of: anna, except: second.id, by: .person(anna))
        #expect(try await community.session(third.secret) == nil)
        #expect(try await community.session(second.secret) != nil)
    }

    @Test func `nobody ends a session by another person's name`() async throws {
        let ben = try await community.add("Ben")
        let session = try await community.signIn(anna)
        await #expect(throws: CommunityError.notFound) {
            try await community.endSession(session.id, of: ben, by: .person(ben))
        }
        try await community.endOtherSessions(of: ben, except: nil, by: .person(ben))
        #expect(try await community.session(session.secret) != nil)
    }

    @Test func `sessions outlive a restart, and end with their person`() async throws {
        let session = try await community.signIn(anna)
        let again = try Community.open(in: folder, time)
        #expect(try await again.session(session.secret)?.person == anna)
        _ = try await again.removePerson(anna, by: .machine)
        #expect(try await again.session(session.secret) == nil)
        #expect(try await again.session(Secret()) == nil)
    }

    @Test func `a session says at once whether its person is an admin`() async throws {
        let session = try await community.signIn(anna)
        for isAdmin in [true, false] {
            try await community.add("Other \(isAdmin)", isAdmin: true)
            try await community.editPerson(anna, isAdmin: isAdmin, by: .machine)
            #expect(try await community.session(session.secret)?.isAdmin == isAdmin)
        }
    }

    @Test func `of more than 100 sessions, that which was not used for longest ends`() async throws
    {
        let first = try await community.signIn(anna)
        time.pass(1)
        for _ in 0..<100 { _ = try await community.signIn(anna) }
        #expect(try await community.session(first.secret) == nil)
        #expect(try await community.sessions(of: anna, by: .machine).count == 100)
    }

    @Test func `what is over is removed from the file`() async throws {
        _ = try await community.signIn(anna)
        _ = try await community.addLink(for: anna, by: .machine)
        _ = try await community.beginCode()
        _ = try await community.requestSignup(name: "Ben")
        time.pass(30 * day)
        try await community.tidy()
        let left = try await community.read { db, _ in
            try db.integer(
                """
                SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM link)
                    + (SELECT count(*) FROM newcomer)
                """)
        }
        #expect(left == 0)
    }
}
