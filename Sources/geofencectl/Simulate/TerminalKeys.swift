import Dispatch
import Glibc

/// The keys that are pressed in a terminal, at once and without being shown.
///
/// The terminal is as it was after `restore`, whatever the process did in between: it must come
/// before the process ends, by a signal too.
final class TerminalKeys: Sendable {
    let keys: AsyncStream<UInt8>
    private let before: termios
    /// Kept: they work as long as they are.
    private let sources: Sources

    /// Unchecked: libdispatch's sources may be cancelled from any thread, but are not marked so on
    /// Linux.
    private struct Sources: @unchecked Sendable {
        let input: any DispatchSourceRead
        let resumption: any DispatchSourceSignal
    }

    /// `nil` if there is no terminal, or if it is in the background there.
    init?() {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1,
            Self.isInForeground, tcgetattr(STDIN_FILENO, &settings) == 0
        else { return nil }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        let changed = settings
        Self.set(changed)
        let (keys, pressed) = AsyncStream.makeStream(
            of: UInt8.self, bufferingPolicy: .bufferingNewest(16))
        self.keys = keys
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
        input.setEventHandler {
            guard Self.isInForeground else { return }
            var key: UInt8 = 0
            if read(STDIN_FILENO, &key, 1) == 1 { pressed.yield(key) } else { pressed.finish() }
        }
        // After a stop, a shell has the terminal as it likes it.
        let resumption = DispatchSource.makeSignalSource(signal: SIGCONT)
        resumption.setEventHandler { Self.set(changed) }
        sources = Sources(input: input, resumption: resumption)
        input.resume()
        resumption.resume()
    }

    func restore() {
        sources.input.cancel()
        sources.resumption.cancel()
        Self.set(before)
    }

    /// In the background it would be stopped for touching the terminal, which is another's then.
    private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    private static func set(_ settings: termios) {
        guard isInForeground else { return }
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}

/// Waits for a signal that asks to stop, instead of being ended by it.
final class StopSignals: Sendable {
    private let signals: AsyncStream<Void>
    private let sources: Sources

    /// Unchecked: as above.
    private struct Sources: @unchecked Sendable {
        let all: [any DispatchSourceSignal]
    }

    init() {
        let (signals, came) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        sources = Sources(
            all: [SIGINT, SIGTERM, SIGHUP].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler { came.yield() }
                source.resume()
                return source
            })
    }

    func wait() async {
        for await _ in signals { return }
    }
}
