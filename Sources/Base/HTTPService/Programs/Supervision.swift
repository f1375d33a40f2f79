import EventLoops
package import Posix
import ServiceLifecycle

/// A program that systemd watches over.
package protocol Supervised: Sendable {
    /// Whether it is alive; asked every few seconds.
    mutating func isAlive() async -> Bool
    /// How it is, in a line.
    var status: String { get async }
}

/// Says to systemd that the program is ready, how it is, and that it is alive.
package struct Supervision<Program: Supervised>: Service {
    private let program: Program
    private let systemd: SystemdNotifier?

    /// `systemd`: `nil` if it has not started the program.
    package init(of program: Program, by systemd: SystemdNotifier?) {
        (self.program, self.systemd) = (program, systemd)
    }

    package func run() async throws {
        guard let systemd else { return try await gracefulShutdown() }
        systemd.notify(.ready, .status(await program.status))
        try? await cancelWhenGracefulShutdown { try await watch(systemd) }
        systemd.notify(.stopping)
    }

    private func watch(_ systemd: SystemdNotifier) async throws {
        let interval = min(systemd.patience.map { $0 / 4 } ?? .seconds(10), .seconds(10))
        var program = program
        var reported = ""
        while true {
            if await program.isAlive() { systemd.notify(.alive) }
            let status = await program.status
            if status != reported { systemd.notify(.status(status)) }
            reported = status
            try await LoopClock().sleep(for: interval)
        }
    }
}
