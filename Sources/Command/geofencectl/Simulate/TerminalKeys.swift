import Dispatch
import Glibc
import Posix

/// The keys that are pressed in a terminal, one by one and without showing them.
///
/// `restore` must be called before the process ends, also by a signal: it makes the terminal as it
/// was before.
final class TerminalKeys: Sendable {
    let keys: AsyncStream<UInt8>
    private let before: termios
    private let reading: Task<Void, Never>
    private let resumption: SignalSource

    /// Works as long as it is referenced.
    ///
    /// Unchecked: sources of libdispatch may be cancelled from any thread, but they are not marked
    /// as `Sendable` on Linux.
    private struct SignalSource: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    /// `nil` if there is no terminal, or if the process is in the background.
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
        reading = Task {
            await Self.read(into: pressed)
            pressed.finish()
        }
        // When the process goes on after a stop, the shell has changed the settings of the
        // terminal.
        let resumption = DispatchSource.makeSignalSource(signal: SIGCONT)
        resumption.setEventHandler { Self.set(changed) }
        self.resumption = SignalSource(source: resumption)
        resumption.resume()
    }

    func restore() {
        reading.cancel()
        resumption.source.cancel()
        Self.set(before)
    }

    /// Until the terminal has ended, or the task is cancelled.
    private static func read(into pressed: AsyncStream<UInt8>.Continuation) async {
        while (try? await waitUntilReadable(STDIN_FILENO)) != nil {
            guard isInForeground else {
                // What is typed now is for another process.
                guard (try? await Task.sleep(for: .milliseconds(200))) != nil else { return }
                continue
            }
            var key: UInt8 = 0
            guard Glibc.read(STDIN_FILENO, &key, 1) == 1 else { return }
            pressed.yield(key)
        }
    }

    /// A process in the background would be stopped if it changed the terminal, which another
    /// process has then.
    private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    private static func set(_ settings: termios) {
        guard isInForeground else { return }
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}

/// Waits for a signal that asks to stop, instead of being ended by it.
final class StopSignals: Sendable {
    private let signals: AsyncStream<Int32>
    private let sources: Sources

    /// Unchecked: as above.
    private struct Sources: @unchecked Sendable {
        let all: [any DispatchSourceSignal]
    }

    init() {
        let (signals, came) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        // Until a source is registered, a signal is ignored and lost.
        let registrations = DispatchGroup()
        sources = Sources(
            all: [SIGINT, SIGTERM, SIGHUP].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler { came.yield(number) }
                registrations.enter()
                source.setRegistrationHandler { registrations.leave() }
                source.resume()
                return source
            })
        registrations.wait()
    }

    /// Returns the number of the signal; `nil` if the task is cancelled.
    @discardableResult
    func wait() async -> Int32? {
        for await number in signals { return number }
        return nil
    }
}
