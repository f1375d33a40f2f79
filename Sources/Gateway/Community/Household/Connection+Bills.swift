import Geofencing
import Posix
import SQLite

/// The rows of bills.
extension Connection {
    // MARK: Reading

    /// A row of `bill`, without its shares.
    private struct BillRow {
        var bill: Bill
        var payer: Int64
        var isAuthorMember: Bool
    }

    private static let bills = """
        SELECT bill.id, bill.what, bill.amount, bill.date, bill.kind, bill.equal, bill.written,
            bill.payer, author_member.person IS NOT NULL, \(Author.columns)
        FROM bill \(Author.joins("bill.author", in: "bill.group_id"))
        """

    private static func bill(_ row: Statement) -> BillRow {
        let bill = Bill(
            id: row.integer(0), what: row.text(1) ?? "", amount: row.integer(2),
            date: row.text(3) ?? "", kind: Bill.Kind(rawValue: row.text(4) ?? "") ?? .bill,
            paidBy: Participant(name: ""), shares: [], isEqual: row.integer(5) != 0,
            by: Author(row, at: 9), written: row.time(6), mayEdit: false)
        return BillRow(bill: bill, payer: row.integer(7), isAuthorMember: row.integer(8) != 0)
    }

    /// The newest date first. As `Community.bills` has it: throws if there is no bill `before`.
    func bills(
        of group: GroupID, from: String?, before: Int64?, limit: Int, for caller: Caller
    ) throws -> [Bill] {
        let last = try before.map { number in
            let date = try first(
                "SELECT date FROM bill WHERE id = :id AND group_id = :group",
                ["id": .integer(number), "group": .id(group)]
            ) { $0.text(0) ?? "" }
            guard let date else { throw CommunityError.unknownLast }
            return date
        }
        let rows = try rows(
            """
            \(Self.bills)
            WHERE bill.group_id = :group AND (:from IS NULL OR bill.date >= :from)
                AND (:before IS NULL
                    OR (bill.date, bill.id) < (:last, :before))
            ORDER BY bill.date DESC, bill.id DESC LIMIT :limit
            """,
            [
                "group": .id(group), "from": SQLValue(from),
                "before": SQLValue(before), "last": SQLValue(last), "limit": .integer(Int64(limit)),
            ], Self.bill)
        return try whole(rows, of: group, for: caller)
    }

    /// Throws `notFound` if there is none.
    func bill(_ id: Int64, of group: GroupID, for caller: Caller) throws -> Bill {
        let row = try first(
            "\(Self.bills) WHERE bill.id = :id AND bill.group_id = :group",
            ["id": .integer(id), "group": .id(group)], Self.bill)
        return try whole([row.found()], of: group, for: caller)[0]
    }

    private func whole(
        _ rows: [BillRow], of group: GroupID, for caller: Caller
    ) throws -> [Bill] {
        let parties = try parties(of: group)
        let asker = try asker(caller)?.id
        let isAdmin = try existingGroup(group, for: asker).role == .admin
        return try rows.map { row in
            var bill = row.bill
            bill.paidBy = parties[row.payer] ?? bill.paidBy
            bill.shares = try self.rows(
                "SELECT party, amount FROM bill_share WHERE bill = :bill ORDER BY number",
                ["bill": .integer(bill.id)]
            ) {
                Bill.Share(
                    of: parties[$0.integer(0)] ?? Participant(name: ""), amount: $0.integer(1))
            }
            bill.mayEdit =
                asker == nil || asker == bill.by.person || isAdmin && !row.isAuthorMember
            return bill
        }
    }

    /// By number.
    func parties(of group: GroupID) throws -> [Int64: Participant] {
        let parties = try rows(
            """
            SELECT party.id, \(Author.columns)
            FROM party \(Author.joins("party.person", in: "party.group_id"))
            WHERE party.group_id = :group
            """, ["group": .id(group)]
        ) { row in
            let somebody = Author(row, at: 1)
            return Participant(party: row.integer(0), person: somebody.person, name: somebody.name)
        }
        return Dictionary(uniqueKeysWithValues: parties.map { ($0.party ?? 0, $0) })
    }

    /// What is owed to each party, by number; negative: what they owe.
    func sums(of group: GroupID) throws -> [Int64: Int64] {
        let sums = try rows(
            """
            SELECT id, (SELECT coalesce(sum(amount), 0) FROM bill WHERE payer = party.id)
                - (SELECT coalesce(sum(amount), 0) FROM bill_share WHERE party = party.id)
            FROM party WHERE group_id = :group
            """, ["group": .id(group)]
        ) { ($0.integer(0), $0.integer(1)) }
        return Dictionary(uniqueKeysWithValues: sums)
    }

