import TestSupport
import Testing

@testable import Community

/// Whoever is put out stays out, whatever they have made before.
@Suite struct EndedAccessTests {
    /// Ben's own session, and that of somebody who has taken his phone, with what they have made there.
    private struct Theft {
        let street: Street
        let own: SessionID
        let stolen: SessionID
        let link: Secret
        let invitation: Secret
        let code: Secret

        init() async throws {
            street = try await Street()
            let community = street.community
            own = try await community.signIn(street.ben, device: "Own").id
            stolen = try await community.signIn(street.ben, device: "Stolen").id
            let ben = Caller.person(street.ben)
            link = try await community.addLink(for: street.ben, in: stolen, by: ben).secret
            invitation = try await community.invite(to: street.home, in: stolen, by: ben).secret
            let code = try await community.beginCode(device: "TV")
            try await community.approveCode(code.code, in: stolen, by: street.ben)
            self.code = code.secret
        }

        /// Which of them still let somebody in.
        func letIn() async -> [String] {
            let community = street.community
            var open: [String] = []
            if (try? await community.join(link)) != nil { open.append("link") }
            if (try? await community.join(invitation, name: "Eve")) != nil {
                open.append("invitation")
            }
            if case .joined = try? await community.claim(code) { open.append("code") }
            return open
        }
    }

    @Test func `what nobody has ended lets in`() async throws {
        #expect(try await Theft().letIn() == ["link", "invitation", "code"])
    }

    @Test(
        arguments: [
            { try await $0.endSession($1.stolen, of: $1.street.ben, by: .person($1.street.ben)) },
            {
                try await $0.endOtherSessions(
                    of: $1.street.ben, except: $1.own, by: .person($1.street.ben))
            },
            {
                try await $0.endOtherSessions(
                    of: $1.street.ben, except: nil, by: .person($1.street.anna))
            },
        ] as [@Sendable (Community, Theft) async throws -> Void])
    private func `with a session ends what was made in it`(
        end: @Sendable (Community, Theft) async throws -> Void
    ) async throws {
        let theft = try await Theft()
        try await end(theft.street.community, theft)
        #expect(await theft.letIn() == [])
    }

    @Test func `with the session of an admin end the accounts that nobody has used yet`()
        async throws
    {
        let street = try await Street()
        let (community, anna) = (street.community, Caller.person(street.anna))
        let stolen = try await community.signIn(street.anna).id
        let added = try await community.addPerson(
            name: "Eve", isAdmin: true, in: stolen, by: anna)
        let secret = try await community.requestSignup(name: "Mallory")
        let signup = try #require(try await community.signups(by: anna).first)
        try await community.acceptSignup(signup.id, in: stolen, by: anna)
        try await community.endOtherSessions(of: street.anna, except: nil, by: .machine)
        await #expect(throws: CommunityError.self) {
            try await community.join(added.link.secret)
        }
        guard case .refused = try await community.claim(secret) else {
            Issue.record("Mallory is in")
            return
        }
    }

    @Test func `an invitation that this machine has made is listed, and ends`() async throws {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        let before = try await community.links(of: street.ben, by: ben)
        let link = try await community.invite(to: street.home, by: .machine)
        let open = try await community.links(of: street.ben, by: ben)
        #expect(open.count == before.count + 1 && open.last?.groupName == "Home")
        // Who is not in the household sees nothing of it.
        let dora = try await community.addPerson(name: "Dora", by: .machine).person.id
        let others = try await community.links(of: dora, by: .person(dora))
        #expect(others.map(\.kind) == [.person])
        try await community.endLink(open.last!.id, of: street.ben, by: ben)
        await #expect(throws: CommunityError.self) { try await community.look(link.secret) }
    }

    @Test func `nothing is made in a session that has ended meanwhile`() async throws {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        let session = try await community.signIn(street.ben).id
        let code = try await community.beginCode(device: "TV")
        try await community.endSession(session, of: street.ben, by: ben)
        await #expect(throws: CommunityError.signedOut) {
            try await community.addLink(for: street.ben, in: session, by: ben)
        }
        await #expect(throws: CommunityError.signedOut) {
            try await community.invite(to: street.home, in: session, by: ben)
        }
        await #expect(throws: CommunityError.signedOut) {
            try await community.approveCode(code.code, in: session, by: street.ben)
        }
    }

    @Test func `with all sessions end links and codes, whoever has made them`() async throws {
        let street = try await Street()
        let community = street.community
        let (own, ben) = (try await community.signIn(street.ben).id, Caller.person(street.ben))
        let machines = try await community.addLink(for: street.ben, by: .machine)
        let here = try await community.addLink(for: street.ben, in: own, by: ben)
        try await community.endOtherSessions(of: street.ben, except: own, by: ben)
        await #expect(throws: CommunityError.self) { try await community.join(machines.secret) }
        #expect(try await community.join(here.secret).person.id == street.ben)
    }

    @Test func `open links are listed, and ended one by one`() async throws {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        // That with which he was added.
        try await community.endLink(
            community.links(of: street.ben, by: ben)[0].id, of: street.ben, by: ben)
        let link = try await community.addLink(for: street.ben, by: ben)
        let invitation = try await community.invite(to: street.home, by: ben)
        let open = try await community.links(of: street.ben, by: ben)
        #expect(open.map(\.kind) == [.person, .invitation])
        #expect(open.map(\.groupName) == [nil, "Home"])
        // Admins see and end them as well, others do not.
        let seen = try await community.links(of: street.ben, by: .person(street.anna))
        #expect(seen.map(\.id) == open.map(\.id) && seen.allSatisfy { $0.groupName == nil })
        await #expect(throws: CommunityError.self) {
            try await community.links(of: street.ben, by: .person(street.carl))
        }
        await #expect(throws: CommunityError.notFound) {
            try await community.endLink(
                open[0].id, of: street.anna, by: .person(street.anna))
        }
        try await community.endLink(open[0].id, of: street.ben, by: ben)
        await #expect(throws: CommunityError.self) { try await community.join(link.secret) }
        #expect(try await community.look(invitation.secret).name == "Home")
        #expect(try await community.links(of: street.ben, by: ben) == [open[1]])
    }

    @Test func `one network does not fill the places of all`() async throws {
        let street = try await Street()
        let community = street.community
        for _ in 0..<10 {
            _ = try await community.beginCode(from: "192.0.2.1")
            _ = try await community.requestSignup(name: "Eve", from: "192.0.2.1")
        }
        await #expect(throws: CommunityError.tooMany(retryAfter: 600)) {
            try await community.beginCode(from: "192.0.2.1")
        }
        await #expect(throws: CommunityError.tooMany(retryAfter: 7 * 86_400)) {
            try await community.requestSignup(name: "Eve", from: "192.0.2.1")
        }
        _ = try await community.beginCode(from: "192.0.2.2")
        _ = try await community.requestSignup(name: "Ida", from: "192.0.2.2")
    }
}
