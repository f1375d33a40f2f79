import ArgumentParser
import EventLoops
import HTTPService
import Posix
import Settings

@main
struct GeofencedGateway: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofenced-gateway",
        abstract: "Serves the page of geofenced to people, on this machine or a network.",
        discussion: """
            Knows people, and who may see what. It asks geofenced through its sockets, and runs without \
            it as well as it can.

            EXAMPLES:
              geofenced-gateway --config mine.toml
              geofenced-gateway --config /etc/geofenced/gateway.toml --check-config
            """,
        version: programVersion)

    @Option(
        help: ArgumentHelp(
            "The configuration. (default: \(GatewayConfiguration.defaultPath), if it is there)",
            valueName: "file"))
    var config: String?

    @Flag(help: "Only say whether the configuration is right.")
    var checkConfig = false

    static func main() {
        DaemonProcess.prepare()
        main(nil)
    }

    func run() throws {
        try DaemonProcess.run(as: "geofenced-gateway") { log in
            let configuration = try load()
            if checkConfig {
                print(
                    file.map { "\($0): is right" } ?? "no configuration file: all is as by default")
                return
            }
            let signals = Signals()
            try ProcessLoop.run {
                try await Services(configuration, reload: load, signals: signals, log).run()
            }
        }
    }

    /// The configuration file; `nil` if there is none.
    private var file: String? {
        let usual = GatewayConfiguration.defaultPath
        return config ?? (InputFile.exists(usual) ? usual : nil)
    }

    @Sendable private func load() throws -> GatewayConfiguration {
        try file.map { try .load(path: $0, check: Certificate.check) } ?? GatewayConfiguration()
    }
}
