import Geofencing
import TestSupport
import Testing

@testable import Community

/// What people are told at places: Ben and Carl are the household, Fay and Gus the organisation.
@Suite struct AtPlacesTests {
    private let street: Street
    private var community: Community { street.community }

    init() async throws { street = try await Street() }

    private func add(_ text: String, _ target: String? = nil) async throws -> Thing {
        try await community.addThing(
            [.text: text, .target: target ?? ""], of: street.home, by: .person(street.ben))
    }

    private func wanted(
        _ person: PersonID, from target: String = "shop=supermarket", in group: GroupID? = nil
    ) async throws -> [String]? {
        try await community.errands(for: target, of: group ?? street.home, told: person)?
            .things.map(\.text)
    }

    @Test func `what is to be bought is told to members, as long as nobody has bought it`()
        async throws
    {
        let milk = try await add("milk")
        _ = try await add("eggs")
        _ = try await add("bread", "Bakery")
        for person in [street.ben, street.carl] {
            #expect(try await wanted(person) == ["milk", "eggs"])
            #expect(try await wanted(person, from: "Bakery") == ["bread"])
            #expect(try await wanted(person, from: "Aldi") == nil)
            #expect(try await wanted(person, in: street.acme) == nil)
        }
        for person in [street.anna, street.dora, street.erik] {
            #expect(try await wanted(person) == nil)
        }
        _ = try await community.buy(milk.id, of: street.home, by: .person(street.ben))
        #expect(try await wanted(street.carl) == ["eggs"])
        try await community.removeMember(street.carl, of: street.home, by: .person(street.carl))
        #expect(try await wanted(street.carl) == nil)
    }

    @Test func `a target has the same number, whatever is on the list for it`() async throws {
        let milk = try await add("milk")
        let before = try await community.errands().map(\.number)
        _ = try await add("bread", "Bakery")
        _ = try await add("eggs")
        try await community.removeThing(milk.id, of: street.home, by: .person(street.ben))
        let after = try await community.errands()
        #expect(after.map(\.target) == ["Bakery", "shop=supermarket"])
        #expect(after.map(\.number).last == before.first)
        #expect(Set(after.map(\.number)).count == 2)
        // As an id of a watch can be.
        #expect(
            after.allSatisfy { errands in
                (1...16).contains(errands.number.count)
                    && errands.number.allSatisfy { $0.isHexDigit && !$0.isUppercase }
            })
    }

    // MARK: Events

    private func plan(_ people: [PersonID]? = nil, in group: GroupID) async throws -> Event {
        try await community.addEvent(
            EventChange(
                what: "Stock-taking", start: "2026-05-01T14:00:00Z", end: "2026-05-01T15:00:00Z",
                place: .some(EventPlace(text: "Harbour", lat: 52.37, lon: 4.89)), people: people),
            to: group, by: .person(group == street.home ? street.ben : street.fay))
    }

    private func isTold(_ event: Event, _ person: PersonID, of group: GroupID) async throws -> Bool
    {
        try await community.event(event.id, of: group, told: person)?.event == event
    }

    @Test func `an event is told to all members; of an organisation, to whom it names`()
        async throws
    {
        let party = try await plan([street.ben], in: street.home)
        #expect(try await isTold(party, street.ben, of: street.home))
        #expect(try await isTold(party, street.carl, of: street.home))
        #expect(try await !isTold(party, street.gus, of: street.home))
        let all = try await plan(in: street.acme)
        let shift = try await plan([street.gus], in: street.acme)
        #expect(try await isTold(all, street.gus, of: street.acme))
        #expect(try await isTold(shift, street.gus, of: street.acme))
        #expect(try await !isTold(shift, street.fay, of: street.acme))
        #expect(try await !isTold(shift, street.ben, of: street.acme))
        // An event is known within its group alone.
        #expect(try await !isTold(all, street.ben, of: street.home))
        try await community.removeEvent(all.id, of: street.acme, by: .person(street.fay))
        #expect(try await !isTold(all, street.gus, of: street.acme))
    }

    // MARK: Bulletins

    private func told(_ person: PersonID, at site: Int64) async throws -> [String] {
        try await community.bulletins(at: site, of: street.acme, told: person).map(\.title)
    }

    @Test func `bulletins are told at their site, to who belongs there or to no site`()
        async throws
    {
        let admin = Caller.person(street.fay)
        let other = try await community.addSite(
            of: street.acme, name: "Hill", area: .somewhere, by: admin
        ).id
        for (title, site) in [("all", nil), ("harbour", street.site), ("hill", other)] {
            _ = try await community.addBulletin(
                of: street.acme, title: title, site: site, by: admin)
        }
        // Fay belongs to no site, Gus to the harbour.
        #expect(try await told(street.fay, at: street.site) == ["all", "harbour"])
        #expect(try await told(street.fay, at: other) == ["all", "hill"])
        #expect(try await told(street.gus, at: street.site) == ["all", "harbour"])
        #expect(try await told(street.gus, at: other).isEmpty)
        for person in [street.ben, street.erik, street.anna] {
            #expect(try await told(person, at: street.site).isEmpty)
        }
    }

    @Test func `a bulletin is told while it is in force`() async throws {
        let now = Timestamp(seconds: street.time.now)
        for (title, from, until) in [
            ("over", now + -7200, now + -1), ("now", now + -7200, now + 1),
            ("for good", now, nil), ("to come", now + 1, now + 7200),
        ] {
            _ = try await community.addBulletin(
                of: street.acme, title: title, from: from, until: until, by: .person(street.fay))
        }
        #expect(try await told(street.gus, at: street.site) == ["now", "for good"])
    }
}
