package import Geofencing
import Places
import Posix

/// Finds the region that somebody means by a text, among regions that it is given one after
/// another.
package actor RegionSearch {
    private let text: String
    private let folded: String

    private var exact: Region?
    /// By id: the regions that are called so, and those whose name has the text in it.
    private var named: [String: Region] = [:]
    private var similar: [String: Region] = [:]
    /// Words that the text may be a misspelling of, folded, with the names and ids that have them.
    private var near: [String: Set<String>] = [:]

    /// How many such words are kept.
    private static let mostNear = 3

    /// `text`: an id, the end of one after a slash, a name or a part of one.
    package init(for text: String) {
        (self.text, folded) = (text, text.folded)
    }

    /// Takes regions into account.
    package func look(at regions: some Sequence<Region>) {
        var others: [Region] = []
        for region in regions {
            if region.id == text {
                exact = region
            } else if region.id.hasSuffix("/" + text) || region.name.folded == folded {
                named[region.id] = region
            } else if region.name.folded.contains(folded) {
                similar[region.id] = region
            } else {
                others.append(region)
            }
        }
        if exact == nil, named.isEmpty, similar.isEmpty { lookForMisspelling(among: others) }
    }

    private func lookForMisspelling(among regions: [Region]) {
        var parts = near
        for region in regions {
            parts[region.id.folded, default: []].insert(region.id)
            for part in [region.name[...]] + region.name.split(separator: " ") {
                parts[String(part).folded, default: []].insert(region.name)
            }
        }
        // Sorted, so that the result is the same every time.
        let likely = folded.nearMisses(among: parts.keys.sorted()).prefix(Self.mostNear)
        near = parts.filter { likely.contains($0.key) }
    }

    /// The region that is meant; throws if there is none, or more than one.
    package func found() throws(RegionSearchError) -> Region {
        if let exact { return exact }
        let candidates = named.isEmpty ? similar : named
        guard let one = candidates.values.first else {
            throw .unknown(text, near: Set(near.values.joined()).sorted())
        }
        guard candidates.count > 1 else { return one }
        let list = candidates.values.sorted { $0.id < $1.id }
        throw .ambiguous(
            text, list.prefix(RegionSearchError.longestList).map { ($0.id, $0.name) },
            of: list.count)
    }
}

/// The reason why a text does not name one region.
package enum RegionSearchError: Error, CustomStringConvertible {
    case unknown(String, near: [String])
    case ambiguous(String, [(id: String, name: String)], of: Int)

    /// How many regions a message lists.
    fileprivate static let longestList = 8

    package var description: String {
        switch self {
        case .unknown(let text, let near):
            "\(text.quoted): there is no region of that id or name on the way: "
                + (near.isEmpty
                    ? "name one that the device came near to"
                    : "did you mean \(near.prefix(Self.longestList).map(\.shortened).joined(separator: " or "))?")
        case .ambiguous(let text, let regions, let count):
            "\(text.quoted): \(count) regions are called so: name one by its id: "
                + regions.map { "\($0.id.shortened) (\($0.name.shortened))" }
                .joined(separator: ", ")
                + (count > regions.count ? ", …" : "")
        }
    }
}
