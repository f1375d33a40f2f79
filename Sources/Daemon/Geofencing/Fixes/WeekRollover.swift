/// Mends the dates of receivers whose week counter has overflowed.
///
/// GPS counts weeks in ten bits, and a receiver that forgot how often they have wrapped is 1024
/// weeks late. Live only: a trace keeps its dates as written.
package struct WeekRollover: Sendable {
    private static let week = 7 * Timestamp.millisecondsPerDay
    /// No receiver of today tells a time before this was written.
    package static let released = Timestamp(milliseconds: 1_793_491_200_000)  // 2026-11-01

    /// The latest time that was known to be good.
    package private(set) var newestKnown: Timestamp
    private var isTold = false

    package init(newestKnown: Timestamp = Self.released) {
        self.newestKnown = max(newestKnown, Self.released)
    }

    package func mended(_ time: Timestamp) -> Timestamp {
        var time = time
        while newestKnown.milliseconds - time.milliseconds >= 512 * Self.week {
            time.milliseconds += 1024 * Self.week
        }
        // Weeks are taken away only relative to a time that was reported: the program may be older
        // than the receiver.
        while isTold, time.milliseconds - newestKnown.milliseconds > 512 * Self.week {
            time.milliseconds -= 1024 * Self.week
        }
        return time
    }

    /// Remembers a time that was believed, unless it is so far ahead that no later time would count.
    package mutating func accept(_ time: Timestamp) {
        guard time.milliseconds - newestKnown.milliseconds < 512 * Self.week else { return }
        newestKnown = max(newestKnown, time)
        isTold = true
    }
}
