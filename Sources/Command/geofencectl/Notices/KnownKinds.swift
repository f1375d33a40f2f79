import APIClient
import ArgumentParser
import Interests
import Posix
import Settings

/// The kinds of regions that `--kind` may name.
struct KnownKinds {
    private var names = RegionKinds.all.map { $0.name } + [Interests.Watch.name]
    /// Whether there may be others: a file of regions has kinds of its own, and not all of them are
    /// watched at all times.
    private let isPart: Bool

    /// `daemon`: `nil` if it is not known. `config`: the path of its configuration.
    init(_ daemon: APIClient?, config: String?) async {
        let status = try? await daemon?.get("/v1/status", as: DaemonStatus.self)
        if let daemon, let description = try? await daemon.description() {
            names += DescribedKind.all(in: description).map(\.name)
        }
        names += status?.regions.kinds.keys.sorted() ?? []
        // A mistake in it is told by who needs it.
        let hasFile = (try? Configuration.load(orDefault: config))?.regions.file != nil
        isPart = status == nil || hasFile
    }

    /// Throws if a word is none of them; only says so if there may be others.
    func check(_ words: [String]) throws {
        for word in words where !names.contains(word) {
            let near = word.nearMisses(among: names).first.map { "did you mean \($0)?" }
            let all = Set(names).sorted().joined(separator: ", ")
            let text = "--kind: \(word.quoted) is not known: \(near ?? "use \(all)")"
            guard isPart else { throw ValidationError(text.visible) }
            StandardError.write(line: text.visible)
        }
    }
}

/// A kind of regions, as the daemon's description of its control socket has it (OpenAPI).
struct DescribedKind {
    /// As in `deal`.
    var name: String
    /// As in `deals`.
    var collection: String

    /// All that the daemon has.
    static func all(in description: AnyJSON) -> [DescribedKind] {
        let schemas = description["components"]?["schemas"]
        return (description["paths"]?.members ?? [:]).sorted { $0.key < $1.key }.compactMap {
            path, operations in
            guard let add = operations["post"]?["operationId"]?.string, add.hasPrefix("add_"),
                case let name = String(add.dropFirst("add_".count)),
                schemas?["\(name)_draft"] != nil
            else { return nil }
            return DescribedKind(name: name, collection: String(path.dropFirst("/v1/".count)))
        }
    }
}

extension APIClient {
    /// The daemon's description of its control socket.
    func description() async throws -> AnyJSON { try await get("/v1/openapi.json") }
}
