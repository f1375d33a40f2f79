import APIClient
import Glibc
import Posix
import Settings

extension Geofencectl {
    /// Without a command, says what to do next.
    func run() async throws {
        try StandardOutput.show(lines: await NextStep.find().lines)
    }
}

/// The next step for a person who has just installed geofenced, or comes back to it.
enum NextStep: Equatable {
    case mendConfiguration
    case start
    case joinGroup
    case importPlaces
    case addFavourites
    case waitForPosition
    case listen

    static func find() async -> NextStep {
        guard let configuration = try? Configuration.load(orDefault: nil),
            let path = try? SocketPath(configuration.control.socket)
        else { return .mendConfiguration }
        if access(path.description, W_OK) != 0, errno == EACCES { return .joinGroup }
        let daemon = APIClient(at: path)
        guard let status = try? await daemon.get("/v1/status", as: DaemonStatus.self) else {
            return .start
        }
        if await !isAnythingWanted(daemon) {
            return status.places == 0 ? .importPlaces : .addFavourites
        }
        return status.position == nil ? .waitForPosition : .listen
    }

    /// Whether there is one of any kind.
    private static func isAnythingWanted(_ daemon: APIClient) async -> Bool {
        // A daemon that goes away meanwhile has none.
        guard let description = try? await daemon.description() else { return false }
        for kind in DescribedKind.all(in: description) {
            let list = try? await daemon.get("/v1/\(kind.collection)", as: AnyJSON.self)
            if list?[kind.collection]?.elements.isEmpty == false { return true }
        }
        return false
    }

    var lines: [String] {
        let (what, commands) = words
        return [what] + commands.map { "  \($0)" } + [
            "",
            "geofencectl doctor looks for what is wrong, geofencectl --help shows all commands.",
        ]
    }

    private var words: (String, [String]) {
        switch self {
        case .mendConfiguration:
            ("The configuration has a fault:", ["geofenced --check-config"])
        case .start:
            (
                "geofenced is not running. Start it, or try a trace without it:",
                [
                    "sudo systemctl enable --now geofenced",
                    "geofencectl replay walk.gpx --places cafes.csv --favourite starbucks",
                ]
            )
        case .joinGroup:
            (
                "Only members of the group geofenced may ask the daemon. Join, then log in again:",
                ["sudo usermod -aG geofenced $USER"]
            )
        case .importPlaces:
            (
                "geofenced runs, and knows no places yet. Give it some, or add a deal:",
                [
                    "geofencectl places import amsterdam.osm.pbf",
                    "geofencectl deals add --help",
                ]
            )
        case .addFavourites:
            (
                "geofenced runs, and knows places. Say which of them you care about:",
                ["geofencectl favourites catalogue coffee", "geofencectl favourites add starbucks"]
            )
        case .waitForPosition:
            (
                "geofenced runs, and does not know yet where it is:",
                ["geofencectl doctor", "geofencectl status"]
            )
        case .listen:
            (
                "geofenced runs, and knows where it is. Hear what it tells:",
                ["geofencectl listen", "geofencectl status"]
            )
        }
    }
}
