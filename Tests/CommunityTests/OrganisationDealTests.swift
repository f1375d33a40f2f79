import TestSupport
import Testing

@testable import Community

/// Deals of organisations: what the daemon does not know of them.
@Suite struct OrganisationDealTests {
    typealias Deed = @Sendable (Works, Caller) async throws -> Void

    /// As `Works.callers`.
    static let deeds: [(String, String, Deed)] = [
        (
            "see the list", "yyyyy---",
            { try await $0.community.checkDeals(of: $0.acme, by: $1) }
        ),
        (
            "add one at no site", "yyfff---",
            {
                _ = try await $0.community.addDeal(of: $0.acme, site: nil, key: nil, by: $1)
            }
        ),
        (
            "add one at the harbour", "yyyff---",
            {
                _ = try await $0.community.addDeal(
                    of: $0.acme, site: $0.harbour, key: nil, by: $1)
            }
        ),
        (
            "move one from the harbour to the quay", "yyfff---",
            {
                let deal = try await $0.deal(at: $0.harbour)
                try await $0.community.setSite(
                    $0.quay, ofDeal: deal.reference, of: $0.acme, by: $1)
            }
        ),
        (
            "give one of the harbour a picture", "yyyff---",
            {
                let deal = try await $0.deal(at: $0.harbour)
                try await $0.community.setPicture(
                    [1, 2], ofDeal: deal.reference, of: $0.acme, by: $1)
            }
        ),
        (
            "see the picture", "yyyyyyy-",
            {
                let deal = try await $0.deal(at: $0.harbour)
                try await $0.community.setPicture(
                    [1, 2], ofDeal: deal.reference, of: $0.acme, by: .machine)
                _ = try await $0.community.picture(ofDeal: deal.reference, by: $1)
            }
        ),
        (
            "see who has reserved one of the quay", "yyfff---",
            {
                let deal = try await $0.deal(at: $0.quay)
                _ = try await $0.community.customers(
                    [$0.gus], ofDeal: 7, deal.reference, of: $0.acme, by: $1)
            }
        ),
        (
            "add one to a household", "c-----c-",
            { _ = try await $0.community.addDeal(of: $0.street.home, site: nil, key: nil, by: $1) }
        ),
    ]

    @Test(arguments: deeds.indices)
    func `who may do what with an organisation's deals`(row: Int) async throws {
        let (name, expected, deed) = Self.deeds[row]
        let outcomes = try await Works.outcomes(deed)
        #expect(outcomes == expected, "\(name)")
    }

    @Test func `one finds the deals that one may change`() async throws {
        let works = try await Works()
        for site in [works.harbour, works.quay, nil] { _ = try await works.deal(at: site) }
        func managed(by caller: Caller) async throws -> [String] {
            try await works.community.deals(by: caller).values.filter(\.isManager)
                .map(\.reference).sorted()
        }
        let all = ["group/acme/deal/1", "group/acme/deal/2", "group/acme/deal/3"]
        #expect(try await managed(by: .machine) == all)
        #expect(try await managed(by: .person(works.fay)) == all)
        #expect(try await managed(by: .person(works.ina)) == ["group/acme/deal/1"])
        #expect(try await managed(by: .person(works.gus)) == [])
        #expect(try await managed(by: .person(works.street.ben)) == [])
        let deal = try #require(
            try await works.community.deals(by: .person(works.gus))["group/acme/deal/1"])
        #expect(deal.siteName == "Harbour" && deal.groupName == "Acme")
    }

    @Test func `the same key makes one deal, and none again once it is removed`() async throws {
        let works = try await Works()
        let community = works.community
        let fay = Caller.person(works.fay)
        func add() async throws -> OrganisationDeal {
            try await community.addDeal(of: works.acme, site: nil, key: "k", by: fay).deal
        }
        let deal = try await add()
        #expect(try await add() == deal)
        try await community.forgetDeal(7, reference: deal.reference)
        await #expect(throws: CommunityError.self) { try await add() }
        #expect(try await community.deals(by: fay).isEmpty)
    }

    @Test func `ratings are counted, and go with their deal`() async throws {
        let works = try await Works()
        let community = works.community
        let deal = try await works.deal(at: nil)
        try await community.setTip(of: "deal/7", rating: 5, text: "Good.", by: works.gus)
        try await community.setTip(of: "deal/7", rating: 2, text: nil, by: works.kim)
        try await community.setTip(of: "deal/70", rating: 1, text: nil, by: works.kim)
        try await community.setTip(of: "osm/node/7", rating: 1, text: nil, by: works.kim)
        let seen = try await community.ratingsOfDeals(by: .person(works.gus))
        #expect(
            seen == [
                7: Ratings(count: 2, average: 3.5, mine: 5),
                70: Ratings(count: 1, average: 1, mine: nil),
            ])
        let customers = try await community.customers(
            [works.gus, works.ina, works.street.hal], ofDeal: 7, deal.reference, of: works.acme,
            by: .person(works.fay))
        #expect(
            customers == [
                works.gus: Customer(name: "Gus", rating: 5, text: "Good."),
                works.ina: Customer(name: "Ina"),
            ])
        try await community.forgetDeal(7, reference: deal.reference)
        #expect(try await community.ratingsOfDeals(by: .machine).keys.sorted() == [70])
        #expect(
            try await community.tips(by: works.kim).map(\.place).sorted() == [
                "deal/70", "osm/node/7",
            ])
    }

    @Test func `a deal of a site that is removed stays, and is the organisation's`() async throws {
        let works = try await Works()
        let deal = try await works.deal(at: works.quay)
        try await works.community.removeSite(
            works.quay, of: works.acme, by: .person(works.fay))
        let now = try await works.community.deals(by: .person(works.fay))[deal.reference]
        #expect(now?.site == nil && now?.isManager == true)
    }
}

extension Works {
    fileprivate func deal(at site: Int64?) async throws -> OrganisationDeal {
        try await community.addDeal(of: acme, site: site, key: nil, by: .person(fay)).deal
    }
}
