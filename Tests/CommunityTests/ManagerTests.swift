import TestSupport
import Testing

@testable import Community

/// Admins of organisations who manage some sites.
@Suite struct ManagerTests {
    typealias Deed = @Sendable (Works, Caller) async throws -> Void

    private static func request(_ works: Works, at site: Int64?) async throws -> Int64 {
        let person = try await works.community.add("Lea")
        try await works.community.askToJoin(works.acme, site: site, by: .person(person))
        return try await works.community.requests(by: .machine).first { $0.person == person }!.id
    }

    /// As `Works.callers`.
    static let deeds: [(String, String, Deed)] = [
        ("plan something at the harbour", "fyyff---", { try await $0.plan(at: $0.harbour, $1) }),
        ("plan something at the quay", "fyfff---", { try await $0.plan(at: $0.quay, $1) }),
        ("plan something nowhere", "fyfff---", { try await $0.plan(at: nil, $1) }),
        (
            "change what is planned at the harbour", "yyyff---",
            {
                let event = try await $0.plan(at: $0.harbour, .person($0.fay))
                try await $0.community.editEvent(
                    event, of: $0.acme, EventChange(what: "Later"), by: $1)
            }
        ),
        (
            "move what is planned from the harbour to the quay", "yyfff---",
            {
                let event = try await $0.plan(at: $0.harbour, .person($0.fay))
                try await $0.community.editEvent(
                    event, of: $0.acme, EventChange(place: EventPlace(site: $0.quay)), by: $1)
            }
        ),
        (
            "remove what is planned at the quay", "yyfff---",
            {
                let event = try await $0.plan(at: $0.quay, .person($0.fay))
                try await $0.community.removeEvent(event, of: $0.acme, by: $1)
            }
        ),
        (
            "rename it", "yyfff---",
            { try await $0.community.editGroup($0.acme, name: "B", by: $1) }
        ),
        (
            "add a site", "yyfff---",
            {
                _ = try await $0.community.addSite(
                    of: $0.acme, name: "S", area: .somewhere, by: $1)
            }
        ),
        (
            "change the harbour", "yyyff---",
            { try await $0.community.editSite($0.harbour, of: $0.acme, name: "S", by: $1) }
        ),
        (
            "change the quay", "yyfff---",
            { try await $0.community.editSite($0.quay, of: $0.acme, name: "S", by: $1) }
        ),
        (
            "remove the quay", "yyfff---",
            { try await $0.community.removeSite($0.quay, of: $0.acme, by: $1) }
        ),
        (
            "remove the harbour, the only site of an admin", "ccfff---",
            { try await $0.community.removeSite($0.harbour, of: $0.acme, by: $1) }
        ),
        (
            "give gus a number", "yyyff---",
            { try await $0.community.editMember($0.gus, of: $0.acme, number: "7", by: $1) }
        ),
        (
            "give kim a number", "yyfff---",
            { try await $0.community.editMember($0.kim, of: $0.acme, number: "7", by: $1) }
        ),
        (
            "have gus work at the quay as well", "yyfff---",
            {
                try await $0.community.editMember(
                    $0.gus, of: $0.acme, sites: [$0.harbour, $0.quay], by: $1)
            }
        ),
        (
            "make gus an admin", "yyfff---",
            { try await $0.community.editMember($0.gus, of: $0.acme, role: .admin, by: $1) }
        ),
        (
            "let the admin of the harbour manage all", "yyfff---",
            { try await $0.community.editMember($0.ina, of: $0.acme, sites: [], by: $1) }
        ),
        (
            "let the admin of all manage the harbour alone", "ccfff---",
            { try await $0.community.editMember($0.fay, of: $0.acme, sites: [$0.harbour], by: $1) }
        ),
        (
            "take gus out", "yyyyf---",
            { try await $0.community.removeMember($0.gus, of: $0.acme, by: $1) }
        ),
        (
            "take kim out", "yyffy---",
            { try await $0.community.removeMember($0.kim, of: $0.acme, by: $1) }
        ),
        (
            "take the admin of all out", "ccfff---",
            { try await $0.community.removeMember($0.fay, of: $0.acme, by: $1) }
        ),
        (
            "accept who asks for the harbour", "yyy-----",
            { try await $0.community.acceptRequest(request($0, at: $0.harbour), by: $1) }
        ),
        (
            "accept who asks for the quay", "yy------",
            { try await $0.community.acceptRequest(request($0, at: $0.quay), by: $1) }
        ),
        (
            "accept who asks for no site", "yy------",
            { try await $0.community.acceptRequest(request($0, at: nil), by: $1) }
        ),
        (
            "accept who asks for the harbour at the quay", "yyf-----",
            {
                try await $0.community.acceptRequest(
                    request($0, at: $0.harbour), site: $0.quay, by: $1)
            }
        ),
        (
            "refuse who asks for the harbour", "yyy-----",
            { try await $0.community.removeRequest(request($0, at: $0.harbour), by: $1) }
        ),
    ]

    @Test(arguments: deeds.indices)
    func `who may do what where an admin manages some sites`(row: Int) async throws {
        let (name, expected, deed) = Self.deeds[row]
        let outcomes = try await Works.outcomes(deed)
        #expect(outcomes == expected, "\(name)")
    }

    @Test func `who manages some sites manages all once nobody else does`() async throws {
        let works = try await Works()
        let ina = Caller.person(works.ina)
        await #expect(throws: CommunityError.self) {
            try await works.community.editGroup(works.acme, name: "Ours", by: ina)
        }
        _ = try await works.community.removePerson(works.fay, by: .machine)
        try await works.community.editGroup(works.acme, name: "Ours", by: ina)
        // Alone, whoever manages all may say where they work.
        try await works.community.editMember(
            works.ina, of: works.acme, sites: [works.harbour, works.quay], by: ina)
        try await works.community.editGroup(works.acme, name: "Theirs", by: ina)
    }

    @Test func `an organisation corrects name and site of who asks`() async throws {
        let works = try await Works()
        let community = works.community
        for (site, expected) in [(nil, [works.harbour]), (works.quay, [works.quay])] {
            let id = try await Self.request(works, at: works.harbour)
            let before = try await community.group(works.acme, by: .machine).memberCount
            try await community.acceptRequest(
                id, name: "Lea R.", site: site.map { .some($0) } ?? nil, by: .person(works.fay))
            let members = try await community.group(works.acme, by: .machine).members ?? []
            #expect(members.count == before + 1)
            #expect(members.last?.name == "Lea R." && members.last?.sites == expected)
        }
        let none = try await Self.request(works, at: works.harbour)
        try await community.acceptRequest(none, site: .some(nil), by: .person(works.fay))
        #expect(try await community.group(works.acme, by: .machine).members?.last?.sites == [])
        let wrong = try await Self.request(works, at: nil)
        await #expect(throws: CommunityError.self) {
            try await community.acceptRequest(wrong, site: 99, by: .person(works.fay))
        }
    }
}

extension Works {
    @discardableResult
    fileprivate func plan(at site: Int64?, _ caller: Caller) async throws -> Int64 {
        try await community.addEvent(
            EventChange(
                what: "Shift", start: "2030-01-01T08:00:00Z", end: "2030-01-01T16:00:00Z",
                place: site.map { EventPlace(site: $0) }), to: acme, by: caller
        ).id
    }
}
