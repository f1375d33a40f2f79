import APIClient
import ArgumentParser
import Geofencing
import Posix

/// Something that a household wants to buy, as the gateway has it.
struct Item: NumberedItem {
    typealias In = Households

    var id: Int64
    var text: String
    var amount: String?
    var target: String
    var by: Somebody
    var added: Timestamp
    /// Whether the map has such a place; `nil` until that is known.
    var isSomewhere: Bool?

    enum CodingKeys: String, CodingKey {
        case id, text, amount, target, by, added
        case isSomewhere = "is_somewhere"
    }

    static let (word, collection, listing, removing) = ("item", "items", "list", "remove")
    static let example = "milk"

    var words: String { text }

    /// As in `item 3: Milk, 2 l, at shop=supermarket`.
    var sentence: String {
        [called, amount?.cut(toWidth: 40), "at \(target.cut(toWidth: 60))"]
            .compactMap(\.self).joined(separator: ", ")
    }
}

/// Option: where an item can be had.
struct TargetOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where it can be had, as a favourite says it; '' is any supermarket.",
            valueName: "target"),
        completion: Completion.wanted)
    var at: String?
}

struct ListItems: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists what is to be bought.")

    @OptionGroup var options: ListOptions<Households>

    func run() async throws {
        let list = try await options.membership().list("items")
        try list.tell(
            Item.self, json: options.json,
            none: "nothing is to be bought: geofencectl household add"
        ) { items in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest),
                .init(title: "item", look: .bold), .init(title: "amount"), .init(title: "at"),
                .init(title: "by", importance: .low), .init(title: "added", importance: .low))
            for item in items {
                table.add(
                    "\(item.id)", item.text, item.amount,
                    item.target + (item.isSomewhere == false ? ", not on the map" : ""),
                    item.by.text,
                    item.added.localDay(seenFrom: .now))
            }
            return table.lines(.standardOutput)
        }
    }
}

struct AddItem: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Puts something on the list.",
        discussion: """
            EXAMPLES:
              geofencectl household add Milk --amount '2 l'
              geofencectl household add 'Oat milk' --at lidl --as ben
            """)

    @Argument(help: "What is to be bought.")
    var text: String

    @Option(help: ArgumentHelp("How much, as in '2 l'.", valueName: "text"))
    var amount: String?

    @OptionGroup var target: TargetOption

    @OptionGroup var options: ItemOptions<Households>

    func run() async throws {
        var draft: [String: AnyJSON] = ["text": .string(text)]
        draft["amount"] = amount.map { .string($0) }
        draft["target"] = target.at.map { .string($0) }
        try await options.add(draft, \Item.sentence)
    }
}

/// Argument: something on the list.
struct ItemArgument: ParsableArguments {
    @Argument(help: "Its number, as it is listed, or its words.")
    var item: String
}

struct EditItem: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is on the list, and leaves the rest.",
        discussion: """
            EXAMPLES:
              geofencectl household edit milk --amount '1 l'
              geofencectl household edit 3 --at ''
            """)

    @OptionGroup var which: ItemArgument

    @Option(help: ArgumentHelp("What is to be bought.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("How much; '' takes it away.", valueName: "text"))
    var amount: String?

    @OptionGroup var target: TargetOption

    @OptionGroup var options: ItemOptions<Households>

    func run() async throws {
        var draft: [String: AnyJSON] = [:]
        draft["text"] = text.map { .string($0) }
        draft["amount"] = amount.map { .string($0) }
        draft["target"] = target.at.map { .string($0) }
        try draft.requireChange()
        try await options.change(which.item, to: draft, \Item.sentence)
    }
}

extension [String: AnyJSON] {
    /// Throws if a change would change nothing.
    func requireChange() throws {
        guard !isEmpty else {
            throw ValidationError("nothing to change: say what is to be otherwise")
        }
    }
}

struct BuyItem: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bought",
        abstract: "Takes something from the list to the inventory; a price becomes a bill.",
        discussion: """
            The bill is of whoever it is said for (--as), in equal shares of all members unless \
            --for or --share say otherwise.

            EXAMPLES:
              geofencectl household bought milk --price 2.50
              geofencectl household bought beer --price 12,60 --for anna --for ben
              geofencectl household bought bread
            """)

    @OptionGroup var which: ItemArgument

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What it has cost, as in 2.50.", valueName: "money"),
        transform: Money.read)
    var price: Money?

    @Option(
        help: ArgumentHelp("How much was bought, if not as it is listed.", valueName: "text"))
    var amount: String?

    @OptionGroup var sharing: SharingOptions

    @Flag(help: "Print what it became as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var options: MembershipOptions<Households>

    private struct Answer: Decodable {
        var stock: Stock
        var bill: Bill?
    }

    func validate() throws {
        guard price != nil || sharing.isEmpty else {
            throw ValidationError("--for, --share: are of a price: add --price")
        }
    }

    func run() async throws {
        let membership = try await options.membership()
        let item = try await Item.find(which.item, membership)
        let currency = try await membership.currency()
        var draft = try await sharing.draft(membership, currency)
        draft["price"] = try price.map { .integer(try $0.units(of: currency)) }
        draft["amount"] = amount.map { .string($0) }
        let answer = try await membership.send(
            .post, "\(item.path)/bought", draft, about: item.called)
        try answer.tell(json: json) {
            let bought = try answer.decoded(as: Answer.self)
            let bill = bought.bill.map { "; \($0.sentence(in: currency))" } ?? ""
            return "bought \(bought.stock.sentence)\(bill)"
        }
    }
}

struct UseUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "used-up", abstract: "Takes something from the inventory back to the list.",
        discussion: """
            EXAMPLES:
              geofencectl household used-up coffee
              geofencectl household used-up milk --amount '1 l' --at lidl
            """)

    @OptionGroup var which: StockArgument

    @Option(
        help: ArgumentHelp("How much is to be bought, if not as much.", valueName: "text"))
    var amount: String?

    @OptionGroup var target: TargetOption

    @Flag(help: "Print what it became as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var options: MembershipOptions<Households>

    func run() async throws {
        let membership = try await options.membership()
        let stock = try await Stock.find(which.stock, membership)
        var draft: [String: AnyJSON] = [:]
        draft["amount"] = amount.map { .string($0) }
        draft["target"] = target.at.map { .string($0) }
        let answer = try await membership.send(
            .post, "\(stock.path)/used-up", draft, about: stock.called)
        try answer.tell(json: json) {
            "on the list: \(try (answer["item"] ?? .null).decoded(as: Item.self).sentence)"
        }
    }
}
