import Geofencing
import Glibc
import Posix
import Serving
import Synchronization

/// Plays a journey, with a status line and keys where there is a terminal, until it has ended or a
/// key or a signal ends it.
struct LivePlay {
    private let player: Player
    private let options: PlaybackOptions

    init(_ player: Player, _ options: PlaybackOptions) {
        (self.player, self.options) = (player, options)
    }

    /// `names`: printed at once, one a line, for whoever is going to read there.
    func run(saying names: [String]) async throws {
        signal(SIGPIPE, SIG_IGN)
        // Before anyone can know that it runs.
        let signals = StopSignals()
        let keys = TerminalKeys()
        let line = PlayLine()
        defer {
            line.clear()
            keys?.restore()
        }
        var output = StandardOutput()
        for name in names { output.write(line: name) }
        // It can be served all the same if nobody wanted to know where.
        _ = try output.flushUnlessGone()
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

    /// Returns when it is told to quit.
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
        // The terminal has gone; whoever closed it sends a signal, if it is to end.
        try? await Task.sleep(for: .seconds(86_400 * 365))
    }
}

/// How a play goes, on one line of a terminal; nowhere else.
private final class PlayLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let drawn = Mutex<(at: ContinuousClock.Instant, Player.Status)?>(nil)

    private static let interval = Duration.milliseconds(100)

    func show(_ status: Player.Status) {
        guard isShown else { return }
        let now = ContinuousClock.now
        let isDue = drawn.withLock { drawn in
            if let (at, last) = drawn, at.duration(to: now) < Self.interval,
                (last.isPaused, last.factor) == (status.isPaused, status.factor)
            {
                return false
            }
            drawn = (now, status)
            return true
        }
        guard isDue else { return }
        let text = String(status.words.joined(separator: "  ").prefix(columns - 1))
        StandardError.write(Array("\r\u{1B}[K\(text)".utf8))
    }

    func clear() {
        if drawn.withLock({ $0 }) != nil { StandardError.write(Array("\r\u{1B}[K".utf8)) }
    }

    private var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }
}

extension Player.Status {
    /// From the most to the least important: the end may be cut off.
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
