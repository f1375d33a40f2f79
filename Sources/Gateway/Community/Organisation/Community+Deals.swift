package import Geofencing
import SQLite

/// Deals of organisations. The daemon has them; here is whose they are, and what it does not know.
extension Community {
    /// Of one organisation, also those that are over.
    private static let mostDeals: Int64 = 10_000

    /// All, by their references.
    package func deals(by caller: Caller) throws -> [String: OrganisationDeal] {
        try read { db, _ in
            let deals = try db.deals(for: caller)
            return Dictionary(deals.map { ($0.reference, $0) }) { $1 }
        }
    }

    /// Throws `notFound` for whom the organisation is not there to be seen.
    package func checkDeals(of group: GroupID, by caller: Caller) throws {
        try read { db, _ in
            try db.require(.organisation, db.ownGroup(group, of: caller), for: "deals")
        }
    }

    /// One that is to be added at the daemon, by the admins of its site. `key`: as for all that is made
    /// once. `isNew`: it was not made with that key before.
    package func addDeal(
        of group: GroupID, site: Int64?, key: String?, by caller: Caller
    ) throws -> (deal: OrganisationDeal, isNew: Bool) {
        try change(of: [.deals]) { db, now in
            let managed = try db.managed(group, by: caller, for: "deals").sites
            if let site { try db.requireSite(site, of: group) }
            try managed.require(site, of: group)
            var isNew = false
            let number = try db.once(
                key, "deal", in: group, by: db.asker(caller)?.id, at: now
            ) {
                isNew = true
                try db.requireRoom(
                    in: "deal", of: group, atMost: Self.mostDeals, "deals: remove one")
                return try db.table("deal").insert(["group_id": .id(group), "site": SQLValue(site)])
            }
            return try db.madeEarlier {
                (try db.deals(number, for: caller).first.found(), isNew)
            }
        }
    }

    /// One that the daemon has refused: its key may be used again.
    package func forgetDraft(_ deal: OrganisationDeal) throws {
        try change(of: []) { db, _ in
            let number = SQLValue.integer(deal.number)
            try db.run("DELETE FROM deal WHERE id = :number", ["number": number])
            try db.run(
                "DELETE FROM made_key WHERE kind = 'deal' AND number = :number", ["number": number])
        }
    }

    /// One that the caller may change. `site`: where it is to be; within it, `nil` is none.
    package func managedDeal(
        _ reference: String, of group: GroupID, site: Int64?? = nil, by caller: Caller
    ) throws -> OrganisationDeal {
        try read { db, _ in
            let (deal, managed) = try db.managedDeal(reference, of: group, by: caller)
            if let site = site ?? nil { try db.requireSite(site, of: group) }
            if let site { try managed.require(site, of: group) }
            return deal
        }
    }

    /// `nil`: at none.
    package func setSite(
        _ site: Int64?, ofDeal reference: String, of group: GroupID, by caller: Caller
    ) throws {
        try change(of: [.deals]) { db, _ in
            let (deal, managed) = try db.managedDeal(reference, of: group, by: caller)
            if let site { try db.requireSite(site, of: group) }
            try managed.require(site, of: group)
            try db.table("deal").update(["id": .integer(deal.number), "site": SQLValue(site)])
        }
    }

    /// `jpeg`: `nil` takes it away.
    package func setPicture(
        _ jpeg: [UInt8]?, ofDeal reference: String, of group: GroupID, by caller: Caller
    ) async throws {
        try change(of: [.deals]) { db, _ in
            let deal = try db.managedDeal(reference, of: group, by: caller).0
            let picture = try jpeg.map { try db.insert(picture: $0, of: group) }
            if deal.picture != nil { try db.beginForgetting() }
            try db.table("deal").update(["id": .integer(deal.number), "picture": SQLValue(picture)])
        }
        if jpeg == nil { try? await finishForgetting() }  // Else the next `tidy()` does.
    }

    /// The picture of a deal that the caller may see. Throws `notFound` if it has none.
    package func picture(
        ofDeal reference: String, by caller: Caller
    ) throws -> (number: Int64, jpeg: [UInt8]) {
        try read { db, _ in
            _ = try db.asker(caller)
            return try db.picture(db.deal(called: reference, for: caller).picture)
        }
    }

    /// Once the daemon has it no more. `number`: the daemon's. What was said of it goes too.
    package func forgetDeal(_ number: Int64, reference: String?) async throws {
        try change(of: [.deals, .tips]) { db, _ in
            let id = reference.flatMap { OrganisationDeal.number(in: $0) }
            try db.run("DELETE FROM deal WHERE id = :id", ["id": SQLValue(id)])
            try db.run(
                "DELETE FROM tip WHERE place = :place", ["place": .text(Tip.place(ofDeal: number))])
            try db.beginForgetting()
        }
        try? await finishForgetting()  // Else the next `tidy()` does.
    }

