import ArgumentParser
import Geofencing
import Positions
import Posix
import Serving
import Settings
import Simulation

/// How a journey is played live, and to whom.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Play it live, as a receiver at a port of this machine: gpsd[:PORT] to clients of "
                + "gpsd, nmea[:PORT] as sentences over TCP; may be repeated.",
            valueName: "what"))
    var serve: [ServedPort] = []

    @Flag(help: "Play it live, as NMEA at a pseudo-terminal, whose name is printed.")
    var pty = false

    @Option(
        help: ArgumentHelp(
            "How many times faster than life it is played, or max.", valueName: "factor"),
        transform: { try Speed($0) })
    var speed: Speed = .factor(1)

    @Flag(help: "Play it again and again, with times that go on.")
    var loop = false

    @Option(
        help: ArgumentHelp(
            "Play it from here on: a time as in 2026-05-01T10:05:00Z, or seconds as in +300.",
            valueName: "start"))
    var from: ServedStart?

    @Flag(help: "Move its times, so that it begins now.")
    var now = false

    var isLive: Bool { pty || !serve.isEmpty }

    func validate() throws {
        let live: [(String, Bool)] = [
            ("--loop", loop), ("--from", from != nil), ("--now", now),
            ("--speed", speed != .factor(1)),
        ]
        if !isLive, let (option, _) = live.first(where: \.1) {
            throw ValidationError("\(option): nothing is played: add --serve gpsd, or --pty")
        }
    }

    /// Plays `trace`, or the trace at `path` if that is `nil`, to the end or until a key or signal
    /// stops it.
    func play(_ trace: SimulatedTrace?, _ path: String) async throws {
        var options = PlaybackOptions(trace.map { .scenario($0) } ?? .trace(path))
        (options.from, options.beginsNow, options.isEndless) = (from?.start, now, loop)
        // Errors are thrown before any address is printed.
        try await options.check()
        let device = SimulatedDevice(named: path.fileName)
        var sinks: [any Sink] = []
        for port in serve {
            sinks.append(try await ReceiverService(port.language, port: port.number, device))
        }
        if pty { sinks.append(try PseudoTerminal()) }
        let factor = if case .factor(let factor) = speed { factor } else { Double.infinity }
        try await LivePlay(Player(device, to: sinks, factor: factor), options)
            .run(saying: sinks.map(\.name))
    }
}

/// `gpsd`, `gpsd:PORT`, `nmea` or `nmea:PORT`.
struct ServedPort: ExpressibleByArgument {
    let language: ReceiverService.Language
    let number: Int

    init?(argument: String) {
        let parts = argument.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let language = ReceiverService.Language(rawValue: String(parts[0])) else {
            return nil
        }
        self.language = language
        // These are the ports that IANA has assigned.
        guard parts.count > 1 else {
            number = language == .gpsd ? 2947 : 10_110
            return
        }
        guard let number = UInt16(parts[1]), parts[1].first != "+" else { return nil }
        self.number = Int(number)
    }
}

/// Seconds from the beginning, or a time.
struct ServedStart: ExpressibleByArgument {
    let start: PlaybackOptions.Start

    init?(argument: String) {
        if argument.hasPrefix("+") {
            guard let seconds = Double(argument.dropFirst()), (0...1e9).contains(seconds) else {
                return nil
            }
            start = .after(seconds)
        } else {
            guard let time = Timestamp(iso8601: argument) else { return nil }
            start = .time(time)
        }
    }
}
