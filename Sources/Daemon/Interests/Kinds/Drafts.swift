package import Places
import SQLite

/// One draft, or a list of them, which is added as a whole or not at all.
package struct Drafts<Draft: Codable & Sendable>: Sendable {
    package let all: [Draft]
    /// Whether it is a list, which may have one draft.
    package let isList: Bool

    /// Throws if the list is empty, or longer than `Limits.mostDrafts`.
    package init(_ list: [Draft]) throws(Refusal) {
        guard !list.isEmpty else {
            throw Refusal(.invalid, "the list", "is empty: say what is to be added")
        }
        guard list.count <= Limits.mostDrafts else {
            throw Refusal(
                .invalid, "the list",
                "has \(list.count) to be added: send at most \(Limits.mostDrafts) at once")
        }
        self.init(all: list, isList: true)
    }

    private init(all: [Draft], isList: Bool) {
        (self.all, self.isList) = (all, isList)
    }
}

extension Drafts: Codable {
    package init(from decoder: any Decoder) throws {
        // Anything else than a list is a draft, and reading it says what is wrong with it.
        if (try? decoder.unkeyedContainer()) != nil {
            try self.init([Draft](from: decoder))
        } else {
            self.init(all: [try Draft(from: decoder)], isList: false)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try isList ? all.encode(to: encoder) : all[0].encode(to: encoder)
    }
}

extension RegionKind {
    /// Adds all drafts or none. Throws the `Refusal` of a single one, and `RefusedDrafts` for a
    /// list.
    package static func add(
        _ drafts: Drafts<Draft>, for caller: Caller, in store: PlaceStore
    ) throws -> [Added<Item>] {
        guard drafts.isList else { return [try add(drafts.all[0], for: caller, in: store)] }
        return try store.connection.transaction {
            var added: [Added<Item>] = []
            var refused = RefusedDrafts()
            for (index, draft) in drafts.all.enumerated() {
                do {
                    added.append(try add(draft, for: caller, in: store))
                } catch let refusal as Refusal {
                    refused.refusals[index] = refusal
                }
            }
            guard refused.refusals.isEmpty else { throw refused }
            return added
        }
    }
}

/// The reasons why nothing of a list is added.
package struct RefusedDrafts: Error, Hashable, CustomStringConvertible {
    /// By their indices in the list, from 0.
    package var refusals: [Int: Refusal] = [:]

    package init(_ refusals: [Int: Refusal] = [:]) {
        self.refusals = refusals
    }

    package var inOrder: [(index: Int, refusal: Refusal)] {
        refusals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package var description: String {
        inOrder.map { "[\($0.index)].\($0.refusal)" }.joined(separator: "\n")
    }
}
