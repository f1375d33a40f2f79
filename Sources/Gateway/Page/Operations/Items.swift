import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// What households want to buy, and what they have.
extension GatewayAPI {
    private static let text = Parameter("text", .text(1...Community.longestItemText))
    private static let newText = Parameter(
        "text", .text(1...Community.longestItemText), required: true)
    private static let amount = Parameter(
        "amount", .text(0...Community.longestItemAmount),
        "As typed, as in 2 l; empty takes it away.")
    private static let target = Parameter(
        "target", .text(0...Community.longestItemText),
        "Where it can be had: a brand, name, category or place id; empty: any supermarket.")

    static let items: [Operation] = [
        Operation(
            .get, "groups/{group}/items", "list_items",
            "What a household wants to buy, the oldest first.", for: .signedIn,
            [.ok(Schema.list("items", of: "Item"))]
        ) { api, call in
            let items = try await api.community.items(
                of: try call.groupInPath(), by: try call.known())
            return try Response.json(["items": try items.map(api.shown)])
        },
        Operation(
            .post, "groups/{group}/items", "add_item", "Adds to the list.", for: .signedIn,
            body: [newText, amount, target, key], [.created(Schema.reference("Item"))]
        ) { api, call in
            let item = try await api.community.addItem(
                of: try call.groupInPath(), text: call.arguments.text("text")!,
                amount: call.arguments.text("amount"), target: call.arguments.text("target"),
                key: call.arguments.text("key"), by: .person(try call.person()))
            return try Response.json(versioned: try api.shown(item), status: .created)
        },
        .reading("groups/{group}/items/{item}", "Item", currentItem),
        Operation(
            .patch, "groups/{group}/items/{item}", "change_item", "Changes what the body says.",
            for: .signedIn, body: [text, amount, target], [.ok(Schema.reference("Item"))],
            current: currentItem
        ) { api, call in
            let item = try await api.community.editItem(
                try call.number("item"), of: try call.groupInPath(),
                text: call.arguments.text("text"), amount: call.arguments.text("amount"),
                target: call.arguments.text("target"), by: try call.known())
            return try Response.json(versioned: try api.shown(item))
        },
        Operation(
            .delete, "groups/{group}/items/{item}", "remove_item", "Takes it from the list.",
            for: .signedIn, [.done], current: currentItem
        ) { api, call in
            try await api.community.removeItem(
                try call.number("item"), of: try call.groupInPath(), by: try call.known())
            return .done
        },
        Operation(
            .post, "groups/{group}/items/{item}/bought", "buy_item",
            "Takes it from the list to the inventory; with a price, that is a bill of the person.",
            for: .signedIn,
            body: [
                Parameter(
                    "price", .integer(0...Community.largestAmount), nullable: true,
                    "Minor units, as cents; 0 is as none."),
                amount, sharedBy, shares, key,
            ], [.ok(Schema.reference("Purchase"))], current: currentItem
        ) { api, call in
            let bought = try await api.community.buy(
                try call.number("item"), of: try call.groupInPath(),
                price: call.arguments.integer("price"), sharing: try call.sharing(),
                amount: call.arguments.text("amount"), today: try await api.today(of: call),
                key: call.arguments.text("key"), by: .person(try call.person()))
            return try Response.json([
                "stock": try bought.stock.versioned(by: .stock),
                "bill": try bought.bill?.versioned(by: .bill) ?? .null,
            ])
        },
        Operation(
            .get, "groups/{group}/inventory", "list_inventory",
            "What a household has, the oldest first.", for: .signedIn,
            [.ok(Schema.list("inventory", of: "Stock"))]
        ) { api, call in
            let stocks = try await api.community.inventory(
                of: try call.groupInPath(), by: try call.known())
            return try Response.json(stocks, in: "inventory", as: .stock)
        },
        Operation(
            .post, "groups/{group}/inventory", "add_stock", "Adds to the inventory.",
            for: .signedIn, body: [newText, amount, key], [.created(Schema.reference("Stock"))]
        ) { api, call in
            let stock = try await api.community.addStock(
                of: try call.groupInPath(), text: call.arguments.text("text")!,
                amount: call.arguments.text("amount"), key: call.arguments.text("key"),
                by: .person(try call.person()))
            return try Response.json(stock, as: .stock, status: .created)
        },
        .reading("groups/{group}/inventory/{stock}", "Stock", currentStock),
        Operation(
            .patch, "groups/{group}/inventory/{stock}", "change_stock",
            "Changes what the body says.", for: .signedIn, body: [text, amount],
            [.ok(Schema.reference("Stock"))], current: currentStock
        ) { api, call in
            let stock = try await api.community.editStock(
                try call.number("stock"), of: try call.groupInPath(),
                text: call.arguments.text("text"), amount: call.arguments.text("amount"),
                by: try call.known())
            return try Response.json(stock, as: .stock)
        },
        Operation(
            .delete, "groups/{group}/inventory/{stock}", "remove_stock",
            "Takes it from the inventory.", for: .signedIn, [.done], current: currentStock
        ) { api, call in
            try await api.community.removeStock(
                try call.number("stock"), of: try call.groupInPath(), by: try call.known())
            return .done
        },
        Operation(
            .post, "groups/{group}/inventory/{stock}/used-up", "use_up_stock",
            "Takes it from the inventory back to the list.", for: .signedIn,
            body: [
                Parameter(
                    "target", .text(0...Community.longestItemText),
                    "Without it, where it was to be had before; empty: any supermarket."),
                amount, key,
            ], [.ok(Schema.made(["item": Schema.reference("Item")]))], current: currentStock
        ) { api, call in
            let item = try await api.community.useUp(
                try call.number("stock"), of: try call.groupInPath(),
                amount: call.arguments.text("amount"), target: call.arguments.text("target"),
                key: call.arguments.text("key"), by: .person(try call.person()))
            return try Response.json(["item": try api.shown(item)])
        },
    ]

    private func shown(_ item: Item) throws -> AnyJSON {
        var members = try item.versioned(by: .item).members
        members["is_somewhere"] = unknown.isSomewhere(item.target).map { .bool($0) }
        return .object(members)
    }

    private static let currentItem: Operation.Current = { api, call in
        let item = try await api.community.item(
            try call.number("item"), of: try call.groupInPath(), by: try call.known())
        return try api.shown(item)
    }

    private static let currentStock: Operation.Current = { api, call in
        let stock = try await api.community.stock(
            try call.number("stock"), of: try call.groupInPath(), by: try call.known())
        return try stock.versioned(by: .stock)
    }
}
