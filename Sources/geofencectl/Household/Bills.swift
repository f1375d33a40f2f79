import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

struct Bills: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and changes what was paid for the household.",
        discussion: """
            Equal shares are of whole cents; what is left over is of whoever paid.

            EXAMPLES:
              geofencectl household bills list
              geofencectl household bills add Groceries 48.20
              geofencectl household bills add Taxi 30 --share anna=10 --share ben=20
            """,
        subcommands: [ListBills.self, AddBill.self, EditBill.self, RemoveItems<Bill>.self])
}

struct ListBills: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists bills and what was paid back, the newest first.")

    @Option(
        help: ArgumentHelp(
            "From this day on, as in monday or 2026-05-01.", valueName: "day"),
        transform: CommandTime.read)
    var from: CommandTime?

    @Option(help: ArgumentHelp("How many at most, 1 to 1000.", valueName: "n"))
    var limit = 200

    @Flag(help: "Print one JSON array, as the API has it, in minor units, as cents.")
    var json = false

    @OptionGroup var options: MembershipOptions<Households>

    func validate() throws {
        guard (1...1000).contains(limit) else {
            throw ValidationError("--limit: '\(limit)' is not a number from 1 to 1000")
        }
    }

    func run() async throws {
        let membership = try await options.membership()
        var query = [(name: "limit", value: "\(limit)")]
        if let from { query.append(("from", from.pastDay)) }
        let list = try await membership.list("bills", query)
        let currency = try await membership.currency()
        try list.tell(
            Bill.self, json: json, none: "no bills: geofencectl household bills add"
        ) { bills in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest), .init(title: "date"),
                .init(title: "what", look: .bold),
                .init(title: currency.code ?? "amount", side: .right, importance: .highest),
                .init(title: "paid by"), .init(title: "for", importance: .low))
            for bill in bills {
                table.add(
                    "\(bill.id)", bill.date, bill.what, currency.number(bill.amount),
                    bill.paidBy.text, bill.sharedWords(in: currency))
            }
            return table.lines(.standardOutput)
        }
    }
}

struct AddBill: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Writes down what somebody paid for the household.",
        discussion: """
            EXAMPLES:
              geofencectl household bills add Groceries 48.20
              geofencectl household bills add 'Rent, May' 1200 --paid-by ben --date '1 may'
              geofencectl household bills add Cinema 25 --for anna --for ben
              geofencectl household bills add Taxi 30 --share anna=10 --share ben=20
              geofencectl household bills add 'Energy, back' -10.00
            """)

    @Argument(help: "What it was for.")
    var what: String

    @Argument(
        help: ArgumentHelp(
            "How much, as in 2.50 or 2,50; -2.50 came back.", valueName: "money"),
        transform: Money.readSigned)
    var amount: Money

    @Option(
        help: ArgumentHelp("Who paid. (default: who it is said for, --as)", valueName: "person"),
        completion: Completion.person)
    var paidBy: String?

    @OptionGroup var date: BillDateOption
    @OptionGroup var sharing: SharingOptions

    @Flag(help: "Print it as one JSON object, as the API has it, in minor units, as cents.")
    var json = false

    @OptionGroup var options: MembershipOptions<Households>

    func run() async throws {
        let membership = try await options.membership()
        let currency = try await membership.currency()
        var draft = try await sharing.draft(membership, currency)
        let units = try amount.billed(in: currency)
        try sharing.requireSum(of: units, in: currency)
        draft["what"] = .string(what)
        draft["amount"] = .integer(units)
        draft["date"] = date.day
        if let paidBy { draft["paid_by"] = .string(try await membership.party(paidBy)) }
        let answer = try await membership.send(.post, "bills", draft)
        try answer.tell("added", json: json) { (bill: Bill) in bill.sentence(in: currency) }
    }
}

