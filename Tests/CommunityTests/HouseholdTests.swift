import Posix
import TestSupport
import Testing

@testable import Community

/// The shopping list and the inventory of a household.
@Suite struct HouseholdTests {
    @Test func `what is to be bought is listed, changed and removed by any member`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let milk = try await community.addThing(
            [.text: " Milk ", .amount: " 2 l "], of: home, by: .person(street.ben))
        #expect(milk.fields == [.text: "Milk", .amount: "2 l", .target: "shop=supermarket"])
        #expect(milk.by == Author(person: street.ben, name: "Ben"))
        let bread = try await community.addThing(
            [.text: "Bread", .target: "shop=bakery"], of: home, by: .person(street.carl))
        #expect(bread.fields[.amount] == nil)
        let changed = try await community.editThing(
            milk.id, of: home, [.amount: "", .target: "lidl"], by: .person(street.carl))
        #expect(changed.fields == [.text: "Milk", .target: "lidl"])
        let usual = try await community.editThing(milk.id, of: home, [.target: ""], by: .machine)
        #expect(usual.fields[.target] == "shop=supermarket")
        #expect(
            try await community.things(of: home, in: .wanted, by: .person(street.ben)).map(\.text)
                == ["Milk", "Bread"])
        try await community.removeThing(bread.id, of: home, by: .person(street.ben))
        #expect(
            try await community.things(of: home, in: .wanted, by: .machine).map(\.id) == [milk.id])
    }

    @Test func `amounts of things are kept as they are typed`() async throws {
        let street = try await Street()
        for amount in ["½ l", "2,50", "1e3", "-1", "0", "een beetje", "🥛🥛"] {
            let item = try await street.community.addThing(
                [.text: "Milk", .amount: amount], of: street.home, by: .machine)
            #expect(item.fields[.amount] == amount)
        }
    }

    @Test(
        arguments: [
            ("", nil, nil, "text is empty"), (" \t", nil, nil, "text is empty"),
            (String(repeating: "é", count: 201), nil, nil, "text is longer than 200"),
            ("a\u{7}b", nil, nil, "text has the character"),
            ("a\u{202E}b", nil, nil, "text has the character"),
            ("Milk", String(repeating: "1", count: 41), nil, "amount is longer than 40"),
            ("Milk", "1\n2", nil, "amount has the character"),
            ("Milk", nil, String(repeating: "x", count: 201), "target is longer than 200"),
            ("Milk", nil, "a\u{0}", "target has the character"),
        ] as [(String, String?, String?, String)])
    func `what cannot be listed is refused`(
        _ text: String, _ amount: String?, _ target: String?, _ words: String
    ) async throws {
        let street = try await Street()
        let error = await #expect(throws: CommunityError.self) {
            try await street.community.addThing(
                [.text: text, .amount: amount ?? "", .target: target ?? ""], of: street.home,
                by: .machine)
        }
        #expect("\(try #require(error))".hasPrefix(words), "\(words)")
    }

    @Test func `nobody else sees a list, and organisations have none`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let item = try await community.addThing([.text: "Milk"], of: home, by: .person(street.ben))
        for person in [street.anna, street.dora, street.erik, street.fay, street.hal] {
            let caller = Caller.person(person)
            await #expect(throws: CommunityError.notFound) {
                try await community.things(of: home, in: .wanted, by: caller)
            }
            await #expect(throws: CommunityError.notFound) {
                try await community.things(of: home, in: .home, by: caller)
            }
            await #expect(throws: CommunityError.notFound) {
                try await community.buy(item.id, of: home, by: caller)
            }
            await #expect(throws: CommunityError.notFound) {
                try await community.balances(of: home, by: caller)
            }
        }
        let error = await #expect(throws: CommunityError.self) {
            try await community.addThing([.text: "Milk"], of: street.acme, by: .person(street.fay))
        }
        #expect("\(try #require(error))".contains("is no household"))
        // An item of one household is none of another.
        let nest = try await community.addGroup(
            .household, name: "Nest", by: .person(street.dora)
        ).id
        await #expect(throws: CommunityError.notFound) {
            try await community.editThing(item.id, of: nest, [.text: "x"], by: .person(street.dora))
        }
        await #expect(throws: CommunityError.notFound) {
            try await community.removeThing(item.id, of: nest, by: .person(street.dora))
        }
    }

    @Test func `what is bought goes to the inventory, and what is used up back`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let item = try await community.addThing(
            [.text: "Bread", .amount: "1", .target: "shop=bakery"], of: home,
            by: .person(street.ben))
        let bought = try await community.buy(
            item.id, of: home, [.amount: "2"], by: .person(street.carl))
        #expect(bought.bill == nil)
        #expect(bought.thing.text == "Bread" && bought.thing.fields[.amount] == "2")
        #expect(bought.thing.by.person == street.carl)
        #expect(try await community.things(of: home, in: .wanted, by: .machine).isEmpty)
        #expect(try await community.things(of: home, in: .home, by: .machine) == [bought.thing])
        // Somebody else has been quicker.
        await #expect(
            throws: CommunityError.conflict("it has been bought meanwhile: see the inventory")
        ) {
            try await community.buy(item.id, of: home, by: .person(street.ben))
        }
        let again = try await community.useUp(bought.thing.id, of: home, by: .person(street.ben))
        #expect(again.fields == bought.thing.fields && again.state == .wanted)
        #expect(try await community.things(of: home, in: .home, by: .machine).isEmpty)
        let cheese = try await community.addThing(
            [.text: "Cheese", .amount: "1 kg"], .home, of: home, by: .person(street.ben))
        let edited = try await community.editThing(
            cheese.id, of: home, [.text: "Old cheese", .amount: ""], by: .person(street.carl))
        #expect(edited.fields == [.text: "Old cheese", .target: "shop=supermarket"])
        let wanted = try await community.useUp(
            cheese.id, of: home, [.amount: "½ kg", .target: "Markt"], by: .person(street.ben))
        #expect(wanted.fields[.target] == "Markt" && wanted.fields[.amount] == "½ kg")
        let salt = try await community.addThing(
            [.text: "Salt"], .home, of: home, by: .person(street.ben))
        try await community.removeThing(salt.id, of: home, by: .machine)
        #expect(try await community.things(of: home, in: .home, by: .machine).isEmpty)
    }

    @Test func `with a price, what is bought is a bill of who bought it`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let item = try await community.addThing([.text: "Milk"], of: home, by: .person(street.ben))
        let bought = try await community.buy(
            item.id, of: home, price: 301, today: "2026-05-02", by: .person(street.carl))
        let bill = try #require(bought.bill)
        #expect(bill.what == "Milk" && bill.amount == 301 && bill.date == "2026-05-02")
        #expect(bill.paidBy.person == street.carl && bill.by.person == street.carl)
        #expect(bill.shares.map(\.of.person) == [street.ben, street.carl])
        #expect(bill.shares.map(\.amount) == [150, 151])
        // If the bill cannot be, nothing is bought.
        let other = try await community.addThing([.text: "Tea"], of: home, by: .person(street.ben))
        await #expect(throws: CommunityError.self) {
            try await community.buy(
                other.id, of: home, price: 100, sharing: .equal(["erik"]), by: .person(street.ben))
        }
        await #expect(throws: CommunityError.self) {
            try await community.buy(
                other.id, of: home, sharing: .equal(["ben"]), by: .person(street.ben))
        }
        #expect(try await community.things(of: home, in: .wanted, by: .machine) == [other])
        #expect(try await community.things(of: home, in: .home, by: .machine).count == 1)
        #expect(try await community.bills(of: home, by: .machine).count == 1)
        let free = try await community.buy(other.id, of: home, price: 0, by: .person(street.ben))
        #expect(free.bill == nil)
    }

    @Test func `ten thousand items are the most`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let person = street.ben
        try await community.change { db, now in
            for i in 0..<10_000 {
                for state in Thing.State.allCases {
                    _ = try db.insertThing(
                        [.text: "Thing \(i)", .target: ""], state, of: home, by: person, at: now)
                }
            }
        }
        let items = try await community.things(of: home, in: .wanted, by: .person(person))
        #expect(items.count == 10_000)
        for attempt in ["item", "stock", "bought", "used up"] {
            let error = await #expect(throws: CommunityError.self) {
                switch attempt {
                case "item": _ = try await community.addThing([.text: "x"], of: home, by: .machine)
                case "stock":
                    _ = try await community.addThing([.text: "x"], .home, of: home, by: .machine)
                case "bought":
                    _ = try await community.buy(items[0].id, of: home, by: .person(person))
                default:
                    let stock = try await community.things(of: home, in: .home, by: .machine)[0]
                    _ = try await community.useUp(stock.id, of: home, by: .machine)
                }
            }
            #expect("\(try #require(error))".contains("has 10000 of these"), "\(attempt)")
        }
        try await community.removeThing(items[0].id, of: home, by: .machine)
        _ = try await community.addThing([.text: "x"], of: home, by: .machine)
    }

    @Test func `what is wanted is known by household and target`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let nest = try await community.addGroup(
            .household, name: "Nest", by: .person(street.dora)
        ).id
        for (group, text, target) in [
            (nest, "Tea", ""), (home, "Milk", ""), (home, "Bread", "shop=bakery"),
            (home, "Eggs", ""),
        ] {
            _ = try await community.addThing(
                [.text: text, .target: target], of: group, by: .machine)
        }
        let errands = try await community.errands()
        #expect(errands.map(\.group) == [home, home, nest])
        #expect(errands.map(\.groupName) == ["Home", "Home", "Nest"])
        #expect(
            errands.map(\.target) == ["shop=bakery", "shop=supermarket", "shop=supermarket"])
        #expect(errands.map { $0.things.map(\.text) } == [["Bread"], ["Milk", "Eggs"], ["Tea"]])
    }

    // MARK: Keys

    @Test func `the same key makes nothing again, and answers what is there now`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let ben = Caller.person(street.ben)
        func add(_ key: String?, _ text: String = "Milk", by caller: Caller) async throws -> Int64 {
            try await community.addThing([.text: text], of: home, key: key, by: caller).id
        }
        let first = try await add("k1", by: ben)
        #expect(try await add("k1", by: ben) == first)
        // Another key, another person and this machine make something of their own.
        #expect(try await add("k2", by: ben) != first)
        let machine = try await add("k1", by: .machine)
        #expect(try await add("k1", by: .machine) == machine)
        #expect(try await add("k1", by: .person(street.carl)) != first)
        #expect(try await add(nil, by: ben) != first)
        try await community.editThing(first, of: home, [.text: "Oat milk"], by: .machine)
        let again = try await community.addThing([.text: "Milk"], of: home, key: "k1", by: ben)
        #expect(again.text == "Oat milk")
        // What was removed since is not made again.
        try await community.removeThing(first, of: home, by: .machine)
        let gone = await #expect(throws: CommunityError.self) { try await add("k1", by: ben) }
        guard case .gone = try #require(gone) else { return #expect(Bool(false), "\(gone!)") }
        // Nor is a key for something else.
        let wrong = await #expect(throws: CommunityError.self) {
            try await community.addThing([.text: "Milk"], .home, of: home, key: "k2", by: ben)
        }
        #expect("\(try #require(wrong))".contains("was used for something else"))
        for key in ["", " ", String(repeating: "k", count: 65), "a\u{7}"] {
            await #expect(throws: CommunityError.self) { try await add(key, by: ben) }
        }
    }

    @Test func `to buy and to use up with a key answer again what they answered`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let ben = Caller.person(street.ben)
        let item = try await community.addThing([.text: "Milk"], of: home, by: ben)
        let bought = try await community.buy(item.id, of: home, price: 250, key: "b", by: ben)
        #expect(try await community.buy(item.id, of: home, price: 250, key: "b", by: ben) == bought)
        #expect(try await community.bills(of: home, by: ben).count == 1)
        let back = try await community.useUp(bought.thing.id, of: home, key: "u", by: ben)
        #expect(try await community.useUp(bought.thing.id, of: home, key: "u", by: ben) == back)
        #expect(try await community.things(of: home, in: .wanted, by: ben) == [back])
    }

    @Test func `a key is known for thirty days`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let ben = Caller.person(street.ben)
        let first = try await community.addThing([.text: "Milk"], of: home, key: "k", by: ben)
        street.time.pass(Int64(30 * 86_400 - 1))
        try await community.tidy()
        #expect(try await community.addThing([.text: "Milk"], of: home, key: "k", by: ben) == first)
        street.time.pass(1)
        try await community.tidy()
        #expect(try await community.addThing([.text: "Milk"], of: home, key: "k", by: ben) != first)
    }

    // MARK: Leaving and forgetting

    @Test func `who has left stays named, and who is forgotten does not`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        let carl = street.carl
        try await community.editMember(carl, of: home, nickName: "Charly", by: .person(carl))
        _ = try await community.addThing([.text: "Milk"], of: home, by: .person(carl))
        let stock = try await community.addThing(
            [.text: "Salt"], .home, of: home, by: .person(carl))
        let seen = try await community.things(of: home, in: .wanted, by: .machine)
        #expect(seen[0].by == Author(person: carl, name: "Charly"))
        try await community.removeMember(carl, of: home, by: .person(carl))
        let left = try await community.things(of: home, in: .wanted, by: .machine)
        #expect(left[0].by == Author(person: carl, name: "Carl"))
        let export = try await community.export(carl, by: .person(carl))
        // Others may have changed what it says.
        #expect(export.things.isEmpty)
        #expect(export.leftBehind.map(\.kind) == ["thing", "thing"])
        _ = try await community.removePerson(carl, by: .machine)
        let forgotten = try await community.things(of: home, in: .wanted, by: .machine)
        #expect(forgotten[0].by == Author(person: nil, name: ""))
        #expect(
            try await community.thing(stock.id, of: home, by: .machine).by
                == Author(person: nil, name: ""))
    }

    @Test func `changes are told as changes of items and bills`() async throws {
        let street = try await Street()
        let (community, home) = (street.community, street.home)
        var count = community.changes.number
        func topics() async throws -> Set<Change.Topic> {
            let (changes, now) = try await community.changes.next(after: count)
            count = now
            #expect(changes.allSatisfy { $0.audience == .members(home) })
            return changes.topics
        }
        let item = try await community.addThing([.text: "Milk"], of: home, by: .machine)
        #expect(try await topics() == [.items])
        _ = try await community.buy(item.id, of: home, price: 100, by: .person(street.ben))
        #expect(try await topics() == [.items, .bills])
    }
}