    func hasBills(_ group: GroupID) throws -> Bool {
        try table("bill").has(["group_id": .id(group)])
    }

    // MARK: Writing

    /// Bills of one household.
    private static let mostBills: Int64 = 100_000
    /// Characters.
    private static let longestWhat = 200

    /// `field`: that of the amount, as in JSON.
    func addBill(
        _ draft: BillDraft, of household: Group, by person: PersonID, field: String, at now: Int64
    ) throws -> Int64 {
        let group = household.id
        try requireRoom(in: "bill", of: group, atMost: Self.mostBills, "of these: remove some")
        guard let what = draft.what, let amount = draft.amount else {
            let missing = draft.what == nil ? "what" : field
            throw CommunityError.invalid(field: missing, "is missing")
        }
        let checked = try Self.checked(amount, field, of: draft.kind)
        let payer = try party(
            draft.paidBy ?? person.rawValue, of: group, as: "paid_by", for: "who has paid")
        let shares = try shares(
            of: checked, paidBy: payer, draft.sharing ?? everybody(in: draft, group),
            draft.kind, group)
        let bill = try table("bill").insert([
            "group_id": .id(group),
            "what": .text(try what.checkedName("what", longest: Self.longestWhat)),
            "amount": .integer(checked),
            "date": .text(try draft.date?.checkedDate("date") ?? "\(CivilDate(at: now))"),
            "kind": .text(draft.kind.rawValue), "payer": .integer(payer),
            "equal": draft.sharing?.isOwn == true ? 0 : 1, "author": .id(person),
            "written": .integer(now),
        ])
        try insert(shares, of: bill)
        return bill
    }

    /// `nil` of the draft leaves it as it is: equal shares are made anew.
    func edit(_ bill: Bill, _ draft: BillDraft, of household: Group) throws {
        let group = household.id
        let amount =
            try draft.amount.map { try Self.checked($0, "amount", of: bill.kind) } ?? bill.amount
        let payer =
            try draft.paidBy.map {
                try party($0, of: group, as: "paid_by", for: "who has paid")
            } ?? bill.paidBy.party ?? 0
        var isEqual = bill.isEqual
        if let sharing = draft.sharing {
            isEqual = !sharing.isOwn
            try replaceShares(
                of: bill.id,
                by: shares(of: amount, paidBy: payer, sharing, bill.kind, group))
        } else if amount != bill.amount || payer != bill.paidBy.party {
            guard isEqual || amount == bill.amount else {
                throw CommunityError.invalid(
                    field: "shares", "are missing: say whose the other amount is")
            }
            let parties = bill.shares.compactMap(\.of.party)
            if bill.kind == .payment { try Self.requireOther(parties, than: payer) }
            if isEqual {
                try replaceShares(of: bill.id, by: Self.equal(amount, parties, paidBy: payer))
            }
        }
        try table("bill").update([
            "id": .integer(bill.id),
            "what": .text(
                try draft.what?.checkedName("what", longest: Self.longestWhat) ?? bill.what),
            "amount": .integer(amount),
            "date": .text(try draft.date?.checkedDate("date") ?? bill.date),
            "payer": .integer(payer), "equal": isEqual ? 1 : 0,
        ])
    }

    private static func checked(
        _ amount: Int64, _ field: String, of kind: Bill.Kind
    ) throws -> Int64 {
        let most = Community.largestAmount
        let least = kind == .payment ? 1 : -most
        guard amount != 0, (least...most).contains(amount) else {
            let refund = kind == .payment ? "" : ", or from -\(most) to -1 if it came back"
            throw CommunityError.invalid(
                field: field,
                "is not a whole number from 1 to \(most)\(refund): use minor units, as cents")
        }
        return amount
    }

    // MARK: Shares

    private typealias Shares = [(party: Int64, amount: Int64)]

    /// For whom a bill is that does not say it: all members.
    private func everybody(in draft: BillDraft, _ group: GroupID) throws -> BillDraft.Sharing {
        guard draft.kind == .bill else {
            throw CommunityError.invalid(field: "for", "is missing: say who was paid")
        }
        return .equal(try members(of: group).map(\.person.rawValue))
    }

