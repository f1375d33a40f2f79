import Community
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Messages

/// When the daemon's devices are read anew.
struct DeviceMirrorTests {
    private static let list = "GET /v1/devices"
    private let folder = TemporaryFolder()
    private let changes = ChangeLog<Change>.ofGateway()

    /// Runs the mirror's readings beside `body`.
    private func reading(
        _ body: (DeviceMirror, DaemonDouble) async throws -> Void
    ) async throws {
        let daemon = try DaemonDouble(folder.file("control"))
        let mirror = DeviceMirror(
            at: daemon.socket, changes: changes, timeout: .seconds(patience))
        try await daemon.run {
            try await withThrowingTaskGroup { group in
                group.addTask { try await mirror.readWhatIsDoubtful() }
                defer { group.cancelAll() }
                try await body(mirror, daemon)
            }
        }
    }

    @Test func `changes while the devices are read cost one more reading`() async throws {
        // How many changes there were when the devices were asked for, each time.
        let asked = Mutex<[Int]>([])
        try await reading { mirror, daemon in
            @Sendable func note(_ then: @escaping @Sendable () -> Void = {}) {
                daemon.interrupt(Self.list) {
                    asked.withLock { $0.append(mirror.doubts.number) }
                    then()
                }
            }
            note {
                for _ in 1...5 { mirror.doubts.advance() }
                note { note() }
            }
            mirror.doubts.advance()
            _ = try await changes.next(after: 1)
            mirror.doubts.advance()
            _ = try await changes.next(after: 2)
        }
        #expect(asked.withLock { $0 } == [1, 6, 7])
    }

    @Test func `a reading that fails is tried again`() async throws {
        try await reading { mirror, daemon in
            daemon.refuse(Self.list, with: (503, #"{"title": "Busy", "status": 503}"#))
            daemon.interrupt(Self.list) { daemon.refuse(Self.list, with: nil) }
            mirror.doubts.advance()
            _ = try await changes.next(after: 0)
            #expect(daemon.requests == [Self.list, Self.list])
            #expect(await mirror.all.map(\.id) == ["mias-phone", "pi"])
        }
    }
}
