import Posix
import SQLite

/// The shopping list of a household.
extension Community {
    /// Items of one household, and as many stocks.
    private static let mostItems: Int64 = 10_000
    /// Characters.
    package static let longestItemText = 200
    package static let longestItemAmount = 40

    /// The oldest first.
    package func items(of group: GroupID, by caller: Caller) throws -> [Item] {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "shopping lists")
            return try db.items(of: group)
        }
    }

    package func item(_ id: Int64, of group: GroupID, by caller: Caller) throws -> Item {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "shopping lists")
            return try db.item(id, of: group)
        }
    }

    /// `target`: `nil` or empty: any supermarket.
    package func addItem(
        of group: GroupID, text: String, amount: String? = nil, target: String? = nil,
        key: String? = nil, by caller: Caller
    ) throws -> Item {
        try change(of: [.items], for: .members(group)) { db, now in
            _ = try db.household(group, of: caller, for: "shopping lists")
            let person = try db.asker(caller)?.id
            let number = try db.once(key, "item", in: group, by: person, at: now) {
                try db.requireRoom(in: "item", of: group, atMost: Self.mostItems)
                return try db.insertItem(
                    of: group, text.checkedName("text", longest: Self.longestItemText),
                    amount?.checkedAmount(), target?.checkedTarget(), by: person, at: now)
            }
            return try db.madeEarlier { try db.item(number, of: group) }
        }
    }

    /// `nil` leaves it as it is; an empty amount takes it away, an empty target is any supermarket.
    @discardableResult
    package func editItem(
        _ id: Int64, of group: GroupID, text: String? = nil, amount: String? = nil,
        target: String? = nil, by caller: Caller
    ) throws -> Item {
        try change(of: [.items], for: .members(group)) { db, _ in
            _ = try db.household(group, of: caller, for: "shopping lists")
            let item = try db.item(id, of: group)
            try db.run(
                "UPDATE item SET text = :text, amount = :amount, target = :target WHERE id = :id",
                [
                    "text": .text(
                        try text?.checkedName("text", longest: Self.longestItemText) ?? item.text),
                    "amount": SQLValue(try amount.map { try $0.checkedAmount() } ?? item.amount),
                    "target": .text(try target?.checkedTarget() ?? item.target),
                    "id": .integer(id),
                ])
            return try db.item(id, of: group)
        }
    }

    package func removeItem(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.items], for: .members(group)) { db, _ in
            _ = try db.household(group, of: caller, for: "shopping lists")
            _ = try db.item(id, of: group)
            try db.remove(id, from: "item")
        }
    }

    // MARK: Bought and used up

    /// Takes the item from the list to the inventory. With a price, that is a bill of whoever asks.
    ///
    /// `amount`: how much it was; `nil`: as the item says. `today`: as 2026-05-01; `nil`: by UTC.
    package func buy(
        _ id: Int64, of group: GroupID, price: Int64? = nil, sharing: BillDraft.Sharing? = nil,
        amount: String? = nil, today: String? = nil, key: String? = nil, by caller: Caller
    ) throws -> Purchase {
        try change(of: [.items, .bills], for: .members(group)) { db, now in
            let household = try db.household(group, of: caller, for: "shopping lists")
            let person = try db.askingPerson(caller, to: "buy").id
            let stock = try db.once(key, "purchase", in: group, by: person, at: now) {
                let item = try db.itemToBuy(id, of: group)
                try db.requireRoom(in: "stock", of: group, atMost: Self.mostItems)
                var bill: Int64?
                if let price, price != 0 {
                    var draft = BillDraft()
                    (draft.what, draft.amount) = (item.text, price)
                    (draft.date, draft.sharing) = (today, sharing)
                    bill = try db.addBill(
                        draft, of: household, by: person, field: "price", at: now)
                } else if sharing != nil {
                    throw CommunityError.invalid(
                        field: "price", "is missing: say what is to be shared")
                }
                try db.remove(id, from: "item")
                return try db.insertStock(
                    of: group, item.text, amount?.checkedAmount() ?? item.amount,
                    item: item, bill: bill, by: person, at: now)
            }
            return try db.madeEarlier { try db.purchase(stock, of: group, for: caller) }
        }
    }

    /// Takes the stock from the inventory back to the list. `amount`: `nil`: as the stock says.
    /// `target`: `nil`: as it was bought, or else any supermarket.
    package func useUp(
        _ id: Int64, of group: GroupID, amount: String? = nil, target: String? = nil,
        key: String? = nil, by caller: Caller
    ) throws -> Item {
        try change(of: [.items], for: .members(group)) { db, now in
            _ = try db.household(group, of: caller, for: "inventories")
            let person = try db.asker(caller)?.id
            let item = try db.once(key, "used up", in: group, by: person, at: now) {
                let stock = try db.stockToUse(id, of: group)
                try db.requireRoom(in: "item", of: group, atMost: Self.mostItems)
                let bought = try db.target(ofStock: id)
                try db.remove(id, from: "stock")
                return try db.insertItem(
                    of: group, stock.text,
                    try amount.map { try $0.checkedAmount() } ?? stock.amount,
                    target?.checkedTarget() ?? bought, stock: id, by: person, at: now)
            }
            return try db.madeEarlier { try db.item(item, of: group) }
        }
    }

    // MARK: The inventory

    /// The oldest first.
    package func inventory(of group: GroupID, by caller: Caller) throws -> [Stock] {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "inventories")
            return try db.stocks(of: group)
        }
    }

    package func stock(_ id: Int64, of group: GroupID, by caller: Caller) throws -> Stock {
        try read { db, _ in
            _ = try db.household(group, of: caller, for: "inventories")
            return try db.stock(id, of: group)
        }
    }

    package func addStock(
        of group: GroupID, text: String, amount: String? = nil, key: String? = nil,
        by caller: Caller
    ) throws -> Stock {
        try change(of: [.items], for: .members(group)) { db, now in
            _ = try db.household(group, of: caller, for: "inventories")
            let person = try db.asker(caller)?.id
            let number = try db.once(key, "stock", in: group, by: person, at: now) {
                try db.requireRoom(in: "stock", of: group, atMost: Self.mostItems)
                return try db.insertStock(
                    of: group, text.checkedName("text", longest: Self.longestItemText),
                    amount?.checkedAmount(), by: person, at: now)
            }
            return try db.madeEarlier { try db.stock(number, of: group) }
        }
    }

    /// `nil` leaves it as it is; an empty amount takes it away.
    @discardableResult
    package func editStock(
        _ id: Int64, of group: GroupID, text: String? = nil, amount: String? = nil,
        by caller: Caller
    ) throws -> Stock {
        try change(of: [.items], for: .members(group)) { db, _ in
            _ = try db.household(group, of: caller, for: "inventories")
            let stock = try db.stock(id, of: group)
            try db.run(
                "UPDATE stock SET text = :text, amount = :amount WHERE id = :id",
                [
                    "text": .text(
                        try text?.checkedName("text", longest: Self.longestItemText) ?? stock.text),
                    "amount": SQLValue(try amount.map { try $0.checkedAmount() } ?? stock.amount),
                    "id": .integer(id),
                ])
            return try db.stock(id, of: group)
        }
    }

    package func removeStock(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.items], for: .members(group)) { db, _ in
            _ = try db.household(group, of: caller, for: "inventories")
            _ = try db.stock(id, of: group)
            try db.remove(id, from: "stock")
        }
    }

    // MARK: At places

    /// What all households want, for the daemon: of each household and target once, in order.
    package func errands() throws -> [Errands] {
        try read { db, _ in
            let found = try db.rows(
                """
                SELECT DISTINCT item.group_id, "group".name, item.target
                FROM item JOIN "group" ON "group".id = item.group_id
                ORDER BY item.group_id, item.target
                """
            ) { (GroupID(unchecked: $0.text(0) ?? ""), $0.text(1) ?? "", $0.text(2) ?? "") }
            return try found.map { group, name, target in
                Errands(
                    group: group, groupName: name, target: target,
                    items: try db.items(of: group, target: target))
            }
        }
    }

    /// What a household wants from a target now, the oldest first.
    package func items(of group: GroupID, target: String) throws -> [Item] {
        try read { db, _ in try db.items(of: group, target: target) }
    }
}

extension String {
    /// How much of something, as typed; `nil` if it is empty.
    fileprivate func checkedAmount() throws -> String? {
        try trimmed.isEmpty
            ? nil : checkedName("amount", longest: Community.longestItemAmount)
    }

    /// Where something can be had.
    fileprivate func checkedTarget() throws -> String {
        try trimmed.isEmpty
            ? Item.usualTarget : checkedName("target", longest: Community.longestItemText)
    }
}
