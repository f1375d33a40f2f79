import Posix
import TestSupport
import Testing

@testable import Community

@Suite struct PhoneAccessTests {
    @Test func `a phone signs in with its own token, until there is a new one`() async throws {
        let street = try await Street()
        let community = street.community
        let (phone, token) = try await community.addPhone(
            name: "Tablet", owner: street.ben, by: .person(street.ben))
        #expect(try await community.phone(withToken: token)?.id == phone.id)
        #expect(try await community.phone(withToken: Secret()) == nil)
        let new = try await community.renewToken(of: phone.id, by: .machine)
        #expect(try await community.phone(withToken: token) == nil)
        #expect(try await community.phone(withToken: new)?.id == phone.id)
    }

    @Test func `a token dies with its phone, and with its owner`() async throws {
        let street = try await Street()
        let community = street.community
        let (phone, token) = try await community.addPhone(
            name: "Tablet", owner: street.ben, by: .machine)
        try await community.removePhone(phone.id, by: .machine)
        #expect(try await community.phone(withToken: token) == nil)
        let other = try await community.addPhone(name: "Other", owner: street.ben, by: .machine)
        _ = try await community.removePerson(street.ben, by: .machine)
        #expect(try await community.phone(withToken: other.token) == nil)
    }

    @Test func `only its hash is in the file`() async throws {
        let street = try await Street()
        let token = try await street.community.renewToken(of: "ben-phone", by: .machine)
        for suffix in ["", "-wal"] {
            let file = try InputFile.contents(
                of: street.folder.file(GatewayDatabase.fileName + suffix), limit: 1 << 26)
            #expect(file.firstRange(of: Array(token.text.utf8)) == nil)
        }
    }

    @Test func `a phone is found by the topic that it publishes to`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.editPhone("ben-phone", topic: "owntracks/ben/pixel", by: .machine)
        #expect(try await community.phone(withTopic: "owntracks/ben/pixel")?.id == "ben-phone")
        for other in ["owntracks/ben", "owntracks/ben/Pixel", "owntracks/+/+", "ben-phone", ""] {
            #expect(try await community.phone(withTopic: other) == nil)
        }
        try await community.editPhone("ben-phone", topic: .some(nil), by: .person(street.ben))
        #expect(try await community.phone(withTopic: "owntracks/ben/pixel") == nil)
    }

    @Test func `whether servers are asked around a phone is for its owner to say, and to know`()
        async throws
    {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        for device in ["ben-phone", "nobodys"] {
            #expect(try await community.mayAskServers(around: device))
        }
        #expect(try await community.phone("ben-phone", by: ben).asksServers == true)
        try await community.editPhone("ben-phone", asksServers: false, by: ben)
        #expect(try await !community.mayAskServers(around: "ben-phone"))
        // Another name leaves it as it is.
        #expect(try await community.editPhone("ben-phone", name: "P", by: ben).asksServers == false)
        await #expect(throws: CommunityError.self) {
            try await community.editPhone(
                "ben-phone", asksServers: true, by: .person(street.dora))
        }
        var shown = try await community.phone("ben-phone", by: ben)
        shown.show(as: .position)
        #expect(shown.asksServers == nil)
    }

    @Test func `two phones never have one topic`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.editPhone("ben-phone", topic: "a/b", by: .machine)
        try await community.editPhone("ben-phone", topic: "a/b", by: .machine)
        await #expect(throws: CommunityError.self) {
            try await community.addPhone(
                device: "other", name: "P", topic: "a/b", owner: street.dora, by: .machine)
        }
        // Then the phone is not there either.
        await #expect(throws: CommunityError.notFound) {
            try await community.phone("other", by: .machine)
        }
    }

    @Test(arguments: [
        "", "+", "owntracks/+/phone", "owntracks/#", "#", "$SYS/broker", "a\0b", "a\nb", "a\u{7F}",
        String(repeating: "a", count: 257), String(repeating: "é", count: 129),
    ])
    func `what is no topic of one phone is refused`(topic: String) async throws {
        let street = try await Street()
        await #expect(throws: CommunityError.self) {
            try await street.community.editPhone("ben-phone", topic: topic, by: .machine)
        }
    }

    @Test func `how a phone gets in is for its owner to know`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.editPhone("ben-phone", topic: "a/b", by: .machine)
        func seen(by caller: Caller) async throws -> [Phone] {
            [
                try await community.phone("ben-phone", by: caller),
                try await community.phones(by: caller)[0],
            ]
        }
        for caller in [Caller.machine, .person(street.ben)] {
            for phone in try await seen(by: caller) {
                #expect(phone.topic == "a/b" && phone.hasToken == true)
            }
        }
        for phone in try await seen(by: .person(street.carl)) {
            #expect(phone.topic == nil && phone.hasToken == nil)
        }
    }

    @Test func `only an admin can add a phone with a topic of the broker`() async throws {
        let street = try await Street()
        func add(_ owner: PersonID) async throws {
            try await street.community.addPhone(
                name: "P", topic: "a/b", owner: owner, by: .person(owner))
        }
        await #expect(throws: CommunityError.self) { try await add(street.ben) }
        try await add(street.anna)
    }
}
