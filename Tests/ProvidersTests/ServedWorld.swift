import Geofencing
import MQTT
import Messages
import Posix
import Synchronization
import TestSupport

@testable import APIClient
@testable import Providers

/// A server whose answers a test decides.
struct FakeServer: CellServer {
    let answer: @Sendable (PlaceCell, CellValidators?) async throws -> CellAnswer

    func features(in cell: PlaceCell, known: CellValidators?) async throws -> CellAnswer {
        try await answer(cell, known)
    }
}

/// Takes what a daemon would.
final class FakeSink: CellSink {
    private let state = Mutex<[(cell: PlaceCell, count: Int)]>([])
    private let refusals = Mutex(0)

    /// So many times from now, the daemon writes something else.
    func refuse(times count: Int) { refusals.withLock { $0 = count } }

    /// What has come, in order.
    var taken: [(cell: PlaceCell, count: Int)] { state.withLock(\.self) }

    func replace(_ cell: PlaceCell, by features: CellFeatures) async throws -> Int {
        let isRefused = refusals.withLock { count in
            count -= 1
            return count >= 0
        }
        if isRefused {
            let reply = APIClient.Reply(status: 409, contentType: nil, body: [])
            throw APIError.refused(.init(reply, of: .daemon))
        }
        state.withLock { $0.append((cell, features.count)) }
        return 0
    }
}

extension CellFeatures {
    /// So many of which nothing is known.
    init(_ count: Int) { self.init(count: count, collection: CellFeatures.none.collection) }
}

extension CellAnswer {
    static func count(_ count: Int) -> CellAnswer { .features(.init(count), nil, credit: nil) }
}

extension Provider {
    static let shops = Provider(
        name: "shops", kind: .ogcFeatures(collection: "places"), origin: "http://127.0.0.1:1")
}

extension Timestamp {
    static let noon = Timestamp(iso8601: "2026-05-01T12:00:00Z")!
}

extension Coordinate {
    /// In cell 1047_97.
    static let dam = Coordinate(latitude: 52.3731, longitude: 4.8926)
}

/// A clock that a test moves on. Who sleeps wakes when it has come so far.
final class SteppedClock: GatewayClock {
    private let time = Mutex(Timestamp.noon)
    private let steps = ChangeCount()
    private let sleepers = Mutex(0)

    var now: Timestamp { time.withLock(\.self) }

    func advance(by seconds: Double) {
        time.withLock { $0 = $0 + seconds }
        steps.advance()
    }

    func sleep(seconds: Double) async throws {
        let end = now + seconds
        var number = steps.number
        sleepers.withLock { $0 += 1 }
        defer { sleepers.withLock { $0 -= 1 } }
        while now < end { number = try await steps.next(after: number) }
    }

    /// Moves on once all that runs has come to wait for it.
    func advanceWhenIdle(by seconds: Double) async throws {
        try await eventually { sleepers.withLock(\.self) == ProviderSync.together }
        advance(by: seconds)
    }

    func jitter() -> Double { 1 }
}
