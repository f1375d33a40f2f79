import Posix
import SQLite

/// What a household wants to buy, and what it has at home.
extension Community {
    /// Things of one household in one state.
    private static let mostThings: Int64 = 10_000

    /// The oldest first. `state`: `nil`: any.
    package func things(
        of group: GroupID, in state: Thing.State? = nil, by caller: Caller
    ) throws -> [Thing] {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "shopping lists")
            return try db.things(of: group, in: state)
        }
    }

    /// `state`: what it has to be in; `nil`: any.
    package func thing(
        _ id: Int64, of group: GroupID, in state: Thing.State? = nil, by caller: Caller
    ) throws -> Thing {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "shopping lists")
            return try db.thing(id, of: group, in: state)
        }
    }

    package func addThing(
        _ draft: [Thing.Field: String], _ state: Thing.State = .wanted, of group: GroupID,
        key: String? = nil, by caller: Caller
    ) throws -> Thing {
        try changeThing(of: group, by: caller) { db, person, now in
            try db.once(key, state.rawValue, in: group, by: person, at: now) {
                try db.requireRoom(for: state, of: group, atMost: Self.mostThings)
                let empty = Dictionary(uniqueKeysWithValues: Thing.Field.allCases.map { ($0, "") })
                let fields = try empty.changed(by: empty.merging(draft) { $1 })
                return try db.insertThing(fields, state, of: group, by: person, at: now)
            }
        }
    }

    /// As `thing`. What the draft does not say stays; what is empty there is taken away.
    @discardableResult
    package func editThing(
        _ id: Int64, of group: GroupID, in state: Thing.State? = nil,
        _ draft: [Thing.Field: String], by caller: Caller
    ) throws -> Thing {
        try changeThing(of: group, by: caller) { db, _, _ in
            let fields = try db.thing(id, of: group, in: state).fields.changed(by: draft)
            try db.table("thing").update(fields.columns.merging(["id": .integer(id)]) { $1 })
            return id
        }
    }

    /// As `thing`.
    package func removeThing(
        _ id: Int64, of group: GroupID, in state: Thing.State? = nil, by caller: Caller
    ) throws {
        try change(of: [.items], for: .members(group)) { db, _ in
            _ = try db.household(group, of: caller, for: "shopping lists")
            _ = try db.thing(id, of: group, in: state)
            try db.remove(id, from: "thing")
        }
    }

    /// Makes or changes one, and returns it as it is then. `body`: returns its number.
    private func changeThing(
        of group: GroupID, by caller: Caller,
        _ body: (Connection, _ person: PersonID?, _ now: Int64) throws -> Int64
    ) throws -> Thing {
        try change(of: [.items], for: .members(group)) { db, now in
            _ = try db.household(group, of: caller, for: "shopping lists")
            let number = try body(db, db.asker(caller)?.id, now)
            return try db.madeEarlier { try db.thing(number, of: group) }
        }
    }

    // MARK: Bought and used up

    /// Takes a thing from the list home, with these fields instead. With a price, that is a bill of
    /// whoever asks. `today`: as 2026-05-01; `nil`: by UTC.
    package func buy(
        _ id: Int64, of group: GroupID, price: Int64? = nil, sharing: BillDraft.Sharing? = nil,
        _ draft: [Thing.Field: String] = [:], today: String? = nil, key: String? = nil,
        by caller: Caller
    ) throws -> Purchase {
        try change(of: [.items, .bills], for: .members(group)) { db, now in
            let household = try db.household(group, of: caller, for: "shopping lists")
            let person = try db.askingPerson(caller, to: "buy").id
            let number = try db.once(key, "purchase", in: group, by: person, at: now) {
                let thing = try db.thing(id, of: group, from: .wanted, atMost: Self.mostThings)
                var bill: Int64?
                if let price, price != 0 {
                    var paid = BillDraft()
                    (paid.what, paid.amount, paid.date) = (thing.text, price, today)
                    paid.sharing = sharing
                    bill = try db.addBill(paid, of: household, by: person, field: "price", at: now)
                } else if sharing != nil {
                    throw CommunityError.invalid(
                        field: "price", "is missing: say what is to be shared")
                }
                return try db.move(thing, of: group, draft, bill: bill, by: person, at: now)
            }
            return try db.madeEarlier { try db.purchase(number, of: group, for: caller) }
        }
    }

    /// Takes a thing from home back to the list, with these fields instead.
    package func useUp(
        _ id: Int64, of group: GroupID, _ draft: [Thing.Field: String] = [:], key: String? = nil,
        by caller: Caller
    ) throws -> Thing {
        try changeThing(of: group, by: caller) { db, person, now in
            try db.once(key, "used up", in: group, by: person, at: now) {
                let thing = try db.thing(id, of: group, from: .home, atMost: Self.mostThings)
                return try db.move(thing, of: group, draft, by: person, at: now)
            }
        }
    }

    // MARK: At places

    /// What all households want, for the daemon: of each household and target once, in order.
    package func errands() throws -> [Errands] {
        try read { db, _ in
            let found = try db.rows(
                """
                SELECT DISTINCT thing.group_id, "group".name, thing.target
                FROM thing JOIN "group" ON "group".id = thing.group_id
                WHERE thing.state = 'wanted' ORDER BY thing.group_id, thing.target
                """
            ) { ($0.group(0), $0.text(1) ?? "", $0.text(2) ?? "") }
            return try found.map { group, name, target in
                Errands(
                    group: group, groupName: name, target: target,
                    things: try db.things(of: group, in: .wanted, target: target))
            }
        }
    }
}
