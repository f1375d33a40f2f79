import APIClient
import Logging
import Messages

/// Keeps one set of watches at the daemon as it is wanted.
struct WatchKeeping: Sendable {
    let set: GroupWatch.SetName
    /// What the daemon has, by the ids; `nil`: that is not known.
    private var there: [String: AnyJSON]?
    /// The ids of those that it refuses.
    private var refused: Set<String> = []
    /// The ids of those of which the log says so.
    private var logged: Set<String> = []

    /// What those are to watch that the daemon refuses.
    var refusedTargets: Set<String> {
        Set(refused.compactMap { there?[$0]?["target"]?.string })
    }

    /// What all are to watch.
    var targets: Set<String> { Set((there ?? [:]).values.compactMap { $0["target"]?.string }) }

    init(set: GroupWatch.SetName) { self.set = set }

    /// The same, while nobody knows what the daemon has.
    var unsure: WatchKeeping {
        var copy = self
        copy.there = nil
        return copy
    }

    /// Bytes of a set: the daemon takes no more.
    private static let largestSet = 64 << 20
    /// Changes, up to which each is sent alone, so that a large set is not written again for one.
    private static let fewChanges = 20

    /// Makes the set what is `wanted`, each with an id of its own. Throws if the daemon does not answer; a
    /// watch that it refuses is left out, and said in the log.
    mutating func put(_ wanted: [AnyJSON], to daemon: Daemon, _ log: Logger) async throws {
        let wanted = Dictionary(
            wanted.map { ($0["id"]?.string ?? "", $0) }, uniquingKeysWith: { one, _ in one })
        let known = there
        there = nil
        let changed = wanted.filter { $0.value != known?[$0.key] }
        let gone = (known ?? [:]).keys.filter { wanted[$0] == nil }
        if known != nil, changed.count + gone.count <= Self.fewChanges {
            for id in gone.sorted() {
                refused.remove(id)
                try await daemon.remove("\(path)/\(id)")
            }
            for (id, watch) in changed.sorted(by: { $0.key < $1.key }) {
                try await put(watch, as: id, to: daemon, log)
            }
        } else {
            try await replace(by: wanted, at: daemon, log)
        }
        there = wanted
    }

    private var path: String { "/v1/watches/\(set.rawValue)" }

    private mutating func put(
        _ watch: AnyJSON, as id: String, to daemon: Daemon, _ log: Logger
    ) async throws {
        refused.remove(id)
        do {
            _ = try await daemon.json(.put, "\(path)/\(id)", body: watch)
            logged.remove(id)
        } catch APIError.refused(let refusal) where refusal.isOfWatch {
            note(refusal, id, log)
            // What was meant before is not any more.
            try await daemon.remove("\(path)/\(id)")
        }
    }

    /// Sends all of it, without those that the daemon refuses, one after the other.
    private mutating func replace(
        by wanted: [String: AnyJSON], at daemon: Daemon, _ log: Logger
    ) async throws {
        refused = []
        var watches = wanted.sorted { $0.key < $1.key }
        while true {
            do {
                _ = try await daemon.json(
                    .put, path, body: .array(watches.map(\.value)), largest: Self.largestSet)
                logged.formIntersection(refused)
                return
            } catch APIError.refused(let refusal) where refusal.isOfWatch {
                guard let index = refusal.index, watches.indices.contains(index) else {
                    throw APIError.refused(refusal)
                }
                note(refusal, watches.remove(at: index).key, log)
            }
        }
    }

    private mutating func note(_ refusal: RefusedRequest, _ id: String, _ log: Logger) {
        refused.insert(id)
        guard logged.insert(id).inserted else { return }
        log.warning(
            "the daemon refuses a watch: nobody is told anything there",
            metadata: ["watch": "\(set.rawValue)/\(id)", "error": "\(refusal)"])
    }
}

extension RefusedRequest {
    /// Whether it is for what a watch says, and not for now.
    fileprivate var isOfWatch: Bool { [400, 404, 422].contains(status) }

    /// Of the watch in the list, as `[2].target` names it.
    fileprivate var index: Int? {
        guard let field = errors.first?.field, field.hasPrefix("[") else { return nil }
        return Int(field.dropFirst().prefix { $0 != "]" })
    }
}
