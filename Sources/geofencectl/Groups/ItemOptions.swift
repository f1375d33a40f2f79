import APIClient
import ArgumentParser

/// Options: whose items they are, and how to list them.
struct ListOptions<Kind: GroupKind>: ParsableArguments {
    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var options: MembershipOptions<Kind>

    func membership() async throws -> Membership { try await options.membership() }
}

/// Options: whose item it is, and how to print it.
struct ItemOptions<Kind: GroupKind>: ParsableArguments {
    @Flag(help: "Print it as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var options: MembershipOptions<Kind>

    func membership() async throws -> Membership { try await options.membership() }

    /// Adds one, and prints what it is.
    func add<Item: NumberedItem>(
        _ draft: [String: AnyJSON], _ sentence: (Item) -> String
    ) async throws where Item.In == Kind {
        let answer = try await membership().send(.post, Item.collection, draft)
        try answer.tell("added", json: json, sentence)
    }

    /// Changes the one that `text` calls, and prints what it is then.
    func change<Item: NumberedItem>(
        _ text: String, to draft: [String: AnyJSON], _ sentence: (Item) -> String
    ) async throws where Item.In == Kind {
        let membership = try await membership()
        let item = try await Item.find(text, membership)
        let answer = try await membership.send(.patch, item.path, draft, about: item.called)
        try answer.tell("changed", json: json, sentence)
    }
}