    /// The time by which deals have begun and are over.
    package func time() throws -> Timestamp { try read { _, now in Timestamp(seconds: now) } }

    // MARK: Who has reserved, and what they say

    /// What people say of deals, by the numbers that these have at the daemon.
    package func ratingsOfDeals(by caller: Caller) throws -> [Int64: Ratings] {
        try read { db, _ in
            let found = try db.rows(
                """
                SELECT place, count(rating), avg(rating), max(rating) FILTER (WHERE person = :asker)
                FROM tip WHERE place >= 'deal/' AND place < 'deal0' AND rating IS NOT NULL
                GROUP BY place
                """, ["asker": .id(try db.asker(caller)?.id)]
            ) { row in
                let ratings = Ratings(
                    count: row.integer(1), average: row.real(2), mine: row.integerIfAny(3))
                return (Tip.deal(ofPlace: row.text(0) ?? "") ?? 0, ratings)
            }
            return Dictionary(found) { $1 }
        }
    }

    /// Those of `people` who are still there, and what they say of the deal, by its admins. `number`:
    /// the daemon's.
    package func customers(
        _ people: [PersonID], ofDeal number: Int64, _ reference: String, of group: GroupID,
        by caller: Caller
    ) throws -> [PersonID: Customer] {
        try read { db, _ in
            _ = try db.managedDeal(reference, of: group, by: caller)
            let wanted = Set(people)
            let found = try db.rows(
                """
                SELECT person.id, person.name, tip.rating, tip.text
                FROM person LEFT JOIN tip ON tip.person = person.id AND tip.place = :place
                """, ["place": .text(Tip.place(ofDeal: number))]
            ) { row in
                (
                    row.person(0),
                    Customer(
                        name: row.text(1) ?? "", rating: row.integerIfAny(2), text: row.text(3))
                )
            }
            return Dictionary(found.filter { wanted.contains($0.0) }) { $1 }
        }
    }
}

extension Tip {
    /// `number`: of a deal at the daemon.
    package static func place(ofDeal number: Int64) -> String { "deal/\(number)" }

    /// The number of the deal at the daemon; `nil`: it is of something else.
    package static func deal(ofPlace place: String) -> Int64? {
        guard place.hasPrefix("deal/") else { return nil }
        return Int64(place.dropFirst("deal/".count))
    }
}

extension Connection {
    /// `id`: `nil`: all.
    fileprivate func deals(
        _ id: Int64? = nil, for caller: Caller
    ) throws -> [OrganisationDeal] {
        var managed: [GroupID: ManagedSites?] = [:]
        return try rows(
            """
            SELECT deal.id, deal.group_id, "group".name, deal.site, site.name, deal.picture
            FROM deal JOIN "group" ON "group".id = deal.group_id
            LEFT JOIN site ON site.id = deal.site WHERE :id IS NULL OR deal.id = :id
            """, ["id": SQLValue(id)]
        ) { row in
            OrganisationDeal(
                number: row.integer(0), group: row.group(1),
                groupName: row.text(2) ?? "", site: row.integerIfAny(3), siteName: row.text(4),
                picture: row.integerIfAny(5), isManager: false)
        }.map { deal in
            var deal = deal
            if managed[deal.group] == nil {
                // `nil` also for who is no member.
                let sites = try ifFound { try managedSites(of: deal.group, by: caller) }
                managed[deal.group] = .some(sites ?? nil)
            }
            deal.isManager = managed[deal.group]??.has(deal.site) ?? false
            return deal
        }
    }

    fileprivate func deal(
        called reference: String, for caller: Caller
    ) throws -> OrganisationDeal {
        let found = try OrganisationDeal.number(in: reference).map { try deals($0, for: caller) }
        guard let deal = found?.first, deal.reference == reference else {
            throw CommunityError.notFound
        }
        return deal
    }

    /// One that the caller may change, and what they manage.
    fileprivate func managedDeal(
        _ reference: String, of group: GroupID, by caller: Caller
    ) throws -> (OrganisationDeal, ManagedSites) {
        let managed = try managed(group, by: caller, for: "deals").sites
        let deal = try deal(called: reference, for: caller)
        guard deal.group == group else { throw CommunityError.notFound }
        try managed.require(deal.site, of: group)
        return (deal, managed)
    }
}
