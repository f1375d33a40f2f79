import Synchronization

/// The two clocks of a machine, which only the test moves.
final class TestTime: Sendable {
    /// 2026-05-01T12:00:00Z.
    static let start: Int64 = 1_777_636_800

    private let state = Mutex((time: TestTime.start, uptime: 1000.0))

    var now: Int64 { state.withLock(\.time) }
    var uptime: Double { state.withLock(\.uptime) }

    /// Time passes.
    func pass(_ seconds: Int64) {
        state.withLock {
            $0.time += seconds
            $0.uptime += Double(seconds)
        }
    }

    /// Somebody sets the system's clock.
    func set(by seconds: Int64) { state.withLock { $0.time += seconds } }

    /// The machine is switched off, and on again; the system's clock says that it was off for so long.
    func restart(after seconds: Int64) {
        state.withLock {
            $0.time += seconds
            $0.uptime = 30
        }
    }
}

let hour: Int64 = 3600
let day: Int64 = 24 * hour
let year: Int64 = 365 * day
