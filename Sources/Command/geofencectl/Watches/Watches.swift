import APIClient
import ArgumentParser
import FoundationEssentials
import Geofencing
import Interests
import Posix

struct Watches: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and removes watches: regions that other programs ask for.",
        discussion: """
            Watches are in sets, which programs replace as a whole.

            EXAMPLES:
              geofencectl watches list
              geofencectl watches list my-list
              geofencectl watches add my-list/milk --title 'Buy milk' --target supermarkt
              geofencectl watches remove my-list/milk
            """,
        subcommands: [ListWatches.self, AddWatch.self, RemoveWatches.self])
}

/// `my-list/milk`: a watch of a set.
struct WatchName: ExpressibleByArgument {
    let set: String
    let id: String

    init?(argument: String) {
        let text = argument.hasPrefix("watch/") ? argument.dropFirst(6) : argument[...]
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let set = try? Interests.Watch.checked(String(parts[0]), .set),
            let id = try? Interests.Watch.checked(String(parts[1]), .id)
        else { return nil }
        (self.set, self.id) = (set, id)
    }

    var path: String { "/v1/watches/\(set)/\(id)" }
}

struct ListWatches: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the sets of watches, or the watches of a set.",
        discussion: """
            EXAMPLES:
              geofencectl watches list
              geofencectl watches list my-list --json
            """)

    @Argument(
        help: "A set; without it, all sets.", transform: { try Interests.Watch.checked($0, .set) })
    var set: String?

    @Flag(help: "Print one JSON object, as the API has it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let daemon = try daemon.daemon()
        let path = "/v1/watches" + (set.map { "/\($0)" } ?? "")
        if json {
            try StandardOutput.show(bytes: await daemon.object(path) + [.newline])
        } else if set == nil {
            let sets = try await daemon.get(path, as: [String: [WatchSet]].self)["sets"] ?? []
            try StandardOutput.show(
                lines: Self.table(sets),
                none: "no watches: programs add them, and geofencectl watches add")
        } else {
            let watches = try await daemon.get(path, as: ListedSet.self).watches
            try StandardOutput.show(
                lines: Self.table(watches, at: .now), none: "this set has no watches")
        }
    }

    private static func table(_ sets: [WatchSet]) -> [String] {
        var table = Table(
            .init(title: "set", look: .bold, importance: .highest),
            .init(title: "watches", side: .right))
        for set in sets { table.add(set.set, "\(set.watches)") }
        return table.lines(.standardOutput)
    }

    private static func table(_ watches: [ListedWatch], at now: Timestamp) -> [String] {
        var table = Table(
            .init(title: "id", importance: .highest), .init(title: "title", look: .bold),
            .init(title: "where"), .init(title: "for"), .init(title: "when"),
            .init(title: "radius", side: .right))
        for watch in watches {
            table.add(
                watch.id, watch.title, watch.place, watch.otherAudience, watch.when(at: now),
                watch.radius?.inMetres)
        }
        return table.lines(.standardOutput)
    }
}

private struct ListedSet: Decodable {
    var watches: [ListedWatch]
}

/// A watch, as the API has it, but for its details.
struct ListedWatch: Decodable {
    var set: String
    var id: String
    var title: String
    var at: [Double]?
    var target: String?
    var radius: Double?
    var starts: Timestamp?
    var ends: Timestamp?
    var audience: Audience

    var place: String? { target ?? at.map { $0.map { "\($0)" }.joined(separator: ",") } }

    /// For whom it is; `nil`: for everyone, as most are.
    var otherAudience: String? { audience == .everyone ? nil : audience.description }

    /// As in `until today 18:00`; `nil`: always.
    func when(at now: Timestamp) -> String? {
        if let ends, ends <= now { return "ended \(ends.localDay(seenFrom: now))" }
        if let starts, now < starts {
            let end = ends.map { " to \($0.local(seenFrom: starts))" } ?? ""
            return (ends == nil ? "from " : "") + starts.localDay(seenFrom: now) + end
        }
        return ends.map { "until \($0.localDay(seenFrom: now))" }
    }

    /// As in `watch my-list/milk: Buy milk, supermarkt, within 80 m`.
    func sentence(at now: Timestamp) -> String {
        let parts = [
            place, otherAudience.map { "for \($0)" }, radius.map { "within \($0.inMetres)" },
            when(at: now),
        ]
        return (["watch \(set)/\(id): \(title.cut(toWidth: 60))"] + parts.compactMap(\.self))
            .joined(separator: ", ")
    }
}

struct RemoveWatches: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes watches, or whole sets.",
        discussion: """
            EXAMPLES:
              geofencectl watches remove my-list/milk
              geofencectl watches remove my-list
            """)

    @Argument(help: ArgumentHelp("A watch, or a set with all of its watches.", valueName: "set/id"))
    var names: [String]

    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        // All must be understood before anything is removed.
        let meant = try names.map { name in
            if let watch = WatchName(argument: name) { return (watch.path, name, "watch \(name)") }
            return ("/v1/watches/\(try Interests.Watch.checked(name, .set))", name, "set \(name)")
        }
        let daemon = try daemon.daemon()
        var output = StandardOutput()
        for (path, name, what) in meant {
            _ = try await daemon.send(.delete, path)
            try output.write(removed: name, json: json, what)
            try output.flush()
        }
    }
}
