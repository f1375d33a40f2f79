import ArgumentParser
import EventLoops
import HTTPService
import Logging
import Positions
import Posix
import Settings

@main
struct Geofenced: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofenced",
        abstract: "Tells listeners when this device comes to a favourite place or an active deal.",
        discussion: """
            Reads positions from gpsd or from a recorded trace, and sends notices to whoever connects to its \
            notification socket. Options override the configuration file.

            EXAMPLES:
              geofenced --config mine.toml --source gpx:walk.gpx --speed 60
              geofenced --config /etc/geofenced/geofenced.toml --check-config
            """,
        version: programVersion)

    @Option(
        help: ArgumentHelp(
            "The configuration. (default: \(Configuration.defaultPath), if it is there)",
            valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Where positions come from: gpsd:HOST:PORT, nmea:FILE, gpx:FILE, simulate:FILE.",
            valueName: "source"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "A GeoJSON FeatureCollection of Points, the regions' centres.", valueName: "file"))
    var regions: String?

    @Option(
        help: ArgumentHelp(
            "Where the daemon keeps what it must not forget.", valueName: "directory"))
    var stateDirectory: String?

    @Option(
        help: ArgumentHelp(
            "How many times faster than life a trace is played, or max.", valueName: "factor"))
    var speed: Speed?

    @Flag(help: "Move the times of a trace, so that it begins now.")
    var now = false

    @Flag(help: "Read a trace from its beginning, also if it has been read before.")
    var fromStart = false

    @Flag(help: "Only say whether the configuration is right.")
    var checkConfig = false

    static func main() {
        DaemonProcess.prepare()
        main(nil)
    }

    func run() throws {
        try DaemonProcess.run(as: "geofenced") { log in
            let configuration = try load()
            if checkConfig {
                // The file of regions is read as well: with a fault in it the daemon would not
                // start.
                _ = try RegionsInUse.file(configuration)
                print(
                    file.map { "\($0): is right" } ?? "no configuration file: all is as by default")
                return
            }
            let signals = Signals()
            try ProcessLoop.run {
                try await Services(
                    configuration, reload: load, fromStart: fromStart, signals: signals, log
                ).run()
            }
        }
    }

    private func check(_ source: String) throws {
        // Otherwise opening it says that it is not there.
        try checkConfig ? PositionSources.checkIsThere(source) : PositionSources.check(source)
    }

    /// The configuration file; `nil` if there is none.
    private var file: String? {
        config ?? (InputFile.exists(Configuration.defaultPath) ? Configuration.defaultPath : nil)
    }

    /// The settings of the file, or of the options where these are given.
    @Sendable private func load() throws -> Configuration {
        // The file's source need not be right if an option replaces it.
        var configuration =
            try file.map { try .load(path: $0, checkSource: source == nil ? check : { _ in }) }
            ?? Configuration()
        if let source {
            do {
                try check(source)
            } catch {
                throw KeyError(key: "--source", error: error)
            }
            configuration.source = source
        }
        if let regions { configuration.regions.file = regions }
        if let stateDirectory { configuration.stateDirectory = stateDirectory }
        if let speed { configuration.speed = speed }
        if now { configuration.now = true }
        return configuration
    }
}

extension Speed: ExpressibleByArgument {
    package init?(argument: String) {
        guard let speed = try? Speed(argument) else { return nil }
        self = speed
    }
}