struct EditBill: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is said of a bill, and leaves the rest.",
        discussion: """
            Whoever wrote it may, and an admin once they have left.

            EXAMPLES:
              geofencectl household bills edit 7 --amount 48.70
              geofencectl household bills edit taxi --for anna --for ben
            """)

    @Argument(help: "Its number, as it is listed, or what it was for.")
    var bill: String

    @Option(help: ArgumentHelp("What it was for.", valueName: "text"))
    var what: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How much; -2.50 came back.", valueName: "money"),
        transform: Money.readSigned)
    var amount: Money?

    @Option(
        help: ArgumentHelp("Who paid.", valueName: "person"), completion: Completion.person)
    var paidBy: String?

    @Option(
        help: ArgumentHelp("The day, as in monday or 2026-05-01.", valueName: "day"),
        transform: CommandTime.read)
    var date: CommandTime?

    @OptionGroup var sharing: SharingOptions

    @Flag(help: "Print it as one JSON object, as the API has it, in minor units, as cents.")
    var json = false

    @OptionGroup var options: MembershipOptions<Households>

    func validate() throws {
        let says = what != nil || amount != nil || paidBy != nil || date != nil
        guard says || !sharing.isEmpty else {
            throw ValidationError("nothing to change: say what is to be otherwise")
        }
    }

    func run() async throws {
        let membership = try await options.membership()
        let bill = try await Bill.find(bill, membership)
        let currency = try await membership.currency()
        var draft = try await sharing.draft(membership, currency)
        let units = try amount?.billed(in: currency)
        try sharing.requireSum(of: units ?? bill.amount, in: currency)
        draft["what"] = what.map { .string($0) }
        draft["amount"] = units.map { .integer($0) }
        draft["date"] = date.map { .string($0.pastDay) }
        if let paidBy { draft["paid_by"] = .string(try await membership.party(paidBy)) }
        let answer = try await membership.send(.patch, bill.path, draft, about: bill.called)
        try answer.tell("changed", json: json) { (bill: Bill) in bill.sentence(in: currency) }
    }
}

struct PayBack: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paid-back", abstract: "Writes down what somebody paid back to another.",
        discussion: """
            It is listed as a bill, and changed and removed as one.

            EXAMPLES:
              geofencectl household paid-back ben anna 12.50
            """)

    @Argument(
        help: ArgumentHelp("Who paid, by id or name.", valueName: "from"),
        completion: Completion.person)
    var from: String

    @Argument(
        help: ArgumentHelp("Whom, by id or name.", valueName: "to"),
        completion: Completion.person)
    var to: String

    @Argument(
        help: ArgumentHelp("How much, as in 2.50 or 2,50.", valueName: "money"),
        transform: Money.read)
    var amount: Money

    @OptionGroup var date: BillDateOption

    @Flag(help: "Print it as one JSON object, as the API has it, in minor units, as cents.")
    var json = false

    @OptionGroup var options: MembershipOptions<Households>

    func run() async throws {
        let membership = try await options.membership()
        let currency = try await membership.currency()
        let people = try await membership.parties([from, to])
        var draft: [String: AnyJSON] = [
            "what": .string("Paid back"), "kind": .string("payment"),
            "amount": .integer(try amount.billed(in: currency)), "paid_by": .string(people[0]),
            "for": .array([.string(people[1])]),
        ]
        draft["date"] = date.day
        let answer = try await membership.send(.post, "bills", draft)
        try answer.tell("added", json: json) { (bill: Bill) in bill.sentence(in: currency) }
    }
}

struct ShowBalance: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance",
        abstract: "Says who owes what, and the fewest payments that settle it.",
        discussion: """
            EXAMPLES:
              geofencectl household balance
              geofencectl household paid-back ben anna 12.50
            """)

    @Flag(help: "Print one JSON object, as the API has it, in minor units, as cents.")
    var json = false

    @OptionGroup var options: MembershipOptions<Households>

    func run() async throws {
        let membership = try await options.membership()
        let answer = try await membership.client.get(
            "\(membership.group.path)/balances", as: AnyJSON.self)
        var output = StandardOutput()
        if json {
            try output.write(json: answer)
        } else {
            let currency = try answer.decoded(as: Currency.self)
            for line in Self.lines(try answer.decoded(as: Balances.self), currency) {
                output.write(line: line)
            }
        }
        _ = try output.flushUnlessGone()
    }

    private static func lines(_ all: Balances, _ currency: Currency) -> [String] {
        var table = Table(
            .init(title: "person", importance: .highest), .init(title: "name", look: .bold),
            .init(title: currency.code ?? "balance", side: .right, importance: .highest),
            .init(title: "", importance: .low))
        for one in all.balances {
            let who = Somebody(person: one.person, name: one.name)
            table.add(
                one.called, who.text, currency.number(one.balance), one.isMember ? nil : "has left")
        }
        let payments = all.payments.map { payment in
            "\(payment.from.text.cut(toWidth: 60)) pays \(currency.text(payment.amount)) "
                + "to \(payment.to.text.cut(toWidth: 60))"
        }
        return table.lines(.standardOutput) + [""]
            + (payments.isEmpty ? ["nobody owes anything"] : payments)
    }
}
