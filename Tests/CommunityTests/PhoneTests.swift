import Geofencing
import Posix
import TestSupport
import Testing

@testable import Community

@Suite struct PhoneTests {
    @Test func `of two households that see a phone, the one that sees more counts`() async throws {
        let street = try await Street()
        let community = street.community
        let nest = try await community.addGroup(
            .household, name: "Nest", by: .person(street.ben)
        ).id
        for person in [street.carl, street.dora] { try await community.take(person, into: nest) }
        try await community.share(
            "ben-phone", with: nest, level: .arrivals, by: .person(street.ben))
        func seen(_ person: PersonID) async throws -> Visibility? {
            try await community.seenPhones(by: .person(person)).levels["ben-phone"]
        }
        #expect(try await seen(street.ben) == .owner)
        #expect(try await seen(street.carl) == .position)
        #expect(try await seen(street.dora) == .arrivals)
        #expect(try await seen(street.anna) == nil)
        #expect(try await community.seenPhones(by: .machine).levels["ben-phone"] == nil)
        #expect(
            try await community.seenPhones(by: .person(street.dora)).levels
                == ["ben-phone": .arrivals])
        #expect(
            try await community.sharing(of: "ben-phone", by: .person(street.ben)).map(\.group)
                == [street.home, nest])
        try await community.share("ben-phone", with: nest, level: nil, by: .person(street.ben))
        #expect(try await seen(street.dora) == nil)
    }

    @Test func `sharing ends at its time`() async throws {
        let street = try await Street()
        func share(until: Int64) async throws {
            try await street.community.share(
                "ben-phone", with: street.home, level: .arrivals,
                until: Timestamp(seconds: street.time.now + until), by: .person(street.ben))
        }
        for past in [0, -1, -year] {
            await #expect(throws: CommunityError.self) { try await share(until: past) }
        }
        try await share(until: hour)
        func seen() async throws -> Visibility? {
            try await street.community.seenPhones(by: .person(street.carl)).levels["ben-phone"]
        }
        street.time.pass(hour - 1)
        #expect(try await seen() == .arrivals)
        street.time.pass(1)
        #expect(try await seen() == nil)
        #expect(
            try await street.community.sharing(of: "ben-phone", by: .person(street.ben)).isEmpty)
    }

    @Test func `sharing ends when the owner leaves, also for an owner who comes back`() async throws
    {
        let street = try await Street()
        let community = street.community
        try await community.editMember(
            street.carl, of: street.home, role: .admin, by: .person(street.ben))
        try await community.removeMember(street.ben, of: street.home, by: .person(street.ben))
        #expect(try await community.phones(by: .person(street.carl)).isEmpty)
        try await community.take(street.ben, into: street.home)
        #expect(try await community.phones(by: .person(street.carl)).isEmpty)
    }

    @Test func `the id of a phone is never given to another`() async throws {
        let street = try await Street()
        let community = street.community
        func add(_ id: String?, _ name: String) async throws -> String {
            try await community.addPhone(
                device: id, name: name, owner: street.dora, by: .person(street.dora)
            ).phone.id
        }
        #expect(try await add(nil, "Dora's phone") == "doras-phone")
        #expect(try await add(nil, "Dora's phone") == "doras-phone-2")
        #expect(try await add(nil, "☎") == "phone")
        #expect(try await add("d.1_x-y", "Tablet") == "d.1_x-y")
        try await community.removePhone("ben-phone", by: .person(street.ben))
        await #expect(throws: CommunityError.self) { try await add("ben-phone", "Mine") }
        #expect(try await add(nil, "Ben phone") == "ben-phone-2")
    }

    @Test(arguments: [
        "", ".", "_a", "-a", "A", "a b", "a/b", "ä", "a\0", String(repeating: "a", count: 65),
    ])
    func `a wrong id of a phone is refused`(id: String) async throws {
        let street = try await Street()
        await #expect(throws: CommunityError.self) {
            try await street.community.addPhone(
                device: id, name: "P", owner: street.ben, by: .machine)
        }
    }

    @Test func `a person adds up to 20 phones, and this machine more`() async throws {
        let street = try await Street()
        let dora = Caller.person(street.dora)
        for i in 0..<20 {
            _ = try await street.community.addPhone(name: "\(i)", owner: street.dora, by: dora)
        }
        await #expect(throws: CommunityError.self) {
            try await street.community.addPhone(name: "more", owner: street.dora, by: dora)
        }
        _ = try await street.community.addPhone(name: "more", owner: street.dora, by: .machine)
        #expect(try await street.community.phones(by: dora).count == 21)
    }

    // MARK: Audiences

    @Test func `a phone follows its owner and the owner's groups`() async throws {
        let street = try await Street()
        let community = street.community
        let home = ["everyone", "person/ben", "group/home"]
        #expect(try await community.phoneAudiences()["ben-phone"] == home)
        #expect(try await community.phoneAudiences()["nobodys"] == nil)
        // Who asks is not in it yet.
        _ = try await community.addPhone(
            device: "dora-phone", name: "P", owner: street.dora, by: .machine)
        #expect(
            try await community.phoneAudiences() == [
                "ben-phone": home, "dora-phone": ["everyone", "person/dora"],
            ])
        try await community.acceptRequest(
            try await street.askedByDora(), by: .person(street.fay))
        #expect(
            try await community.phoneAudiences()["dora-phone"]
                == ["everyone", "person/dora", "group/acme"])
    }

    @Test func `the own source follows the first admin, or whoever is set`() async throws {
        let street = try await Street()
        let community = street.community
        #expect(try await community.ownOwner() == street.anna)
        try await community.setOwnOwner(street.ben, by: .person(street.anna))
        #expect(try await community.ownAudiences() == ["everyone", "person/ben", "group/home"])
        _ = try await community.removePerson(street.ben, by: .machine)
        #expect(try await community.ownOwner() == street.anna)
        await #expect(throws: CommunityError.notFound) {
            try await community.setOwnOwner(street.ben, by: .machine)
        }
        try await community.setOwnOwner(street.carl, by: .machine)
        try await community.setOwnOwner(nil, by: .machine)
        #expect(try await community.ownOwner() == street.anna)
        let empty = try Community.open(in: TemporaryFolder(), TestTime())
        #expect(try await empty.ownAudiences() == ["everyone"])
    }

    // MARK: Changes

    @Test func `whoever waits for a change is told of it`() async throws {
        let street = try await Street()
        let community = street.community
        let before = try await community.changes.next(after: -1).number
        async let next = community.changes.next(after: before).number
        async let other = community.changes.next(after: before).number
        try await community.removeMember(street.gus, of: street.acme, by: .person(street.gus))
        #expect(try await next > before)
        #expect(try await other > before)
    }

    @Test func `a change says what it is about`() async throws {
        let street = try await Street()
        let community = street.community
        func topics(_ deed: () async throws -> Void) async throws -> Set<Change.Topic> {
            let before = community.changes.number
            try await deed()
            return try await community.changes.next(after: before).kinds.topics
        }
        let ben = Caller.person(street.ben)
        let session = try await community.signIn(street.ben)
        #expect(
            try await topics {
                try await community.endSession(session.id, of: street.ben, by: ben)
            } == [.sessions])
        #expect(
            try await topics {
                try await community.share("ben-phone", with: street.home, level: nil, by: ben)
            } == [.phones, .arrivals])
        // What they shared with it ends.
        #expect(
            try await topics {
                try await community.removeMember(
                    street.carl, of: street.home, by: .person(street.carl))
            } == [.groups, .phones, .arrivals])
    }

    @Test func `what is refused, or seen by nobody, is no change`() async throws {
        let street = try await Street()
        let community = street.community
        let session = try await community.signIn(street.ben)
        let before = try await community.changes.next(after: -1).number
        _ = try? await community.removePerson(street.anna, by: .machine)
        _ = try await community.people(by: .machine)
        street.time.pass(2 * hour)
        _ = try await community.session(session.secret)
        try await community.tidy()
        let waiting = Task { try await community.changes.next(after: before).number }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
