import APIClient
import Community
import Formats
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Messages
import Posix

/// What households have paid, and who owes what.
extension GatewayAPI {
    static let sharedBy = Parameter(
        "for",
        .other(
            #"{"type": "array", "minItems": 1, "maxItems": 1000, "items": {"type": "string"}, "description": "Ids of people, in equal shares; without it, all members."}"#
        ))
    static let shares = Parameter(
        "shares",
        .other(
            #"{"type": "array", "minItems": 1, "maxItems": 1000, "description": "Own shares instead, which sum to the amount and have its sign.", "items": {"type": "object", "additionalProperties": false, "required": ["person", "amount"], "properties": {"person": {"type": "string"}, "amount": {"type": "integer"}}}}"#
        ))

    private static let billMembers = [
        Parameter("what", .text(1...200)),
        Parameter(
            "amount", .integer(-Community.largestAmount...Community.largestAmount),
            "Minor units, as cents, and not 0. Below zero: money that came back, in no payment."),
        Parameter("date", .text(10...10), "As 2026-05-01; without it, today."),
        Parameter(
            "paid_by", .text(1...64),
            "The id of a person, or as #7 the party of somebody who is forgotten; without it, who asks."
        ),
        sharedBy, shares,
    ]
    private static let newBillMembers = billMembers.requiring(["what", "amount"])

    static let bills: [Operation] = [
        .answering(
            .get, "groups/{group}/bills", "list_bills",
            "What was paid for a household, the newest date first.",
            query: [
                Parameter("from", .text(10...10), "The earliest date, as 2026-05-01."),
                Parameter(
                    "before", .integer(1...Int64.max),
                    "Only those that come after this bill in the list."),
                Parameter("limit", .integer(1...1000), "Without it, 200."),
            ], .list("bills", of: "Bill", as: .bill)
        ) { api, call in
            try await api.community.bills(
                of: call.groupInPath(), from: call.query("from"),
                before: call.queryNumber("before"), limit: call.limit(or: 200), by: call.known())
        },
        .answering(
            .post, "groups/{group}/bills", "add_bill", "Writes down what was paid, or paid back.",
            body: newBillMembers + [
                Parameter(
                    "kind", .choice(Bill.Kind.allCases.map(\.rawValue)),
                    "Without it, bill. A payment is for one other person: who was paid."), key,
            ], .added("Bill", as: .bill)
        ) { api, call in
            var draft = try call.billDraft()
            if draft.date == nil { draft.date = try await api.today(of: call) }
            draft.kind = call.arguments.text("kind").flatMap { .init(rawValue: $0) } ?? .bill
            return try await api.community.addBill(
                draft, of: call.groupInPath(), key: call.arguments.text("key"),
                by: .person(call.person()))
        },
        .reading("groups/{group}/bills/{bill}", "Bill", currentBill),
        .answering(
            .patch, "groups/{group}/bills/{bill}", "change_bill",
            "Changes what the body says; who wrote it, and once they have left, an admin.",
            body: billMembers, .item("Bill", as: .bill), current: currentBill
        ) { api, call in
            try await api.community.editBill(
                call.number("bill"), of: call.groupInPath(), call.billDraft(), by: call.known())
        },
        .doing(
            .delete, "groups/{group}/bills/{bill}", "remove_bill",
            "Removes it; who wrote it, and once they have left, an admin.", current: currentBill
        ) { api, call in
            try await api.community.removeBill(
                call.number("bill"), of: call.groupInPath(), by: call.known())
        },
        .answering(
            .get, "groups/{group}/balances", "balances",
            "Who owes what in a household, and the fewest payments that settle it.",
            .ok(Schema.reference("Balances"))
        ) { api, call in
            try await api.community.balances(of: call.groupInPath(), by: call.known())
        },
    ]

    private static let currentBill: Operation.Current = { api, call in
        try await api.community.bill(
            call.number("bill"), of: call.groupInPath(), by: call.known()
        ).versioned(by: .bill)
    }

    /// Where the person is, as far as their quiet hours say it.
    func today(of call: Call) async throws -> String {
        let settings = try await messages.settings(of: try call.person().description)
        let clock = LocalClock(zoneOrHere: settings.quiet?.timeZone)
        return "\(clock.moment(at: Timestamp(milliseconds: systemMilliseconds())).date)"
    }
}

extension Call {
    fileprivate func billDraft() throws(Problem) -> BillDraft {
        var draft = BillDraft()
        draft.what = arguments.text("what")
        draft.amount = arguments.integer("amount")
        draft.date = arguments.text("date")
        draft.paidBy = arguments.text("paid_by")
        draft.sharing = try sharing()
        return draft
    }

    /// Whose a bill is; `nil` if the body does not say it.
    func sharing() throws(Problem) -> BillDraft.Sharing? {
        switch (arguments["for"], arguments["shares"]) {
        case (nil, nil): return nil
        case (.some, .some):
            throw GatewayAPI.shares.problem("is too much beside for: say one of them")
        case (let people?, nil):
            let names = people.elements.compactMap(\.string)
            guard case .array(let people) = people, names.count == people.count else {
                throw GatewayAPI.sharedBy.problem("is not a list of people")
            }
            return .equal(names)
        case (nil, let shares?):
            guard case .array(let shares) = shares else { throw Self.badShares }
            var own: [(of: String, amount: Int64)] = []
            for share in shares {
                guard let name = share["person"]?.string, share.members.count == 2,
                    let amount = share["amount"]?.integer
                else { throw Self.badShares }
                own.append((name, amount))
            }
            return .own(own)
        }
    }

    private static var badShares: Problem {
        GatewayAPI.shares.problem(
            "is not a list of person and amount, which is a whole number of minor units")
    }
}
