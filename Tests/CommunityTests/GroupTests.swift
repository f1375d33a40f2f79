import TestSupport
import Testing

@testable import Community

@Suite struct GroupTests {
    private func names(_ street: Street, _ group: GroupID) async throws -> [String] {
        try await street.community.group(group, by: .machine).members?.map {
            $0.role == .admin ? "\($0.name)*" : $0.name
        } ?? []
    }

    @Test func `whoever makes a group is its admin`() async throws {
        let street = try await Street()
        let group = try await street.community.addGroup(
            .household, name: "Nest", currency: "EUR", by: .person(street.dora))
        #expect(group.role == .admin && group.currency == "EUR" && group.memberCount == 1)
        #expect(group.places == [] && group.sites == nil)
        #expect(try await names(street, group.id) == ["Dora*"])
        await #expect(throws: CommunityError.self) {
            try await street.community.addGroup(
                .household, name: "X", admin: street.ben, by: .person(street.dora))
        }
        let made = try await street.community.addGroup(
            .household, name: "Made", admin: street.ben, by: .machine)
        #expect(try await names(street, made.id) == ["Ben*"])
        await #expect(throws: CommunityError.self) {
            try await street.community.addGroup(.household, name: "X", by: .machine)
        }
    }

    @Test func `the last admin of a group stays until another is one`() async throws {
        let street = try await Street()
        let community = street.community
        let words = "ben is the only admin of home: make somebody else one first"
        await #expect(throws: CommunityError.conflict(words)) {
            try await community.removeMember(street.ben, of: street.home, by: .person(street.ben))
        }
        await #expect(throws: CommunityError.conflict(words)) {
            try await community.editMember(
                street.ben, of: street.home, role: .member, by: .person(street.ben))
        }
        try await community.editMember(
            street.carl, of: street.home, role: .admin, by: .person(street.ben))
        try await community.removeMember(street.ben, of: street.home, by: .person(street.ben))
        #expect(try await names(street, street.home) == ["Carl*"])
        await #expect(throws: CommunityError.notFound) {
            try await community.group(street.home, by: .person(street.ben))
        }
    }

    @Test func `a household goes with its last member, an organisation is removed`() async throws {
        let street = try await Street()
        let community = street.community
        for person in [street.carl, street.ben] {
            try await community.removeMember(person, of: street.home, by: .person(person))
        }
        try await community.removeMember(street.gus, of: street.acme, by: .person(street.gus))
        await #expect(throws: CommunityError.self) {
            try await community.removeMember(
                street.fay, of: street.acme, by: .person(street.fay))
        }
        try await community.removeGroup(street.acme, by: .person(street.fay))
        #expect(try await community.groups(by: .machine).isEmpty)
        #expect(try await community.requests(by: .machine).isEmpty)
    }

    @Test func `when its only admin is removed, who came first is the next`() async throws {
        let street = try await Street()
        try await street.community.take(street.dora, into: street.home)
        let devices = try await street.community.removePerson(street.ben, by: .machine)
        #expect(devices == ["ben-phone"])
        #expect(try await names(street, street.home) == ["Carl*", "Dora"])
        _ = try await street.community.removePerson(street.carl, by: .machine)
        _ = try await street.community.removePerson(street.dora, by: .machine)
        #expect(try await street.community.groups(by: .machine).map(\.id) == [street.acme])
    }

    // MARK: Organisations

    @Test(arguments: ["Acme", "ACME", " acme ", "A.C.M.E.", "Ácme"])
    func `the name of an organisation is taken once`(name: String) async throws {
        let street = try await Street()
        let community = street.community
        await #expect(throws: CommunityError.self) {
            try await community.addGroup(.organisation, name: name, by: .person(street.ben))
        }
        // Households may have any name.
        _ = try await community.addGroup(.household, name: name, by: .person(street.ben))
        let other = try await community.addGroup(
            .organisation, name: "Other", by: .person(street.ben))
        await #expect(throws: CommunityError.self) {
            try await community.editGroup(other.id, name: name, by: .person(street.ben))
        }
        try await community.editGroup(street.acme, name: name, by: .person(street.fay))
    }

    @Test func `of two who register one name at once, one has it`() async throws {
        let street = try await Street()
        func register(_ person: PersonID) async -> Bool {
            do {
                _ = try await street.community.addGroup(
                    .organisation, name: "Bakery", by: .person(person))
                return true
            } catch {
                return false
            }
        }
        async let one = register(street.ben)
        async let other = register(street.carl)
        #expect(await [one, other].filter(\.self).count == 1)
    }

    @Test(arguments: [
        ("", 2), ("ac", 1), ("CMÉ", 1), ("tools", 1), ("zzz", 0), ("%", 0), ("_", 0), (" ", 2),
        (String(repeating: "a", count: 1 << 20), 0),
    ])
    func `organisations are found by a part of their names`(text: String, count: Int) async throws {
        let street = try await Street()
        _ = try await street.community.addGroup(
            .organisation, name: "Tools & More", by: .person(street.ben))
        let found = try await street.community.organisations(
            matching: text, by: .person(street.dora))
        #expect(found.count == count)
        if let acme = found.first(where: { $0.id == street.acme }) {
            #expect(acme.sites.map(\.name) == ["Harbour"])
        }
    }

    @Test func `who asks to join is accepted with another name and site`() async throws {
        let street = try await Street()
        let community = street.community
        let quay = try await community.addSite(
            of: street.acme, name: "Quay", area: .somewhere, address: "Quay 1",
            by: .person(street.fay))
        let request = try await community.requests(by: .person(street.fay))[0]
        #expect(
            request.isMineToAnswer && request.site == street.site && request.person == street.dora)
        await #expect(throws: CommunityError.self) {
            try await community.acceptRequest(request.id, site: 99, by: .person(street.fay))
        }
        #expect(try await community.requests(by: .person(street.fay)).count == 1)
        try await community.acceptRequest(
            request.id, name: "Dora D.", site: quay.id, by: .person(street.fay))
        let member = try #require(
            try await community.group(street.acme, by: .person(street.dora)).members?.last)
        #expect(member.name == "Dora D." && member.sites == [quay.id] && member.role == .member)
        #expect(try await community.person(street.dora, by: .machine).name == "Dora")
        try await community.removeSite(quay.id, of: street.acme, by: .person(street.fay))
        #expect(
            try await community.group(street.acme, by: .machine).members?.last?.sites == [])
    }

    @Test func `who was refused may ask again, and withdraw it`() async throws {
        let street = try await Street()
        let community = street.community
        for who in [street.fay, street.dora] {
            let id = try await community.requests(by: .person(who))
                .first { $0.kind == .asksGroup }!.id
            try await community.removeRequest(id, by: .person(who))
            #expect(try await community.requests(by: .person(street.fay)).isEmpty)
            try await community.askToJoin(street.acme, by: .person(street.dora))
        }
        await #expect(throws: CommunityError.self) {
            try await community.askToJoin(street.acme, site: 99, by: .person(street.ben))
        }
    }

    // MARK: Households

    @Test func `who is asked by a household accepts, and is a member`() async throws {
        let street = try await Street()
        let request = try await street.community.requests(by: .person(street.dora))
            .first { $0.kind == .asksPerson }!
        #expect(request.askedBy == "Ben" && request.groupName == "Home" && request.isMineToAnswer)
        try await street.community.acceptRequest(request.id, by: .person(street.dora))
        #expect(try await names(street, street.home) == ["Ben*", "Carl", "Dora"])
        #expect(try await street.community.requests(by: .person(street.ben)).isEmpty)
    }

    /// What ends a request before the household asks again.
    static let ends: [@Sendable (Street, Int64) async throws -> Void] = [
        { _, _ in },
        { try await $0.community.removeRequest($1, by: .person($0.dora)) },
        { try await $0.community.removeRequest($1, by: .person($0.carl)) },
        { street, _ in street.time.pass(31 * day) },
        {
            try await $0.community.acceptRequest($1, by: .person($0.dora))
            try await $0.community.removeMember($0.dora, of: $0.home, by: .person($0.dora))
        },
        { street, _ in
            try await street.community.editPerson(street.dora, name: "Dorothy", by: .machine)
        },
    ]

    @Test(arguments: ends.indices, ["Dora", "dora", " DÓRA ", "Dorothy"])
    func `nobody is asked twice by one household`(end: Int, name: String) async throws {
        let street = try await Street()
        let community = street.community
        try await Self.ends[end](street, try await street.askedByHome())
        let before = try await community.requests(by: .person(street.dora))
        try await community.ask(name, toJoin: street.home, by: .person(street.carl))
        try await community.tidy()
        let after = try await community.requests(by: .person(street.dora))
        #expect(after.filter { $0.kind == .asksPerson } == before.filter { $0.kind == .asksPerson })
        // Another household may.
        let nest = try await community.addGroup(
            .household, name: "Nest", by: .person(street.carl)
        ).id
        try await community.ask("dora", toJoin: nest, by: .person(street.carl))
        #expect(
            try await community.requests(by: .person(street.dora)).contains { $0.group == nest })
    }

    @Test func `a household cannot tell who is there, nor who has declined`() async throws {
        let street = try await Street()
        let community = street.community
        for name in ["Fay", "Nobody", "gus"] {
            try await community.ask(name, toJoin: street.home, by: .person(street.carl))
        }
        func seen() async throws -> [String] {
            try await community.requests(by: .person(street.ben)).map {
                "\($0.name) \($0.person?.rawValue ?? "-") \($0.isMineToAnswer)"
            }
        }
        let all = ["Dora - false", "Fay - false", "Nobody - false", "gus - false"]
        #expect(try await seen() == all)
        let id = try await community.requests(by: .person(street.fay)).first {
            $0.kind == .asksPerson
        }!.id
        try await community.removeRequest(id, by: .person(street.fay))
        #expect(try await seen() == all)
        #expect(
            try await community.requests(by: .person(street.fay)).allSatisfy {
                $0.kind == .asksGroup
            })
        await #expect(throws: CommunityError.notFound) {
            try await community.acceptRequest(id, by: .person(street.fay))
        }
        street.time.pass(30 * day)
        #expect(try await seen() == [])
    }

    @Test func `of two people with one name, the one whose id is given is asked`() async throws {
        let street = try await Street()
        let community = street.community
        let other = try await community.add("Fay")
        try await community.ask("Fay", toJoin: street.home, by: .person(street.ben))
        #expect(try await community.requests(by: .person(other)).isEmpty)
        try await community.ask("fay-2", toJoin: street.home, by: .person(street.ben))
        #expect(try await community.requests(by: .person(other)).count == 1)
    }

    @Test func `a nick name is the member's own, and empty is none`() async throws {
        let street = try await Street()
        let community = street.community
        for (text, name) in [("Charlie", "Charlie"), ("", "Carl")] {
            let member = try await community.editMember(
                street.carl, of: street.home, nickName: text, by: .person(street.carl))
            #expect(member.name == name)
        }
        let gus = try await community.editMember(
            street.gus, of: street.acme, nickName: "Gustav", number: "A-17",
            sites: [street.site, street.site], by: .person(street.fay))
        #expect(gus.number == "A-17" && gus.sites == [street.site])
    }

    @Test func `a household has up to 200 places, and knows no others'`() async throws {
        let street = try await Street()
        let community = street.community
        let nest = try await community.addGroup(
            .household, name: "Nest", by: .person(street.dora)
        ).id
        await #expect(throws: CommunityError.notFound) {
            try await community.editPlace(
                street.place, of: nest, name: "X", by: .person(street.dora))
        }
        await #expect(throws: CommunityError.notFound) {
            try await community.removePlace(street.place, of: nest, by: .person(street.dora))
        }
        for i in 0..<200 {
            _ = try await community.addPlace(
                of: nest, name: "\(i)", area: .somewhere, by: .person(street.dora))
        }
        await #expect(throws: CommunityError.self) {
            try await community.addPlace(
                of: nest, name: "more", area: .somewhere, by: .person(street.dora))
        }
    }
}
