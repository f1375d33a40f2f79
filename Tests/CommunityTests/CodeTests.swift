import TestSupport
import Testing

@testable import Community

@Suite struct CodeTests {
    private let folder = TemporaryFolder()
    private let time = TestTime()
    private let community: Community
    private let anna: PersonID

    init() async throws {
        community = try .open(in: folder, time)
        anna = try await community.add("Anna", isAdmin: true)
    }

    private func joined(_ secret: Secret) async throws -> PersonID? {
        guard case .joined(let joined) = try await community.claim(secret) else { return nil }
        return joined.person.id
    }

    @Test func `a code that is approved lets its device in, once`() async throws {
        let code = try await community.beginCode(device: "TV")
        #expect(
            code.code.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
        #expect(code.expires.seconds == time.now + 600)
        #expect(try await community.claim(code.secret) == .pending)
        #expect(try await community.approveCode(code.code, by: anna) == "TV")
        #expect(try await joined(code.secret) == anna)
        #expect(try await community.claim(code.secret) == .refused)
        #expect(try await community.sessions(of: anna, by: .person(anna)).map(\.device) == ["TV"])
    }

    @Test(
        arguments: [
            { $0 }, { $0.lowercased() }, { $0.replacing("-", with: "") },
            { " \($0.replacing("-", with: " ")) " },
        ] as [@Sendable (String) -> String])
    func `a code is understood as people type it`(typed: @Sendable (String) -> String) async throws
    {
        let code = try await community.beginCode()
        try await community.approveCode(typed(code.code), by: anna)
        #expect(try await joined(code.secret) == anna)
    }

    @Test(arguments: [
        "", "BCDF-GHJK", "AEIO-UUUU", "\0", String(repeating: "B", count: 1 << 20), "🐈",
    ])
    func `a wrong code lets nobody in`(typed: String) async throws {
        let code = try await community.beginCode()
        await #expect(throws: CommunityError.self) {
            try await community.approveCode(typed, by: anna)
        }
        #expect(try await community.claim(code.secret) == .pending)
    }

    @Test func `a code is good for 10 minutes, and approved once`() async throws {
        let ben = try await community.add("Ben")
        let first = try await community.beginCode()
        let second = try await community.beginCode()
        try await community.approveCode(first.code, by: anna)
        await #expect(throws: CommunityError.self) {
            try await community.approveCode(first.code, by: ben)
        }
        time.pass(600)
        await #expect(throws: CommunityError.self) {
            try await community.approveCode(second.code, by: anna)
        }
        #expect(try await community.claim(first.secret) == .refused)
        #expect(try await community.claim(second.secret) == .refused)
        #expect(try await community.claim(Secret()) == .refused)
    }

    @Test func `of two that claim one code at once, one gets in`() async throws {
        let code = try await community.beginCode()
        try await community.approveCode(code.code, by: anna)
        async let one = joined(code.secret)
        async let other = joined(code.secret)
        #expect(try await [one, other].compactMap(\.self) == [anna])
    }

    @Test func `at most 100 codes are open, and the next is told when`() async throws {
        for _ in 0..<100 { _ = try await community.beginCode() }
        time.pass(200)
        await #expect(throws: CommunityError.tooMany(retryAfter: 400)) {
            try await community.beginCode()
        }
        _ = try await community.requestSignup(name: "Ben")
        time.pass(400)
        _ = try await community.beginCode()
    }

    // MARK: Sign-ups

    @Test func `a sign-up that is accepted makes a person, by the name that an admin mends`()
        async throws
    {
        let secret = try await community.requestSignup(name: "bne", device: "Phone")
        let signup = try await community.signups(by: .person(anna))[0]
        #expect(signup.name == "bne" && signup.device == "Phone")
        #expect(try await community.claim(secret) == .pending)
        let ben = try await community.acceptSignup(signup.id, name: "Ben", by: .person(anna))
        #expect(ben.id.rawValue == "ben" && !ben.isAdmin)
        #expect(try await community.signups(by: .machine).isEmpty)
        for _ in 0..<2 {
            await #expect(throws: CommunityError.notFound) {
                try await community.acceptSignup(signup.id, by: .machine)
            }
        }
        time.pass(6 * day)
        #expect(try await joined(secret) == ben.id)
        #expect(try await community.claim(secret) == .refused)
    }

    @Test func `a sign-up that is refused, or not answered for a week, is over`() async throws {
        let refused = try await community.requestSignup(name: "Ben")
        try await community.refuseSignup(
            try await community.signups(by: .machine)[0].id, by: .machine)
        #expect(try await community.claim(refused) == .refused)
        let waiting = try await community.requestSignup(name: "Ben")
        time.pass(7 * day)
        #expect(try await community.claim(waiting) == .refused)
        #expect(try await community.signups(by: .machine).isEmpty)
    }

    @Test func `at most 100 sign-ups wait`() async throws {
        for _ in 0..<100 { _ = try await community.requestSignup(name: "Ben") }
        await #expect(throws: CommunityError.tooMany(retryAfter: Int(7 * day))) {
            try await community.requestSignup(name: "Ben")
        }
        _ = try await community.beginCode()
    }
}
