import Formats
import Geofencing
import Simulation
import Testing

@testable import Serving

struct JourneyTests {
    private static let start = Timestamp(iso8601: "2026-05-01T10:00:00Z")!

    /// A minute, and an epoch at its end.
    private func parked() async throws -> PlaybackOptions.Source {
        let text = "[[leg]]\nmode = 'parked'\nfrom = [52.37, 4.9]\nstop = 60\n"
        return .scenario(
            try SimulatedTrace(
                try await Scenario(try TOMLDocument(Array(text.utf8), name: "parked"))))
    }

    private func times(_ journey: inout Journey, most: Int = 1000) async throws -> [Double] {
        var times: [Double] = []
        while times.count < most, let epoch = try await journey.next() {
            times.append(epoch.time - Self.start)
        }
        return times
    }

    @Test func `it goes from the beginning to the end, by the times of the trace`() async throws {
        var journey = try await Journey(PlaybackOptions(try await parked()))
        #expect(try await times(&journey) == (0...60).map { Double($0) })
    }

    @Test(arguments: [PlaybackOptions.Start.after(50), .time(start + 50)])
    func `it can begin later`(_ from: PlaybackOptions.Start) async throws {
        var options = PlaybackOptions(try await parked())
        options.from = from
        var journey = try await Journey(options)
        #expect(try await times(&journey) == (50...60).map { Double($0) })
    }

    @Test func `the next round goes on a second after the one before, from the start`()
        async throws
    {
        var options = PlaybackOptions(try await parked())
        options.from = .after(59)
        options.isEndless = true
        var journey = try await Journey(options)
        let expected = [59, 60].map { Double($0) } + (61...122).map { Double($0) }
        #expect(try await times(&journey, most: 64) == expected)
    }

    @Test func `it can begin now`() async throws {
        let now = Timestamp(iso8601: "2030-01-01T00:00:00Z")!
        var options = PlaybackOptions(try await parked())
        options.beginsNow = true
        var journey = try await Journey(options)
        let first = try #require(try await journey.next())
        let delay = journey.depart(at: now)
        #expect(first.later(by: delay).time == now)
        #expect(first.later(by: delay).fix?.time == now)
        #expect(try await journey.next()?.time == now + 1)
        var other = try await Journey(PlaybackOptions(try await parked()))
        _ = try await other.next()
        #expect(other.depart(at: now) == 0)
    }

    @Test func `a beginning after the end is an error`() async throws {
        var options = PlaybackOptions(try await parked())
        options.from = .after(61)
        var journey = try await Journey(options)
        await #expect(throws: ServingError.ended(first: Self.start, last: Self.start + 60)) {
            try await journey.next()
        }
    }
}
