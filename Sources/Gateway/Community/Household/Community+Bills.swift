import SQLite

/// The bills of a household, and who owes what.
extension Community {
    /// Minor units, of what was paid and of what came back.
    package static let largestAmount: Int64 = 100_000_000_000

    /// The newest date first. `from`: the earliest date; `nil`: any. `before`: only those that come
    /// after this bill in the list. `limit`: how many at most.
    package func bills(
        of group: GroupID, from: String? = nil, before: Int64? = nil, limit: Int = 200,
        by caller: Caller
    ) throws -> [Bill] {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "bills")
            return try db.bills(
                of: group, from: from?.checkedDate("from"), before: before, limit: limit,
                for: caller)
        }
    }

    package func bill(_ id: Int64, of group: GroupID, by caller: Caller) throws -> Bill {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "bills")
            return try db.bill(id, of: group, for: caller)
        }
    }

    package func addBill(
        _ draft: BillDraft, of group: GroupID, key: String? = nil, by caller: Caller
    ) throws -> Bill {
        try change(of: [.bills], for: .members(group)) { db, now in
            let household = try db.household(group, of: caller, for: "bills")
            let person = try db.askingPerson(caller, to: "write bills").id
            let number = try db.once(key, "bill", in: group, by: person, at: now) {
                try db.addBill(draft, of: household, by: person, field: "amount", at: now)
            }
            return try db.madeEarlier { try db.bill(number, of: group, for: caller) }
        }
    }

    /// By who wrote it, and once they have left, by an admin. A bill stays a bill, and a payment one.
    @discardableResult
    package func editBill(
        _ id: Int64, of group: GroupID, _ draft: BillDraft, by caller: Caller
    ) throws -> Bill {
        try change(of: [.bills], for: .members(group)) { db, _ in
            let household = try db.household(group, of: caller, for: "bills")
            let bill = try db.editableBill(id, of: group, for: caller)
            try db.edit(bill, draft, of: household)
            return try db.bill(id, of: group, for: caller)
        }
    }

    /// As `editBill`.
    package func removeBill(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.bills], for: .members(group)) { db, _ in
            _ = try db.household(group, of: caller, for: "bills")
            _ = try db.editableBill(id, of: group, for: caller)
            try db.remove(id, from: "bill")
        }
    }

    package func balances(of group: GroupID, by caller: Caller) throws -> Balances {
        try read { db, _ in
            try db.balances(of: db.household(group, of: caller, for: "bills"))
        }
    }
}

extension Connection {
    fileprivate func editableBill(
        _ id: Int64, of group: GroupID, for caller: Caller
    ) throws -> Bill {
        let bill = try bill(id, of: group, for: caller)
        guard bill.mayEdit else {
            throw CommunityError.forbidden(
                "only who wrote the bill may, and an admin once they have left: ask them")
        }
        return bill
    }

    fileprivate func balances(of household: Group) throws -> Balances {
        let sums = try sums(of: household.id)
        let parties = try parties(of: household.id)
        let people = Dictionary(
            parties.values.compactMap { party in party.person.map { ($0, party) } },
            uniquingKeysWith: { first, _ in first })
        let members = try members(of: household.id)
        var balances = members.map { member in
            let party =
                people[member.person] ?? Participant(person: member.person, name: member.name)
            return Balances.Balance(
                of: party, isMember: true, balance: party.party.flatMap { sums[$0] } ?? 0)
        }
        let ids = Set(members.map(\.person))
        for (number, party) in parties.sorted(by: { $0.key < $1.key }) {
            let isMember = party.person.map(ids.contains) ?? false
            guard !isMember, let sum = sums[number], sum != 0 else { continue }
            balances.append(.init(of: party, isMember: false, balance: sum))
        }
        let payments = Settlement.payments(of: balances.map(\.balance)).map {
            Balances.Payment(
                from: balances[$0.from].of, to: balances[$0.to].of, amount: $0.amount)
        }
        return Balances(
            currency: household.currency, digits: Currency.digits(household.currency),
            balances: balances, payments: payments)
    }
}
