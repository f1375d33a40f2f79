import APIClient
import ArgumentParser
import Geofencing
import Posix

/// Something that a household has, as the gateway has it.
struct Stock: NumberedItem {
    typealias In = Households

    var id: Int64
    var text: String
    var amount: String?
    var by: Somebody
    var added: Timestamp

    static let (word, collection) = ("stock", "inventory")
    static let example = "coffee"

    var words: String { text }

    /// As in `stock 3: Coffee, 500 g`.
    var sentence: String {
        [called, amount?.cut(toWidth: 40)].compactMap(\.self).joined(separator: ", ")
    }
}

/// Argument: something in the inventory.
struct StockArgument: ParsableArguments {
    @Argument(help: "Its number, as it is listed, or its words.")
    var stock: String
}

struct Inventory: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and changes what the household has.",
        discussion: """
            EXAMPLES:
              geofencectl household inventory list
              geofencectl household inventory add Coffee --amount '500 g'
            """,
        subcommands: [
            ListStocks.self, AddStock.self, EditStock.self, RemoveItems<Stock>.self,
        ])
}

struct ListStocks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists what the household has.")

    @OptionGroup var options: ListOptions<Households>

    func run() async throws {
        let list = try await options.membership().list("inventory")
        try list.tell(
            Stock.self, json: options.json,
            none: "the inventory is empty: geofencectl household inventory add"
        ) { stocks in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest),
                .init(title: "stock", look: .bold), .init(title: "amount"),
                .init(title: "by", importance: .low), .init(title: "added", importance: .low))
            for stock in stocks {
                table.add(
                    "\(stock.id)", stock.text, stock.amount, stock.by.text,
                    stock.added.localDay(seenFrom: .now))
            }
            return table.lines(.standardOutput)
        }
    }
}

struct AddStock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds something that was not on the list.",
        discussion: """
            EXAMPLES:
              geofencectl household inventory add Coffee --amount '500 g'
            """)

    @Argument(help: "What it is.")
    var text: String

    @Option(help: ArgumentHelp("How much, as in '500 g'.", valueName: "text"))
    var amount: String?

    @OptionGroup var options: ItemOptions<Households>

    func run() async throws {
        var draft: [String: AnyJSON] = ["text": .string(text)]
        draft["amount"] = amount.map { .string($0) }
        try await options.add(draft, \Stock.sentence)
    }
}

struct EditStock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is in the inventory, and leaves the rest.",
        discussion: """
            EXAMPLES:
              geofencectl household inventory edit coffee --amount '250 g'
            """)

    @OptionGroup var which: StockArgument

    @Option(help: ArgumentHelp("What it is.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("How much; '' takes it away.", valueName: "text"))
    var amount: String?

    @OptionGroup var options: ItemOptions<Households>

    func run() async throws {
        var draft: [String: AnyJSON] = [:]
        draft["text"] = text.map { .string($0) }
        draft["amount"] = amount.map { .string($0) }
        try draft.requireChange()
        try await options.change(which.stock, to: draft, \Stock.sentence)
    }
}
