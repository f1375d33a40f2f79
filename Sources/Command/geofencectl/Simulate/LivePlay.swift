import Geofencing
import Glibc
import Posix
import Serving
import Synchronization

/// Plays a journey until it has ended, or a key or a signal ends it. On a terminal, it has a status
/// line and keys.
struct LivePlay {
    private let player: Player
    private let options: PlaybackOptions

    init(_ player: Player, _ options: PlaybackOptions) {
        (self.player, self.options) = (player, options)
    }

    /// `names`: where programs can read it; these are printed at once, one on each line.
    func run(saying names: [String]) async throws {
        signal(SIGPIPE, SIG_IGN)
        // Signals are handled before anybody can know that it runs.
        let signals = StopSignals()
        let keys = TerminalKeys()
        let line = PlayLine()
        defer {
            line.clear()
            keys?.restore()
        }
        // It is served even if nobody reads the names.
        try StandardOutput.show(lines: names)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [player, options] in
                try await player.run(options) { line.show($0) }
            }
            group.addTask { await signals.wait() }
            if let keys { group.addTask { [player] in await Self.obey(keys, player) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Returns when the key to quit is pressed.
    private static func obey(_ keys: TerminalKeys, _ player: Player) async {
        for await key in keys.keys {
            switch key {
            case UInt8(ascii: " "): await player.perform(.pause)
            case UInt8(ascii: "+"), UInt8(ascii: "="): await player.perform(.faster)
            case UInt8(ascii: "-"): await player.perform(.slower)
            case UInt8(ascii: "q"): return
            default: break
            }
        }
        // The terminal has been closed. If the program is to end, a signal says so.
        try? await Task.sleep(for: .seconds(86_400 * 365))
    }
}

/// The status of a play on one line of a terminal.
private final class PlayLine: Sendable {
    private let line = StatusLine()
    /// What was shown last; a change of it is shown at once.
    private let pace = Mutex<(isPaused: Bool, factor: Double)?>(nil)

    func show(_ status: Player.Status) {
        let isUrgent = pace.withLock { last in
            let now = (status.isPaused, status.factor)
            defer { last = now }
            return last.map { $0 != now } ?? true
        }
        line.show(isUrgent: isUrgent) {
            String(status.words.joined(separator: "  ").prefix(columns - 1))
        }
    }

    func clear() { line.clear() }

    private var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }
}

extension Player.Status {
    /// The parts of the line. The end may be cut off, so the most important part is first.
    fileprivate var words: [String] {
        let speed = factor.isInfinite ? "max" : "× \(factor.short)"
        let readers = clientCount.map { $0.counted("client") }
        let keys = "[space +/- q]"
        guard let time else { return ["waiting for the first reader", speed, keys] }
        let clock = String(time.description.prefix(19).map { $0 == "T" ? " " : $0 })
        let place =
            fix.map {
                "\(String(decimals: 5, $0.coordinate.latitude)), "
                    + String(decimals: 5, $0.coordinate.longitude)
            } ?? "no fix"
        let accuracy = fix?.accuracy.map { "± \(String(decimals: 0, $0)) m" }
        return [
            clock, place, accuracy, isPaused ? "paused (\(speed))" : speed, readers, keys,
        ].compactMap(\.self)
    }
}

extension Double {
    /// Without decimals where there are none.
    fileprivate var short: String {
        self == rounded() && self < 1e15 ? String(Int(self)) : String(decimals: 3, self)
    }
}
