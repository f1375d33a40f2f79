import Geofencing
import Testing

@testable import Serving

struct PaceTests {
    private static let noon = Timestamp(iso8601: "2026-05-01T12:00:00Z")!

    private func played(_ seconds: [Double], factor: Double = 1) -> Pace {
        var pace = Pace(factor: factor)
        for second in seconds {
            _ = pace.wait(until: Self.noon + second, at: second)
            pace.played(Self.noon + second, at: second)
        }
        return pace
    }

    @Test(arguments: [(1, 10), (2, 5), (0.5, 20), (.infinity, 0)] as [(Double, Double)])
    func `time goes as fast as it is told`(factor: Double, seconds: Double) {
        var pace = played([0], factor: factor)
        #expect(pace.wait(until: Self.noon + 10, at: 0) == seconds)
    }

    @Test func `the first is due at once`() {
        var pace = Pace(factor: 1)
        #expect(pace.wait(until: Self.noon, at: 1000) == 0)
    }

    @Test func `what is late is due at once, and changes nothing`() {
        var pace = played([0, 1, 2])
        #expect(pace.wait(until: Self.noon + 1, at: 2) == 0)
        pace.played(Self.noon + 1, at: 2)
        #expect(pace.wait(until: Self.noon + 3, at: 2) == 1)
    }

    @Test(arguments: [-3600, 172_800] as [Double])
    func `a clock that was set begins another stretch`(_ jump: Double) {
        var pace = played([0, 1])
        #expect(pace.wait(until: Self.noon + jump, at: 1.5) == 0)
        pace.played(Self.noon + jump, at: 1.5)
        #expect(pace.wait(until: Self.noon + jump + 1, at: 1.5) == 1)
    }

    @Test func `while it is paused nothing is due, and nothing is lost`() {
        var pace = played([0])
        pace.togglePause(at: 4)
        #expect(pace.wait(until: Self.noon + 10, at: 100) == nil)
        pace.togglePause(at: 100)
        #expect(pace.wait(until: Self.noon + 10, at: 100) == 6)
    }

    @Test func `it can be paused before it begins`() {
        var pace = Pace(factor: 1)
        pace.togglePause(at: 0)
        #expect(pace.wait(until: Self.noon, at: 5) == nil)
        pace.togglePause(at: 9)
        #expect(pace.wait(until: Self.noon, at: 9) == 0)
    }

    @Test func `a change of speed begins where time is then`() {
        var pace = played([0])
        pace.change(faster: true, at: 4)
        #expect(pace.factor == 2)
        #expect(pace.wait(until: Self.noon + 10, at: 4) == 3)
        pace.change(faster: false, at: 5)
        #expect(pace.wait(until: Self.noon + 10, at: 5) == 4)
    }

    @Test func `speeds have limits, and full speed can be slowed down`() {
        var pace = played([0], factor: .infinity)
        pace.change(faster: true, at: 0)
        #expect(pace.factor == .infinity)
        pace.change(faster: false, at: 0)
        #expect(pace.factor == 1024)
        for _ in 0..<100 { pace.change(faster: false, at: 0) }
        #expect(pace.factor == Pace.factors.lowerBound)
        for _ in 0..<100 { pace.change(faster: true, at: 0) }
        #expect(pace.factor == Pace.factors.upperBound)
    }
}
