import SQLite

/// The rows of the shopping list and the inventory.
extension Connection {
    /// A household of which the caller is a member. `things`: what only such a group has.
    func household(_ id: GroupID, of caller: Caller, for things: String) throws -> Group {
        let group = try ownGroup(id, of: caller)
        try require(.household, group, for: things)
        return group
    }

    /// `table`: one with a column `group_id`.
    func requireRoom(in table: StaticString, of group: GroupID, atMost most: Int64) throws {
        let count = try integer(
            "SELECT count(*) FROM \(table) WHERE group_id = :group",
            ["group": .text(group.rawValue)])
        guard count ?? 0 < most else {
            throw CommunityError.conflict("\(group) has \(most) of these: remove some first")
        }
    }

    /// What people have written is overwritten in the file later.
    func remove(_ id: Int64, from table: StaticString) throws {
        try run("DELETE FROM \(table) WHERE id = :id", ["id": .integer(id)])
        try beginForgetting()
    }

    // MARK: Items

    private static let items = """
        SELECT item.id, item.text, item.amount, item.target, item.added, \(Somebody.columns)
        FROM item \(Somebody.joins("item.author", in: "item.group_id"))
        """

    private static func item(_ row: Statement) -> Item {
        Item(
            id: row.integer(0), text: row.text(1) ?? "", amount: row.text(2),
            target: row.text(3) ?? "", by: Somebody(row, at: 5),
            added: UnixTime(seconds: row.integer(4)))
    }

    /// `target`: `nil`: all.
    func items(of group: GroupID, target: String? = nil) throws -> [Item] {
        try rows(
            """
            \(Self.items) WHERE item.group_id = :group AND (:target IS NULL OR target = :target)
            ORDER BY item.id
            """, ["group": .text(group.rawValue), "target": SQLValue(target)], Self.item)
    }

    func item(_ id: Int64, of group: GroupID) throws -> Item {
        let item = try first(
            "\(Self.items) WHERE item.id = :id AND item.group_id = :group",
            ["id": .integer(id), "group": .text(group.rawValue)], Self.item)
        guard let item else { throw CommunityError.notFound }
        return item
    }

    /// One that is to be bought. Throws `conflict` if that has been done, and it is in the inventory.
    func itemToBuy(_ id: Int64, of group: GroupID) throws -> Item {
        let isBought = try integer(
            "SELECT 1 FROM stock WHERE group_id = :group AND item = :id",
            ["group": .text(group.rawValue), "id": .integer(id)])
        guard isBought == nil else {
            throw CommunityError.conflict("it has been bought meanwhile: see the inventory")
        }
        return try item(id, of: group)
    }

    /// All of it checked. `stock`: the number that it had in the inventory.
    func insertItem(
        of group: GroupID, _ text: String, _ amount: String?, _ target: String?,
        stock: Int64? = nil, by person: PersonID?, at now: Int64
    ) throws -> Int64 {
        try run(
            """
            INSERT INTO item (group_id, text, amount, target, author, added, stock)
            VALUES (:group, :text, :amount, :target, :person, :now, :stock)
            """,
            [
                "group": .text(group.rawValue), "text": .text(text), "amount": SQLValue(amount),
                "target": .text(target ?? Item.usualTarget), "person": SQLValue(person?.rawValue),
                "now": .integer(now), "stock": SQLValue(stock),
            ])
        return lastRow
    }

    // MARK: The inventory

    private static let stocks = """
        SELECT stock.id, stock.text, stock.amount, stock.added, \(Somebody.columns)
        FROM stock \(Somebody.joins("stock.author", in: "stock.group_id"))
        """

    private static func stock(_ row: Statement) -> Stock {
        Stock(
            id: row.integer(0), text: row.text(1) ?? "", amount: row.text(2),
            by: Somebody(row, at: 4), added: UnixTime(seconds: row.integer(3)))
    }

    func stocks(of group: GroupID) throws -> [Stock] {
        try rows(
            "\(Self.stocks) WHERE stock.group_id = :group ORDER BY stock.id",
            ["group": .text(group.rawValue)], Self.stock)
    }

    func stock(_ id: Int64, of group: GroupID) throws -> Stock {
        let stock = try first(
            "\(Self.stocks) WHERE stock.id = :id AND stock.group_id = :group",
            ["id": .integer(id), "group": .text(group.rawValue)], Self.stock)
        guard let stock else { throw CommunityError.notFound }
        return stock
    }

    /// One that is to be used up. Throws `conflict` if that has been done, and it is on the list.
    func stockToUse(_ id: Int64, of group: GroupID) throws -> Stock {
        let isUsed = try integer(
            "SELECT 1 FROM item WHERE group_id = :group AND stock = :id",
            ["group": .text(group.rawValue), "id": .integer(id)])
        guard isUsed == nil else {
            throw CommunityError.conflict("it has been used up meanwhile: see the list")
        }
        return try stock(id, of: group)
    }

    /// Where the item could be had that it was; `nil`: it was none.
    func target(ofStock id: Int64) throws -> String? {
        try first("SELECT target FROM stock WHERE id = :id", ["id": .integer(id)]) { $0.text(0) }
            ?? nil
    }

    /// All of it checked. `item`: that it was. `bill`: what it has cost.
    func insertStock(
        of group: GroupID, _ text: String, _ amount: String?, item: Item? = nil,
        bill: Int64? = nil, by person: PersonID?, at now: Int64
    ) throws -> Int64 {
        try run(
            """
            INSERT INTO stock (group_id, text, amount, target, author, added, bill, item)
            VALUES (:group, :text, :amount, :target, :person, :now, :bill, :item)
            """,
            [
                "group": .text(group.rawValue), "text": .text(text), "amount": SQLValue(amount),
                "target": SQLValue(item?.target), "person": SQLValue(person?.rawValue),
                "now": .integer(now), "bill": SQLValue(bill), "item": SQLValue(item?.id),
            ])
        return lastRow
    }

    func purchase(_ stock: Int64, of group: GroupID, for caller: Caller) throws -> Purchase {
        let bill = try integer("SELECT bill FROM stock WHERE id = :id", ["id": .integer(stock)])
        return Purchase(
            stock: try self.stock(stock, of: group),
            bill: try bill.map { try self.bill($0, of: group, for: caller) })
    }
}
