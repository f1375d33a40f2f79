import APIClient
import Community
import HTTPService
import HTTPTypes
import Hummingbird

/// What households want to buy, and have at home.
extension GatewayAPI {
    static let things = things(seen: ThingView()) + things(seen: .items) + things(seen: .inventory)

    private static func things(seen view: ThingView) -> [Operation] {
        let all = "groups/{group}/\(view.list)"
        let one = "\(all)/{\(view.name)}"
        let current: Operation.Current = { api, call in
            let thing = try await api.community.thing(
                try view.number(of: call, api), of: try call.groupInPath(), in: view.state,
                by: try call.known())
            return try view.shown(thing, api)
        }
        var operations: [Operation] = [
            .answering(
                .get, all, "list_\(view.list)",
                "What a household wants to buy, and what it has at home; the oldest first.",
                query: view.chooses("Without it, both."), .list(view.list, of: view.schema)
            ) { api, call in
                let things = try await api.community.things(
                    of: try call.groupInPath(), in: view.chosen(call.query("state")),
                    by: try call.known())
                return try things.map { try view.shown($0, api) }
            },
            .answering(
                .post, all, "add_\(view.name)", "Adds one.",
                body: view.members(isNew: true) + view.chooses("Without it, wanted.") + [key],
                .added(view.schema)
            ) { api, call in
                let thing = try await api.community.addThing(
                    call.thing, view.chosen(call.arguments.text("state")) ?? .wanted,
                    of: try call.groupInPath(), key: call.arguments.text("key"),
                    by: .person(try call.person()))
                return try view.shown(thing, api)
            },
            .reading(one, view.schema, current),
            .answering(
                .patch, one, "change_\(view.name)", "Changes what the body says.",
                body: view.members(), .item(view.schema), current: current
            ) { api, call in
                let thing = try await api.community.editThing(
                    try view.number(of: call, api), of: try call.groupInPath(), in: view.state,
                    call.thing, by: try call.known())
                return try view.shown(thing, api)
            },
            .doing(
                .delete, one, "remove_\(view.name)", "Removes it.", current: current
            ) { api, call in
                try await api.community.removeThing(
                    view.number(of: call, api), of: call.groupInPath(), in: view.state,
                    by: call.known())
            },
        ]
        if view.state != .home {
            operations.append(
                .answering(
                    .post, "\(one)/bought", "buy_\(view.name)",
                    "Takes it from the list home, with another id and what the body says of it; with a price, that is a bill of the person.",
                    body: [
                        Parameter(
                            "price", .integer(0...Community.largestAmount), nullable: true,
                            "Minor units, as cents; 0 is as none."), sharedBy, shares, key,
                    ] + view.other.members(),
                    .ok(
                        Schema.made([
                            view.other.name: Schema.reference(view.other.schema),
                            "bill":
                                #"{"oneOf": [\#(Schema.reference("Bill")), {"type": "null"}]}"#,
                        ])), current: current
                ) { api, call in
                    let bought = try await api.community.buy(
                        try view.number(of: call, api), of: try call.groupInPath(),
                        price: call.arguments.integer("price"), sharing: try call.sharing(),
                        call.thing, today: try await api.today(of: call),
                        key: call.arguments.text("key"), by: .person(try call.person()))
                    return [
                        view.other.name: try view.other.shown(bought.thing, api),
                        "bill": try bought.bill?.versioned(by: .bill) ?? .null,
                    ]
                })
        }
        if view.state != .wanted {
            operations.append(
                .answering(
                    .post, "\(one)/used-up", "use_up_\(view.name)",
                    "Takes it from home back to the list, with another id and what the body says of it.",
                    body: view.other.members() + [key],
                    .ok(Schema.made([view.other.name: Schema.reference(view.other.schema)])),
                    current: current
                ) { api, call in
                    let thing = try await api.community.useUp(
                        try view.number(of: call, api), of: try call.groupInPath(), call.thing,
                        key: call.arguments.text("key"), by: .person(try call.person()))
                    return [view.other.name: try view.other.shown(thing, api)]
                })
        }
        return operations.map { view.described($0) }
    }
}

/// Things as they are seen at some paths.
struct ThingView: Sendable {
    /// In paths and answers.
    var list = "things"
    var name = "thing"
    var schema = "Thing"
    var fields = Thing.Field.allCases
    /// Of all that are seen there; `nil`: it is said of each.
    var state: Thing.State?

    /// What is said of one in a body.
    func members(isNew: Bool = false) -> [Parameter] {
        fields.map { field in
            Parameter(
                field.rawValue, .text((field.isRequired ? 1 : 0)...field.longest),
                required: isNew && field.isRequired, field.note)
        }
    }

    /// The parameter by which one chooses the state.
    func chooses(_ note: String? = nil, required: Bool = false) -> [Parameter] {
        let words = Thing.State.allCases.map(\.rawValue)
        return state == nil ? [Parameter("state", .choice(words), required: required, note)] : []
    }

    func chosen(_ word: String?) -> Thing.State? { state ?? word.flatMap { .init(rawValue: $0) } }

    /// As JSON, with its version.
    func shown(_ thing: Thing, _ api: GatewayAPI) throws -> AnyJSON {
        var members = seen(try AnyJSON(encoding: thing).members, api)
        members = try AnyJSON.object(members).versioned(by: .thing).members
        if let target = members["target"]?.string, thing.state == .wanted {
            members["is_somewhere"] = api.unknown.isSomewhere(target).map { .bool($0) }
        }
        return .object(members)
    }
}

extension Call {
    /// What the body says of a thing.
    fileprivate var thing: [Thing.Field: String] {
        .init(
            uniqueKeysWithValues: Thing.Field.allCases.compactMap { field in
                arguments.text(field.rawValue).map { (field, $0) }
            })
    }
}
