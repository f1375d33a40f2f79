import Formats
package import Geofencing
package import Places
package import Posix
import SQLite

/// Replaces a set of watches by what is read, all of it or nothing.
///
/// It is written under a generation that no set has, in short transactions; in the end, one row makes
/// it count. So others who write wait for a moment at most, and who reads never does.
package struct WatchReplacement {
    private let set: String
    private let store: PlaceStore
    private let caller: Caller
    private var meaning: WatchMeaning
    private var batch: [Watch] = []
    /// Bytes of the texts in `batch`.
    private var size = 0
    private var generation: Int64?
    private var count = 0

    /// Bytes of a watch: its texts, in whatever way they are escaped and laid out.
    package static let largestWatch = 64 * 1024

    private static let largestBatch = 8 << 20

    package init(_ set: String, for caller: Caller, in store: PlaceStore) throws(Refusal) {
        self.set = try Watch.checked(set, .set)
        self.caller = caller
        self.store = store
        meaning = WatchMeaning(store: store, here: caller.position)
    }

    /// Returns how many watches the set has now, and whether there was none of its name. Throws a
    /// `Refusal` whose subject has the index of what is wrong, as in `[2].radius`, or what the source
    /// throws; then nothing has changed.
    package mutating func run(
        _ source: any ByteSource, isArray: Bool
    ) throws -> (count: Int, isNew: Bool) {
        var items = JSONItems(source, isArray: isArray, largest: Self.largestWatch)
        do {
            while let watch = try next(&items) {
                batch.append(watch)
                size += watch.title.utf8.count + (watch.details?.utf8.count ?? 0)
                if batch.count == PlaceStore.watchesTogether || size > Self.largestBatch {
                    generation = try store.connection.transaction { try write() }
                }
            }
            let isNew = try publish()
            return (count, isNew)
        } catch {
            // The daemon removes them when it starts, if this fails.
            if let generation { try? store.removeWatches(generation: generation) }
            throw error
        }
    }

    private mutating func next(_ items: inout JSONItems) throws -> Watch? {
        let index = items.count
        do {
            return try items.next { json, text in
                let draft = try WatchDraft(json, text)
                guard let id = draft.id else {
                    throw Refusal(.invalid, "id", "is missing: give each its own")
                }
                return try meaning.watch(draft, id: id, set: set)
            }
        } catch let refusal as Refusal {
            throw refusal.about(index)
        } catch let error as JSONItemError {
            throw Refusal(.invalid, "[\(error.index)]", "\(error)")
        }
    }

    /// Writes the batch, within a transaction. Returns the generation, which is another's if that
    /// does not succeed.
    private mutating func write() throws -> Int64 {
        let generation = try generation ?? store.newGeneration()
        for (offset, watch) in batch.enumerated() {
            guard try watch.write(to: store.connection, generation: generation) else {
                throw Refusal(
                    .invalid, "id", "\(watch.id.quoted) is there twice: give each its own"
                )
                .about(count + offset)
            }
        }
        count += batch.count
        batch.removeAll(keepingCapacity: true)
        size = 0
        return generation
    }

    /// `true` if there was no such set.
    private mutating func publish() throws -> Bool {
        let old = try store.connection.transaction {
            let generation = try write()
            guard try store.countWatches(generation: generation) == count else {
                throw Refusal(.busy, "set \(set.quoted)", "was disturbed: try again")
            }
            let old = try store.generation(of: set)
            try store.name(generation, set)
            return old
        }
        generation = nil
        // What is left of it counts for nothing.
        if let old { try? store.removeWatches(generation: old) }
        return old == nil
    }
}

/// Makes watches of drafts: finds what their targets mean, each once.
package struct WatchMeaning {
    private let store: PlaceStore
    /// Where the device is; `nil` if that is not known.
    private let here: Coordinate?
    private var targets: [String: Target] = [:]

    package init(store: PlaceStore, here: Coordinate?) {
        self.store = store
        self.here = here
    }

    package mutating func watch(_ draft: WatchDraft, id: String, set: String) throws -> Watch {
        guard (draft.set ?? set) == set else {
            throw Refusal(.invalid, "set", "\(draft.set!.quoted) is another than \(set.quoted)")
        }
        guard (draft.id ?? id) == id else {
            throw Refusal(.invalid, "id", "\(draft.id!.quoted) is another than \(id.quoted)")
        }
        return Watch(
            set: set, id: id, title: draft.title, spot: try spot(draft), radius: draft.radius,
            window: draft.window, audience: draft.audience, details: draft.details)
    }

    private mutating func spot(_ draft: WatchDraft) throws -> Watch.Spot {
        switch draft.at {
        case .numbers(let degrees):
            return .point(
                try Limits.coordinate(latitude: degrees[0], longitude: degrees[1], of: "at"))
        case .text(let text):
            return .point(
                try store.reading { try $0.geocode(text, as: "at", from: here).coordinate })
        case nil:
            let text = draft.target ?? ""
            return .places(try target(text), text: text)
        }
    }

    private mutating func target(_ text: String) throws -> Target {
        if let known = targets[text] { return known }
        var wanted = Favourite.Draft()
        wanted.text = text
        do {
            let target = try store.reading { [wanted] in try $0.wanted(wanted).target }
            targets[text] = target
            return target
        } catch var refusal as Refusal {
            if refusal.subject == "text" { refusal.subject = "target" }
            throw refusal
        }
    }
}

extension Refusal {
    /// The same of a member of a list.
    fileprivate func about(_ index: Int) -> Refusal {
        var refusal = self
        refusal.subject = subject == "the watch" ? "[\(index)]" : "[\(index)].\(subject)"
        return refusal
    }
}
