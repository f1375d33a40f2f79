import FoundationEssentials
import Posix
import SQLite
import TestSupport
import Testing

@testable import Community

/// The bills of a household, and who owes what.
@Suite struct BillTests {
    private func draft(
        _ amount: Int64?, _ what: String? = "Dinner", date: String? = "2026-05-02",
        by payer: String? = nil, _ sharing: BillDraft.Sharing? = nil,
        _ kind: Bill.Kind = .bill
    ) -> BillDraft {
        var draft = BillDraft()
        (draft.what, draft.amount, draft.date) = (what, amount, date)
        (draft.paidBy, draft.sharing, draft.kind) = (payer, sharing, kind)
        return draft
    }

    /// `home` with Ben, Carl and Dora.
    private func three() async throws -> Street {
        let street = try await Street()
        try await street.community.take(street.dora, into: street.home)
        return street
    }

    private func balances(_ street: Street) async throws -> [String: Int64] {
        let found = try await street.community.balances(of: street.home, by: .machine)
        #expect(found.balances.map(\.balance).reduce(0, +) == 0)
        return Dictionary(
            uniqueKeysWithValues: found.balances.map {
                ($0.of.person?.rawValue ?? "#\($0.of.party ?? 0)", $0.balance)
            })
    }

    // MARK: Shares

    /// The amount, who has paid, for whom, and what is whose.
    @Test(
        arguments: [
            (300, "ben", nil, ["ben": 100, "carl": 100, "dora": 100]),
            (100, "ben", nil, ["ben": 34, "carl": 33, "dora": 33]),
            (101, "dora", nil, ["ben": 33, "carl": 33, "dora": 35]),
            (1, "carl", nil, ["ben": 0, "carl": 1, "dora": 0]),
            // Who has paid is not among them: the first who came has the rest.
            (101, "ben", ["dora", "carl"], ["carl": 51, "dora": 50]),
            (7, "ben", ["ben"], ["ben": 7]),
            // Money that came back.
            (-300, "ben", nil, ["ben": -100, "carl": -100, "dora": -100]),
            (-100, "ben", nil, ["ben": -34, "carl": -33, "dora": -33]),
            (-1, "carl", nil, ["ben": 0, "carl": -1, "dora": 0]),
            (-101, "ben", ["dora", "carl"], ["carl": -51, "dora": -50]),
            (
                -100_000_000_000, "dora", nil,
                [
                    "ben": -33_333_333_333, "carl": -33_333_333_333, "dora": -33_333_333_334,
                ]
            ),
            (
                100_000_000_000, "ben", nil,
                [
                    "ben": 33_333_333_334, "carl": 33_333_333_333, "dora": 33_333_333_333,
                ]
            ),
        ] as [(Int64, String, [String]?, [String: Int64])])
    func `equal shares leave the rest to who has paid`(
        _ amount: Int64, _ payer: String, _ people: [String]?, _ expected: [String: Int64]
    ) async throws {
        let street = try await three()
        let bill = try await street.community.addBill(
            draft(amount, by: payer, people.map { .equal($0) }), of: street.home,
            by: .person(street.ben))
        #expect(bill.isEqual && bill.paidBy.person?.rawValue == payer)
        let shares = bill.shares.map { ($0.of.person?.rawValue ?? "", $0.amount) }
        #expect(Dictionary(uniqueKeysWithValues: shares) == expected)
        var sums = expected.mapValues { -$0 }
        sums[payer, default: 0] += amount
        for name in ["ben", "carl", "dora"] { sums[name, default: 0] += 0 }
        #expect(try await balances(street) == sums)
    }