    /// In the order in which people came.
    private func shares(
        of amount: Int64, paidBy payer: Int64, _ sharing: BillDraft.Sharing, _ kind: Bill.Kind,
        _ group: GroupID
    ) throws -> Shares {
        let (field, names) = (sharing.isOwn ? "shares" : "for", sharing.names)
        let parties = try names.map {
            try party($0, of: group, as: field, for: "for whom it is")
        }
        guard !parties.isEmpty, Set(parties).count == parties.count else {
            throw CommunityError.invalid(
                field: field,
                parties.isEmpty ? "is empty: say for whom it is" : "names somebody twice")
        }
        if kind == .payment { try Self.requireOther(parties, than: payer) }
        switch sharing {
        case .equal:
            return Self.equal(amount, try inOrder(parties, of: group), paidBy: payer)
        case .own(let own):
            try Self.require(own.map(\.amount), sumTo: amount)
            let amounts = Dictionary(
                uniqueKeysWithValues: zip(parties, own.map(\.amount)))
            return try inOrder(parties, of: group).map { ($0, amounts[$0] ?? 0) }
        }
    }

    /// What cannot be divided is the payer's, or else the first one's.
    private static func equal(
        _ amount: Int64, _ parties: [Int64], paidBy payer: Int64
    ) -> Shares {
        let (each, rest) = amount.quotientAndRemainder(dividingBy: Int64(parties.count))
        let last = parties.contains(payer) ? payer : parties[0]
        return parties.map { ($0, $0 == last ? each + rest : each) }
    }

    private static func require(_ amounts: [Int64], sumTo amount: Int64) throws {
        let most = Community.largestAmount
        let range = amount < 0 ? -most...0 : 0...most
        guard amounts.allSatisfy(range.contains) else {
            throw CommunityError.invalid(
                field: "shares",
                "has an amount that is not a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        let sum = amounts.reduce(0, +)
        guard sum == amount else {
            throw CommunityError.invalid(
                field: "shares", "sum to \(sum), not to \(amount): make them the amount")
        }
    }

    private static func requireOther(_ parties: [Int64], than payer: Int64) throws {
        guard parties.count == 1, parties[0] != payer else {
            throw CommunityError.invalid(
                field: "for", "is not one other person: say who was paid")
        }
    }

    private func insert(_ shares: Shares, of bill: Int64) throws {
        for (party, amount) in shares {
            try table("bill_share").insert([
                "bill": .integer(bill), "party": .integer(party), "amount": .integer(amount),
            ])
        }
    }

    private func replaceShares(of bill: Int64, by shares: Shares) throws {
        try run("DELETE FROM bill_share WHERE bill = :bill", ["bill": .integer(bill)])
        try insert(shares, of: bill)
    }

    // MARK: Parties

    /// Members in the order in which they came, then the others.
    private func inOrder(_ parties: [Int64], of group: GroupID) throws -> [Int64] {
        let wanted = Set(parties)
        return try integers(
            """
            SELECT party.id FROM party LEFT JOIN member
                ON member.person = party.person AND member.group_id = party.group_id
            WHERE party.group_id = :group
            ORDER BY member.number IS NULL, member.number, party.id
            """, ["group": .id(group)]
        ).filter(wanted.contains)
    }

    /// The number of somebody who is a member, or is in bills already. `name`: as `BillDraft` has it.
    private func party(
        _ name: String, of group: GroupID, as field: String, for role: String
    ) throws -> Int64 {
        let number = name.hasPrefix("#") ? Int64(name.dropFirst()) : nil
        let known = try integer(
            "SELECT id FROM party WHERE group_id = :group AND (id = :number OR person = :name)",
            ["group": .id(group), "number": SQLValue(number), "name": .text(name)])
        if let known { return known }
        guard try table("member").has(["group_id": .id(group), "person": .text(name)]) else {
            throw CommunityError.invalid(
                field: field,
                "\(name.quoted) is no member of \(group): say \(role) by a member's id")
        }
        return try table("party").insert(["group_id": .id(group), "person": .text(name)])
    }
}

extension BillDraft.Sharing {
    fileprivate var isOwn: Bool { if case .own = self { true } else { false } }

    fileprivate var names: [String] {
        switch self {
        case .equal(let names): names
        case .own(let shares): shares.map(\.of)
        }
    }
}

extension String {
    /// A day of the calendar, as `2026-05-01`.
    func checkedDate(_ field: String) throws -> String {
        guard CivilDate(self) != nil else {
            throw CommunityError.invalid(
                field: field, "\(quoted) is no date: write it as in 2026-05-01")
        }
        return self
    }
}
