import Geofencing
import Positions
import Synchronization
import Testing

/// When the reports of a trace are handed out.
struct PacedSourceTests {
    /// Seconds into the replay at which each report comes, as `12.5`, a batch to a word.
    private func pace(
        _ batches: [[Report]], factor: Double = 1, each step: Double = 0
    ) async throws -> String {
        let clock = TestClock()
        var source = PacedSource(ScriptedSource(batches), factor: factor, clock: clock)
        var words: [String] = []
        while let reports = try await source.next() {
            words += reports.map { _ in "\(clock.now.seconds)" }
            clock.advance(by: step)
        }
        return words.joined(separator: " ")
    }

    private func reports(_ seconds: Double...) -> [Report] {
        seconds.map { .noPosition(Timestamp(seconds: $0)) }
    }

    @Test(arguments: [
        (1.0, "0.0 1.0 3.0 3.5 63.5"), (2.0, "0.0 0.5 1.5 1.75 31.75"),
        (0.5, "0.0 2.0 6.0 7.0 127.0"),
    ])
    func `reports come when they are due`(_ factor: Double, due: String) async throws {
        let times = reports(1000, 1001, 1003, 1003.5, 1063.5)
        #expect(try await pace([times], factor: factor) == due)
        #expect(try await pace(times.map { [$0] }, factor: factor) == due)
    }

    @Test func `an hour takes a minute at sixty times the speed`() async throws {
        let times = reports(0, 60, 3600)
        #expect(try await pace([times], factor: 60) == "0.0 1.0 60.0")
    }

    @Test func `waiting does not add up`() async throws {
        let times = reports(0, 1, 2, 3, 4)
        #expect(try await pace(times.map { [$0] }, each: 0.3) == "0.0 1.0 2.0 3.0 4.0")
    }

    @Test func `whoever is late gets all that is due at once`() async throws {
        let times = reports(0, 1, 2, 3, 10)
        #expect(try await pace([times], each: 2.5) == "0.0 2.5 2.5 5.0 10.0")
    }

    @Test func `a clock that steps back begins anew`() async throws {
        let times = reports(100, 101, 50, 51, 52)
        #expect(try await pace([times]) == "0.0 1.0 1.0 2.0 3.0")
        #expect(try await pace(times.map { [$0] }) == "0.0 1.0 1.0 2.0 3.0")
    }

    @Test func `a report without time comes with the one before`() async throws {
        let times = reports(100, 101) + [.noPosition(nil)] + reports(102)
        #expect(try await pace([times]) == "0.0 1.0 1.0 2.0")
        #expect(try await pace([[.noPosition(nil)], reports(5), reports(6)]) == "0.0 0.0 1.0")
    }

    @Test func `nobody waits from 1970 to the first date`() async throws {
        var undated = Fix(
            time: Timestamp(seconds: 43_200), coordinate: Coordinate(latitude: 1, longitude: 2))
        undated.isUndated = true
        var dated = undated
        dated.isUndated = false
        dated.time = Timestamp(seconds: 1_777_636_801)
        var later = dated
        later.time = dated.time + 2
        var lost = undated
        lost.time = undated.time + 5
        #expect(
            try await pace([[.fix(undated), .fix(dated), .fix(later), .fix(lost)]])
                == "0.0 0.0 2.0 2.0")
    }

    @Test func `simultaneous reports come together`() async throws {
        let clock = TestClock()
        var source = PacedSource(
            ScriptedSource([reports(0, 1, 1, 1, 2)]), factor: 1, clock: clock)
        var sizes: [Int] = []
        while let reports = try await source.next() { sizes.append(reports.count) }
        #expect(sizes == [1, 3, 1])
    }

    @Test func `it is as live as its source, and counts the same`() async throws {
        var source = PacedSource(
            ScriptedSource([reports(0)]), factor: 1, clock: TestClock())
        #expect(source.tally == [Tally("batches", 1)])
        #expect(!source.isLive)
        _ = try await source.next()
        #expect(source.tally == [Tally("batches", 0)])
    }
}

private struct ScriptedSource: PositionSource {
    let isLive = false
    var tally: [Tally] { [Tally("batches", batches.count)] }
    private var batches: ArraySlice<[Report]>

    init(_ batches: [[Report]]) {
        self.batches = batches[...]
    }

    mutating func next() -> [Report]? { batches.popFirst() }
}

/// A clock that goes on only when someone sleeps.
final class TestClock: Clock, Sendable {
    private let time = Mutex(Instant(offset: .zero))

    var now: Instant { time.withLock { $0 } }
    let minimumResolution = Duration.zero

    func sleep(until deadline: Instant, tolerance: Duration?) {
        time.withLock { $0 = max($0, deadline) }
    }

    func advance(by seconds: Double) {
        time.withLock { $0 = $0.advanced(by: .seconds(seconds)) }
    }

    struct Instant: InstantProtocol {
        var offset: Duration

        /// To the millisecond.
        var seconds: Double { (offset / .milliseconds(1)).rounded() / 1000 }

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
}