    @Test(
        arguments: [
            (0, "x", "2026-05-01", nil, nil, "amount is not a whole number from 1"),
            (-100_000_000_001, "x", "2026-05-01", nil, nil, "amount is not"),
            (.min, "x", "2026-05-01", nil, nil, "amount is not"),
            (1_000_000_000_000, "x", "2026-05-01", nil, nil, "amount is not"),
            (.max, "x", "2026-05-01", nil, nil, "amount is not"),
            (nil, "x", "2026-05-01", nil, nil, "amount is missing"),
            (1, nil, "2026-05-01", nil, nil, "what is missing"),
            (1, " ", "2026-05-01", nil, nil, "what is empty"),
            (1, "x", "2026-02-30", nil, nil, "date '2026-02-30' is no date"),
            (1, "x", "2026-5-1", nil, nil, "date"), (1, "x", "tomorrow!!", nil, nil, "date"),
            (1, "x", "", nil, nil, "date"), (1, "x", "2026-13-01", nil, nil, "date"),
            (1, "x", "20260501T0", nil, nil, "date"),
            (1, "x", "2026-05-01", "anna", nil, "paid_by 'anna' is no member of home"),
            (1, "x", "2026-05-01", "nobody", nil, "paid_by 'nobody' is no member of home"),
            (1, "x", "2026-05-01", "#1", nil, "paid_by '#1' is no member"),
            (1, "x", "2026-05-01", "#", nil, "paid_by"), (1, "x", "2026-05-01", "", nil, "paid_by"),
            (1, "x", "2026-05-01", nil, .equal([]), "for is empty"),
            (1, "x", "2026-05-01", nil, .equal(["ben", "ben"]), "for names somebody twice"),
            (1, "x", "2026-05-01", nil, .equal(["erik"]), "for 'erik' is no member"),
            (1, "x", "2026-05-01", nil, .own([]), "shares is empty"),
            (10, "x", "2026-05-01", nil, .own([("ben", 9)]), "shares sum to 9, not to 10"),
            (
                10, "x", "2026-05-01", nil, .own([("ben", 11), ("carl", -1)]),
                "shares has an amount"
            ),
            (
                10, "x", "2026-05-01", nil, .own([("ben", .max), ("carl", .max)]),
                "shares has an amount"
            ),
            (10, "x", "2026-05-01", nil, .own([("ben", 5), ("ben", 5)]), "shares names somebody"),
            (-10, "x", "2026-05-01", nil, .own([("ben", 10)]), "shares has an amount"),
            (-10, "x", "2026-05-01", nil, .own([("ben", -9)]), "shares sum to -9, not to -10"),
            (
                -10, "x", "2026-05-01", nil, .own([("ben", -11), ("carl", 1)]),
                "shares has an amount that is not a whole number from -100000000000 to 0"
            ),
        ] as [(Int64?, String?, String, String?, BillDraft.Sharing?, String)])
    func `what is no bill is refused`(
        _ amount: Int64?, _ what: String?, _ date: String, _ payer: String?,
        _ sharing: BillDraft.Sharing?, _ words: String
    ) async throws {
        let street = try await three()
        let error = await #expect(throws: CommunityError.self) {
            try await street.community.addBill(
                draft(amount, what, date: date, by: payer, sharing), of: street.home,
                by: .person(street.ben))
        }
        #expect("\(try #require(error))".hasPrefix(words), "\(error!)")
        // Nothing of it is left, also no party.
        #expect(try await street.community.bills(of: street.home, by: .machine).isEmpty)
        let left = try await street.community.read { db, _ in
            try db.integer("SELECT count(*) FROM party")
        }
        #expect(left == 0)
    }

    @Test func `money that is paid back is a bill of one for one`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        _ = try await community.addBill(draft(300), of: home, by: .person(street.ben))
        for wrong in [nil, .equal(["carl"]), .equal(["ben", "dora"])] as [BillDraft.Sharing?] {
            await #expect(throws: CommunityError.self) {
                try await community.addBill(
                    draft(100, "Paid back", wrong, .payment), of: home, by: .person(street.carl))
            }
        }
        let payment = try await community.addBill(
            draft(100, "Paid back", .equal(["ben"]), .payment), of: home,
            by: .person(street.carl))
        #expect(payment.kind == .payment)
        #expect(try await balances(street) == ["ben": 100, "carl": 0, "dora": -100])
        // Less than nothing is paid the other way.
        for amount in [-100, -1] as [Int64] {
            let error = await #expect(throws: CommunityError.self) {
                try await community.addBill(
                    draft(amount, "Paid back", .equal(["ben"]), .payment), of: home,
                    by: .person(street.carl))
            }
            #expect("\(try #require(error))".hasPrefix("amount is not a whole number from 1 to"))
            await #expect(throws: CommunityError.self) {
                try await community.editBill(
                    payment.id, of: home, draft(amount, nil, date: nil),
                    by: .person(street.carl))
            }
        }
        // It stays one.
        await #expect(throws: CommunityError.self) {
            try await community.editBill(
                payment.id, of: home, draft(nil, nil, date: nil, by: "ben"),
                by: .person(street.carl))
        }
        let more = try await community.editBill(
            payment.id, of: home, draft(50, nil, date: nil), by: .person(street.carl))
        #expect(more.shares.map(\.amount) == [50] && more.what == "Paid back")
        #expect(try await balances(street) == ["ben": 150, "carl": -50, "dora": -100])
    }

    @Test func `money that comes back is owed to all for whom it was paid`() async throws {
        let street = try await three()
        let (community, home, ben) = (street.community, street.home, Caller.person(street.ben))
        _ = try await community.addBill(draft(3000, "Energy"), of: home, by: ben)
        let back = try await community.addBill(draft(-1000, "Energy, back"), of: home, by: ben)
        #expect(back.amount == -1000 && back.shares.map(\.amount) == [-334, -333, -333])
        #expect(try await balances(street) == ["ben": 1334, "carl": -667, "dora": -667])
        let payments = try await community.balances(of: home, by: ben).payments
        #expect(payments.map(\.amount) == [667, 667])
        // Own shares, and a change of the sign.
        try await community.editBill(
            back.id, of: home,
            draft(nil, nil, date: nil, .own([("dora", -400), ("carl", -600), ("ben", 0)])), by: ben)
        #expect(try await balances(street) == ["ben": 1000, "carl": -400, "dora": -600])
        try await community.editBill(
            back.id, of: home, draft(2, nil, date: nil, .equal(["carl"])), by: ben)
        #expect(try await balances(street) == ["ben": 2002, "carl": -1002, "dora": -1000])
        try await community.editBill(back.id, of: home, draft(-3, nil, date: nil), by: ben)
        let export = try await community.export(street.carl, by: .person(street.carl))
        #expect(export.bills.map(\.amount) == [3000, -3])
        #expect(export.bills.map(\.share) == [1000, -3])
    }

    @Test func `bills of before money could come back stay as they were`() async throws {
        let folder = TemporaryFolder()
        let schema = CommunitySchema.schema
        let last = try #require(schema.steps.firstIndex(of: CommunitySchema.refunds))
        let before = try GatewayDatabase.open(
            folder.file(GatewayDatabase.fileName),
            schemas: [Schema(part: schema.part, steps: Array(schema.steps[..<last]))])
        try before.execute(
            """
            INSERT INTO person (id, name, folded, admin, added) VALUES ('ben', 'Ben', 'ben', 1, 0);
            INSERT INTO "group" (id, kind, name, created) VALUES ('home', 'household', 'Home', 0);
            INSERT INTO member (group_id, person, role, joined) VALUES ('home', 'ben', 'admin', 0);
            INSERT INTO party (id, group_id, person) VALUES (4, 'home', 'ben'), (5, 'home', NULL);
            INSERT INTO bill (id, group_id, what, amount, date, kind, payer, equal, written)
            VALUES (7, 'home', 'Dinner', 300, '2026-05-02', 'bill', 4, 0, 0);
            INSERT INTO bill_share (bill, party, amount) VALUES (7, 4, 0), (7, 5, 300);
            INSERT INTO stock (group_id, text, added, bill) VALUES ('home', 'Milk', 0, 7);
            """)
        let community = try Community.open(in: folder, TestTime())
        let (home, ben) = (GroupID("home")!, Caller.person(PersonID("ben")!))
        let bill = try await community.bill(7, of: home, by: ben)
        #expect(bill.amount == 300 && bill.shares.map(\.amount) == [0, 300])
        #expect(
            try await community.read { db, _ in
                try db.integer("SELECT bill FROM thing WHERE text = 'Milk'")
            } == 7)
        let shares = BillDraft.Sharing.own([("#5", -100)])
        _ = try await community.addBill(draft(-100, "Back", shares), of: home, by: ben)
        let balances = try await community.balances(of: home, by: ben).balances
        #expect(balances.map(\.balance) == [200, -200])
    }

    // MARK: Changing

    @Test func `who wrote a bill changes it, and an admin once they have left`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        let bill = try await community.addBill(
            draft(90, by: "ben"), of: home, by: .person(street.carl))
        let change = draft(60, "Lunch", date: "2026-05-03")
        #expect(bill.mayEdit)
        #expect(try await !community.bill(bill.id, of: home, by: .person(street.ben)).mayEdit)
        for person in [street.ben, street.dora] {
            await #expect(throws: CommunityError.self) {
                try await community.editBill(bill.id, of: home, change, by: .person(person))
            }
            await #expect(throws: CommunityError.self) {
                try await community.removeBill(bill.id, of: home, by: .person(person))
            }
        }
        let changed = try await community.editBill(
            bill.id, of: home, change, by: .person(street.carl))
        #expect(changed.what == "Lunch" && changed.amount == 60 && changed.date == "2026-05-03")
        #expect(changed.shares.map(\.amount) == [20, 20, 20])
        try await community.removeMember(street.carl, of: home, by: .person(street.carl))
        #expect(try await community.bill(bill.id, of: home, by: .person(street.ben)).mayEdit)
        #expect(try await !community.bill(bill.id, of: home, by: .person(street.dora)).mayEdit)
        // Who has left keeps the share, also where it is made anew.
        try await community.editBill(
            bill.id, of: home, draft(99, nil, date: nil), by: .person(street.ben))
        #expect(try await balances(street) == ["ben": 66, "carl": -33, "dora": -33])
        await #expect(throws: CommunityError.self) {
            try await community.removeBill(bill.id, of: home, by: .person(street.dora))
        }
        try await community.removeBill(bill.id, of: home, by: .person(street.ben))
        #expect(try await balances(street) == ["ben": 0, "dora": 0])
    }

    @Test func `own shares stay own, and are said anew with another amount`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        let ben = Caller.person(street.ben)
        let bill = try await community.addBill(
            draft(100, "Dinner", .own([("dora", 70), ("ben", 30), ("carl", 0)])), of: home, by: ben)
        #expect(!bill.isEqual)
        #expect(bill.shares.map(\.amount) == [30, 0, 70])
        let error = await #expect(throws: CommunityError.self) {
            try await community.editBill(bill.id, of: home, draft(101, nil, date: nil), by: ben)
        }
        #expect("\(try #require(error))".hasPrefix("shares are missing"))
        let paid = try await community.editBill(
            bill.id, of: home, draft(nil, nil, date: nil, by: "carl"), by: ben)
        #expect(paid.shares == bill.shares && paid.paidBy.person == street.carl)
        #expect(try await balances(street) == ["ben": -30, "carl": 100, "dora": -70])
        let equal = try await community.editBill(
            bill.id, of: home, draft(101, nil, date: nil, .equal(["ben", "carl"])), by: ben)
        #expect(equal.isEqual && equal.shares.map(\.amount) == [50, 51])
    }

    @Test func `the newest date comes first, in pages`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        for (what, date) in [
            ("A", "2026-05-02"), ("B", "2026-05-01"), ("C", "2026-05-03"), ("D", "2026-05-02"),
        ] {
            _ = try await community.addBill(
                draft(1, what, date: date), of: home, by: .person(street.ben))
        }
        func list(
            from: String? = nil, before: Int64? = nil, limit: Int = 200
        ) async throws -> String {
            try await community.bills(
                of: home, from: from, before: before, limit: limit, by: .machine
            ).map(\.what).joined()
        }
        #expect(try await list() == "CDAB")
        #expect(try await list(from: "2026-05-02") == "CDA")
        #expect(try await list(limit: 2) == "CD")
        #expect(try await list(before: 4, limit: 2) == "AB")
        #expect(try await list(before: 2) == "")
        // What is not in the list, or in that of others alone, has nothing after it.
        let other = try await community.addGroup(
            .household, name: "Other", by: .person(street.dora))
        let theirs = try await community.addBill(
            draft(1, "E", date: "2026-05-02"), of: other.id, by: .person(street.dora))
        try await community.removeBill(4, of: home, by: .person(street.ben))
        for before in [4, theirs.id, 99] {
            await #expect(throws: CommunityError.unknownLast) { try await list(before: before) }
        }
    }

    @Test func `the same key writes one bill`() async throws {
        let street = try await three()
        let ben = Caller.person(street.ben)
        let first = try await street.community.addBill(
            draft(100), of: street.home, key: "k", by: ben)
        let second = try await street.community.addBill(
            draft(100), of: street.home, key: "k", by: ben)
        #expect(first == second)
        #expect(try await balances(street) == ["ben": 66, "carl": -33, "dora": -33])
    }

    // MARK: Currencies

    @Test func `the currency says how many digits the minor unit has`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        for (currency, digits) in [("", 2), ("EUR", 2), ("JPY", 0), ("KWD", 3)] {
            try await community.editGroup(home, currency: currency, by: .machine)
            let found = try await community.balances(of: home, by: .machine)
            #expect(found.digits == digits)
            #expect(found.currency == (currency.isEmpty ? nil : currency))
        }
        await #expect(throws: CommunityError.self) {
            try await community.editGroup(home, currency: "EUX", by: .machine)
        }
    }

    @Test func `the currency of a household with bills stays`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        let bill = try await community.addBill(draft(100), of: home, by: .person(street.ben))
        await #expect(throws: CommunityError.self) {
            try await community.editGroup(home, currency: "JPY", by: .machine)
        }
        // Nobody had said it: these were cents.
        try await community.editGroup(home, currency: "EUR", by: .machine)
        for currency in ["USD", ""] {
            let error = await #expect(throws: CommunityError.self) {
                try await community.editGroup(home, currency: currency, by: .machine)
            }
            #expect("\(try #require(error))" == "home has bills: its currency stays EUR")
        }
        try await community.editGroup(home, name: "Nest", currency: "EUR", by: .machine)
        try await community.removeBill(bill.id, of: home, by: .machine)
        try await community.editGroup(home, currency: "JPY", by: .machine)
    }

    // MARK: Leaving and forgetting

    @Test func `who has left keeps the balance until it is settled`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        _ = try await community.addBill(draft(300), of: home, by: .person(street.ben))
        try await community.removeMember(street.carl, of: home, by: .person(street.carl))
        let left = try await community.balances(of: home, by: .person(street.ben))
        let carl = try #require(left.balances.first { $0.of.person == street.carl })
        #expect(!carl.isMember && carl.balance == -100 && carl.of.name == "Carl")
        _ = try await community.addBill(
            draft(100, by: "carl", .equal(["ben"]), .payment), of: home, by: .person(street.ben))
        #expect(try await balances(street) == ["ben": 100, "dora": -100])
        // Who comes back is the same as before.
        try await community.take(street.carl, into: home)
        #expect(try await balances(street) == ["ben": 100, "carl": 0, "dora": -100])
    }

    @Test func `who is forgotten is a number, and sums stay zero`() async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        _ = try await community.addBill(draft(300), of: home, by: .person(street.carl))
        _ = try await community.addBill(
            draft(90, by: "ben"), of: home, by: .person(street.dora))
        let export = try await community.export(street.carl, by: .person(street.carl))
        #expect(export.bills.map(\.wrote) == [true, false])
        #expect(export.bills.map(\.paid) == [true, false])
        #expect(export.bills.map(\.share) == [100, 30])
        for person in [street.carl, street.dora] {
            _ = try await community.removePerson(person, by: .machine)
        }
        let found = try await community.balances(of: home, by: .person(street.ben))
        let gone = found.balances.filter { !$0.isMember }
        #expect(gone.allSatisfy { $0.of.person == nil && $0.of.name.isEmpty })
        #expect(gone.map(\.balance).sorted() == [-130, 170])
        #expect(found.balances.map(\.balance).reduce(0, +) == 0)
        // What they owe can be written off, and what is owed to them paid out.
        for payment in found.payments {
            func name(_ party: Participant) -> String {
                party.person?.rawValue ?? "#\(party.party ?? 0)"
            }
            _ = try await community.addBill(
                draft(
                    payment.amount, "Settled", by: name(payment.from),
                    .equal([name(payment.to)]), .payment), of: home, by: .person(street.ben))
        }
        #expect(try await balances(street) == ["ben": 0])
        #expect(try await community.balances(of: home, by: .machine).payments.isEmpty)
        // Another household has no such number.
        let nest = try await community.addGroup(.household, name: "Nest", by: .person(street.ben))
        await #expect(throws: CommunityError.self) {
            try await community.addBill(
                draft(1, by: "#\(gone[0].of.party!)"), of: nest.id, by: .person(street.ben))
        }
    }

    @Test func `a household goes with its bills`() async throws {
        let street = try await three()
        _ = try await street.community.addBill(
            draft(300), of: street.home, key: "k", by: .person(street.ben))
        try await street.community.removeGroup(street.home, by: .machine)
        for table in ["bill", "bill_share", "party", "made_key"] {
            let left = try await street.community.read { db, _ in
                try db.integer("SELECT count(*) FROM \(table)")
            }
            #expect(left == 0, "\(table)")
        }
    }

    // MARK: Any sequence

    @Test(arguments: 0..<12)
    func `sums are zero after whatever people do`(_ seed: Int) async throws {
        let street = try await three()
        let (community, home) = (street.community, street.home)
        var random = SplitMix64(seed: UInt64(seed))
        for i in 0..<5 {
            let person = try await community.add("Person \(i)")
            try await community.take(person, into: home)
        }
        for step in 0..<60 {
            let group = try await community.group(home, by: .machine)
            let members = (group.members ?? []).map(\.person)
            let some = members.shuffled(using: &random).prefix(
                Int.random(in: 1...8, using: &random))
            let names = some.map(\.rawValue)
            let bill = try await community.bills(of: home, by: .machine)
                .randomElement(using: &random)
            let sign: Int64 = Int.random(in: 0..<4, using: &random) == 0 ? -1 : 1
            let amount =
                sign
                * Int64.random(
                    in: 1...(Bool.random(using: &random) ? 20 : 10_000_000), using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8:
                let sharing: BillDraft.Sharing? =
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: nil
                    case 1: .equal(names)
                    default:
                        .own(
                            names.enumerated().map { ($1, $0 == 0 ? amount - (amount / 3) : 0) }
                                + [
                                    (
                                        members.first { !some.contains($0) }?.rawValue ?? "",
                                        amount / 3
                                    )
                                ])
                    }
                // Own shares may name nobody for a part: then it is refused, and nothing changes.
                _ = try? await community.addBill(
                    draft(amount, by: members.randomElement(using: &random)?.rawValue, sharing),
                    of: home, by: .person(some[0]))
            case 8..<11:
                guard let bill else { continue }
                _ = try? await community.editBill(
                    bill.id, of: home,
                    draft(amount, by: names[0], Bool.random(using: &random) ? .equal(names) : nil),
                    by: .machine)
            case 11:
                if let bill { try await community.removeBill(bill.id, of: home, by: .machine) }
            case 12..<14 where members.count > 2 && step % 2 == 0:
                if members.last != street.ben {
                    try await community.removeMember(members.last!, of: home, by: .machine)
                }
            case 14 where members.count > 3:
                if members.last != street.ben {
                    _ = try await community.removePerson(members.last!, by: .machine)
                }
            case 15, 16:
                let found = try await community.balances(of: home, by: .machine)
                if let payment = found.payments.randomElement(using: &random),
                    let from = payment.from.party, let to = payment.to.party
                {
                    _ = try await community.addBill(
                        draft(
                            payment.amount, by: "#\(from)", .equal(["#\(to)"]), .payment),
                        of: home, by: .person(members[0]))
                }
            default:
                if members.count < 9 {
                    let person = try await community.add("New \(step)")
                    try await community.take(person, into: home)
                }
            }
            let found = try await community.balances(of: home, by: .machine)
            #expect(found.balances.map(\.balance).reduce(0, +) == 0)
            let open = found.balances.count { $0.balance != 0 }
            #expect(found.payments.count <= max(0, open - 1))
            for bill in try await community.bills(of: home, by: .machine) {
                #expect(bill.shares.map(\.amount).reduce(0, +) == bill.amount)
                #expect(
                    bill.shares.allSatisfy {
                        ($0.amount < 0) == (bill.amount < 0) || $0.amount == 0
                    })
            }
        }
        for payment in try await community.balances(of: home, by: .machine).payments {
            _ = try await community.addBill(
                draft(
                    payment.amount, by: "#\(payment.from.party!)",
                    .equal(["#\(payment.to.party!)"]), .payment), of: home,
                by: .person(street.ben))
        }
        let settled = try await community.balances(of: home, by: .machine)
        #expect(settled.payments.isEmpty)
        #expect(settled.balances.allSatisfy { $0.balance == 0 })
    }
}
