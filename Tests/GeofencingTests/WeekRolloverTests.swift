import Testing

@testable import Geofencing

struct WeekRolloverTests {
    private let now = Timestamp(iso8601: "2027-03-01T12:00:00Z")!
    private let week = 7 * 86_400.0

    @Test func `a date 1024 weeks late is mended`() {
        let rollover = WeekRollover(newestKnown: now)
        #expect(rollover.mended(now + 5 + -1024 * week) == now + 5)
        #expect(rollover.mended(now + 5 + -2048 * week) == now + 5)
    }

    @Test func `a date 512 weeks late is mended and a younger one is not`() {
        let rollover = WeekRollover(newestKnown: now)
        #expect(rollover.mended(now + -512 * week) == now + 512 * week)
        let late = now + -512 * week + 0.001
        #expect(rollover.mended(late) == late)
    }

    @Test func `a date 1024 weeks ahead of one that was told is mended`() {
        var rollover = WeekRollover(newestKnown: now)
        #expect(rollover.mended(now + 1024 * week) == now + 1024 * week, "this may be then")
        rollover.accept(now)
        #expect(rollover.mended(now + 5 + 1024 * week) == now + 5)
        #expect(rollover.mended(now + 512 * week) == now + 512 * week)
    }

    @Test func `a right date stays`() {
        let rollover = WeekRollover(newestKnown: now)
        for seconds in [-week, -1, 0, 1, week, 600 * week] {
            #expect(rollover.mended(now + seconds) == now + seconds)
        }
    }

    @Test func `what is accepted is known to be good`() {
        var rollover = WeekRollover(newestKnown: now)
        rollover.accept(now + 500 * week)
        #expect(rollover.newestKnown == now + 500 * week)
        rollover.accept(now)
        #expect(rollover.newestKnown == now + 500 * week)
    }

    @Test func `a date in a far future is not known to be good`() {
        var rollover = WeekRollover(newestKnown: now)
        rollover.accept(now + 1024 * week)
        rollover.accept(Timestamp(iso8601: "9999-12-31T23:59:59Z")!)
        #expect(rollover.mended(now + 1) == now + 1)
    }

    @Test func `no time is before this program`() {
        #expect(WeekRollover().newestKnown.description == "2026-11-01T00:00:00.000Z")
        #expect(
            WeekRollover(newestKnown: Timestamp(milliseconds: 0)).newestKnown
                == WeekRollover.released)
    }
}
