import APIClient
import ArgumentParser
import Posix

/// Where the gateway keeps what it knows.
struct GatewayStateOptions: ParsableArguments {
    static let usualDirectory = "/var/lib/geofenced-gateway"

    @Option(
        help: ArgumentHelp(
            "The gateway's state directory, as gateway.toml has it. "
                + "(default: \(usualDirectory))", valueName: "directory"))
    var stateDirectory: String?

    var directory: String { stateDirectory ?? Self.usualDirectory }
}

struct GatewayBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies all that the gateway knows into one file, while it runs.",
        discussion: """
            People, groups and what they have, with pictures, phones and messages; not the base map. \
            Who has the file knows all of that: it is made for its owner alone.

            EXAMPLES:
              sudo geofencectl gateway backup gateway-backup.sqlite
            """)

    @Argument(
        help: ArgumentHelp("The file to make. It must not be there yet.", valueName: "file"),
        completion: .file())
    var file: String

    @Flag(help: "Print which file was written, as one JSON object.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Ask the gateway at this socket where its state directory is.", valueName: "path"))
    var gatewaySocket: String?

    @OptionGroup var state: GatewayStateOptions

    private struct Written: Encodable { var file: String }

    private struct Status: Decodable {
        var stateDirectory: String?

        private enum CodingKeys: String, CodingKey { case stateDirectory = "state_directory" }
    }

    func validate() throws {
        if gatewaySocket != nil, state.stateDirectory != nil {
            throw ValidationError(
                "--gateway-socket: cannot be used with --state-directory: leave one out")
        }
    }

    private var directory: String {
        get async throws {
            guard let gatewaySocket else { return state.directory }
            let gateway = APIClient(at: try SocketPath(gatewaySocket), of: .gateway)
            return try await gateway.get("/api/status", as: Status.self).stateDirectory
                ?? state.directory
        }
    }

    func run() async throws {
        try GatewayFile(in: try await directory).backUp(to: file)
        try StandardOutput.tell(Written(file: file), json: json, or: [])
    }
}

struct GatewayRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts a backup in the place of what the gateway knows.",
        discussion: """
            The gateway must not run. The file is read through first; what the gateway has known until \
            now is kept beside it, and the path is printed. What was removed since the backup is there \
            again: remove it again.

            With --only, all but some groups and their members is forgotten when the gateway starts, \
            before it serves anybody: so what one machine has is divided between two.

            EXAMPLES:
              sudo systemctl stop geofenced-gateway
              sudo geofencectl gateway restore gateway-backup.sqlite
              sudo systemctl start geofenced-gateway
              sudo geofencectl gateway restore gateway-backup.sqlite --only home acme
            """)

    @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Only these groups, by their ids, and their members.", valueName: "group"))
    var only: [String] = []

    @Flag(
        help: "Print which file was written, and what was there before, as one JSON object.")
    var json = false

    @OptionGroup var state: GatewayStateOptions

    private struct Written: Encodable {
        var file: String
        /// Left out if there was nothing.
        var before: String?
    }

    func run() throws {
        let gateway = GatewayFile(in: state.directory)
        let before = try gateway.restore(from: file, only: Set(only))
        try StandardOutput.tell(
            Written(file: gateway.path, before: before), json: json,
            or: before.map { ["what was there before: \($0.visible)"] } ?? [])
    }
}
