import TestSupport
import Testing

@testable import Community

@Suite struct LinkTests {
    private let folder = TemporaryFolder()
    private let time = TestTime()
    private let community: Community

    init() throws { community = try .open(in: folder, time) }

    private func outcome(_ secret: Secret) async -> String {
        do {
            return try await community.join(secret).person.id.rawValue
        } catch CommunityError.gone {
            return "gone"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a link signs in once`() async throws {
        let (person, link) = try await community.addPerson(name: "Anna", by: .machine)
        let joined = try await community.join(link.secret, device: "Firefox")
        #expect(joined.person == person)
        let session = try #require(joined.session)
        let signedIn = try await community.session(session.secret)
        #expect(signedIn?.person == person.id)
        #expect(signedIn?.session == session.id)
        #expect(signedIn?.isAdmin == false)
        #expect(await outcome(link.secret) == "gone")
        #expect(try await community.session(session.secret) != nil)
    }

    @Test(arguments: [(0, "anna"), (day - 1, "anna"), (day, "gone"), (30 * day, "gone")])
    func `a link is good for 24 hours`(after: Int64, expected: String) async throws {
        let link = try await community.addPerson(name: "Anna", by: .machine).link
        #expect(link.expires.seconds == time.now + day)
        time.pass(after)
        #expect(await outcome(link.secret) == expected)
    }

    @Test func `a link that was guessed, or whose person is gone, says as little`() async throws {
        let (person, link) = try await community.addPerson(name: "Anna", by: .machine)
        _ = try await community.removePerson(person.id, by: .machine)
        for secret in [Secret(), link.secret] {
            #expect(await outcome(secret) == "gone")
            await #expect(throws: CommunityError.self) { try await community.look(secret) }
        }
    }

    @Test func `to look what a link is for does not use it up`() async throws {
        let link = try await community.addPerson(name: "Anna", by: .machine).link
        for _ in 0..<3 {
            let purpose = try await community.look(link.secret)
            #expect(purpose == LinkPurpose(kind: .person, name: "Anna"))
        }
        #expect(await outcome(link.secret) == "anna")
    }

    @Test func `of many who use a link at once, one gets in`() async throws {
        let link = try await community.addPerson(name: "Anna", by: .machine).link
        let outcomes = await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { await outcome(link.secret) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == "anna" }.count == 1)
        #expect(outcomes.filter { $0 == "gone" }.count == 19)
    }

    @Test func `of more than 20 open links of a person, the oldest ends`() async throws {
        let anna = try await community.add("Anna")
        var links: [Link] = []
        for _ in 0..<21 {
            links.append(try await community.addLink(for: anna, by: .person(anna)))
        }
        #expect(await outcome(links[0].secret) == "gone")
        #expect(await outcome(links[1].secret) == "anna")
    }

    // MARK: Invitations

    @Test func `an invitation makes somebody new a member, who says a name`() async throws {
        let anna = try await community.add("Anna")
        let home = try await community.addGroup(.household, name: "Home", by: .person(anna)).id
        let link = try await community.invite(to: home, by: .person(anna))
        #expect(
            try await community.look(link.secret)
                == LinkPurpose(kind: .invitation, name: "Home", invitedBy: "Anna"))
        for name in [nil, "", "\0"] {
            await #expect(throws: CommunityError.self) {
                try await community.join(link.secret, name: name)
            }
        }
        let joined = try await community.join(link.secret, device: "Phone", name: "Ben")
        #expect(joined.session != nil)
        #expect(
            try await community.group(home, by: .person(joined.person.id)).members?.map(\.name)
                == ["Anna", "Ben"])
        #expect(await outcome(link.secret) == "gone")
    }

    @Test func `an invitation makes whoever is signed in a member`() async throws {
        let anna = try await community.add("Anna")
        let ben = try await community.add("Ben")
        let home = try await community.addGroup(.household, name: "Home", by: .person(anna)).id
        let link = try await community.invite(to: home, by: .person(anna))
        let joined = try await community.join(link.secret, as: ben)
        #expect(joined.session == nil)
        #expect(joined.person.id == ben)
        #expect(try await community.groups(by: .person(ben)).map(\.role) == [.member])
    }

    @Test func `a member who opens an invitation does not use it up`() async throws {
        let anna = try await community.add("Anna")
        let home = try await community.addGroup(.household, name: "Home", by: .person(anna)).id
        let link = try await community.invite(to: home, by: .person(anna))
        await #expect(throws: CommunityError.conflict("anna is a member of home already")) {
            try await community.join(link.secret, as: anna)
        }
        #expect(try await community.join(link.secret, name: "Ben").person.id.rawValue == "ben")
    }

    @Test func `the invitations of a member end when they leave`() async throws {
        let anna = try await community.add("Anna")
        let ben = try await community.add("Ben")
        let home = try await community.addGroup(.household, name: "Home", by: .person(anna)).id
        try await community.take(ben, into: home)
        let link = try await community.invite(to: home, by: .person(ben))
        try await community.removeMember(ben, of: home, by: .person(anna))
        await #expect(throws: CommunityError.self) {
            try await community.join(link.secret, as: ben)
        }
    }

    // MARK: This machine

    @Test func `a user of this machine has one person, the first of them an admin`() async throws {
        let root = try await community.account(uid: 0, name: "root")
        let ida = try await community.account(uid: 1000, name: "ida")
        #expect(root.isAdmin && root.account == "root")
        #expect(!ida.isAdmin && ida.id.rawValue == "ida")
        #expect(try await community.account(uid: 0, name: "toor") == root)
        #expect(try await community.people(by: .machine).count == 2)
    }

    @Test func `the last one of all can be removed by this machine alone`() async throws {
        let anna = try await community.add("Anna", isAdmin: true)
        await #expect(throws: CommunityError.self) {
            try await community.removePerson(anna, by: .person(anna))
        }
        _ = try await community.removePerson(anna, by: .machine)
        #expect(try await community.people(by: .machine).isEmpty)
    }
}
