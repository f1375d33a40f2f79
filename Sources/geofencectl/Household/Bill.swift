import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

/// What was paid for a household, or paid back, as the gateway has it.
struct Bill: NumberedItem {
    typealias In = Households

    enum Kind: String, Decodable { case bill, payment }

    struct Share: Decodable {
        var person: String?
        var name: String
        /// Minor units.
        var amount: Int64

        var somebody: Somebody { Somebody(person: person, name: name) }
    }

    var id: Int64
    var what: String
    /// Minor units.
    var amount: Int64
    /// As `2026-05-01`.
    var date: String
    var kind: Kind
    var paidBy: Somebody
    var shares: [Share]
    /// Whether the shares are made of the amount.
    var equal: Bool?

    enum CodingKeys: String, CodingKey {
        case id, what, amount, date, kind, shares, equal
        case paidBy = "paid_by"
    }

    static let (word, collection) = ("bill", "bills")
    static let example = "7"
    /// The most that are answered.
    static let query = [(name: "limit", value: "1000")]

    var words: String { what }

    /// As in `bill 3: Groceries, 20.00 EUR, paid by Anna for Anna, Ben`.
    func sentence(in currency: Currency) -> String {
        let payer = paidBy.text.cut(toWidth: 40)
        let others = sharedWords(in: currency).cut(toWidth: 200)
        let deed =
            kind == .payment ? "from \(payer) to \(others)" : "paid by \(payer) for \(others)"
        return "\(called), \(currency.text(amount)), \(deed)"
    }

    /// Names, with what is whose where it is not the same.
    func sharedWords(in currency: Currency) -> String {
        let isEqual = equal ?? (Set(shares.map(\.amount)).count < 2)
        return shares.map { share in
            isEqual
                ? share.somebody.text : "\(share.somebody.text) \(currency.number(share.amount))"
        }.joined(separator: ", ")
    }
}

/// Options: whose a bill is.
struct SharingOptions: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "For whom, in equal shares; may be repeated. (default: all members)",
            valueName: "person"),
        completion: Completion.person)
    var people: [String] = []

    @Option(
        help: ArgumentHelp(
            "Whose own share it is, as in ben=12.50; may be repeated, and they sum to the amount.",
            valueName: "person=money"),
        transform: Share.read)
    var share: [Share] = []

    struct Share {
        var person: String
        var money: Money

        @Sendable static func read(_ text: String) throws -> Share {
            guard let sign = text.lastIndex(of: "="), sign != text.startIndex else {
                throw ValidationError(
                    "'\(text.shortened)' is no share: write it as in ben=12.50")
            }
            return Share(
                person: String(text[..<sign]),
                money: try Money.readSigned(String(text[text.index(after: sign)...])))
        }
    }

    var isEmpty: Bool { people.isEmpty && share.isEmpty }

    func validate() throws {
        guard people.isEmpty || share.isEmpty else {
            throw ValidationError("--for: cannot be used with --share: choose one")
        }
    }

    func draft(
        _ membership: Membership, _ currency: Currency
    ) async throws -> [String: AnyJSON] {
        var draft: [String: AnyJSON] = [:]
        if !people.isEmpty {
            draft["for"] = .array(try await membership.parties(people).map { .string($0) })
        }
        if !share.isEmpty {
            let members = try await membership.parties(share.map(\.person))
            draft["shares"] = .array(
                try zip(members, share).map { member, share in
                    .object([
                        "person": .string(member),
                        "amount": .integer(try share.money.units(of: currency)),
                    ])
                })
        }
        return draft
    }

    /// Throws unless own shares sum to this, if both are said. `amount`: minor units.
    func requireSum(of amount: Int64?, in currency: Currency) throws {
        guard let amount, !share.isEmpty else { return }
        var sum: Int64 = 0
        for one in share {
            let whole = sum.addingReportingOverflow(try one.money.units(of: currency))
            guard !whole.overflow else {
                throw Refusal(.invalid, "--share", "is too much: make the shares the amount")
            }
            sum = whole.partialValue
        }
        guard sum == amount else {
            throw Refusal(
                .invalid, "--share",
                "the shares sum to \(currency.text(sum)), not to \(currency.text(amount)): "
                    + "make them the amount")
        }
    }
}

/// Option: the day of a bill.
struct BillDateOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The day, as in yesterday, monday or 2026-05-01. (default: today)", valueName: "day"),
        transform: CommandTime.read)
    var date: CommandTime?

    /// As `2026-05-01`; `nil`: it was not said.
    var day: AnyJSON? { date.map { .string($0.pastDay) } }
}

extension CommandTime {
    /// Which day has been that is meant, as `2026-05-01`.
    var pastDay: String {
        let time = past(at: .now)
        return LocalClock(time)?.day ?? String(time.description.prefix(10))
    }
}
