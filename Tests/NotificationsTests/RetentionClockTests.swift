import Geofencing
import Notifications
import Testing

/// What the time is for what is too old to keep, hour by hour.
struct RetentionClockTests {
    /// `system`: hours of the system's clock since noon, one an hour of uptime; a `!` after it: the
    /// receiver's clock says the same.
    private func hours(_ system: String, known: Double? = 0) -> String {
        var clock = RetentionClock(known: known.map { noon($0 * 3600) }, uptime: 0)
        let words = system.split(separator: " ").enumerated().map { hour, word -> String in
            let uptime = Double(hour) * 3600
            let time = noon((Double(word.filter { $0 != "!" }) ?? 0) * 3600)
            if word.hasSuffix("!") { clock.compare(time + 60, time, uptime: uptime) }
            return "\(Int((clock.now(time, uptime: uptime) - noon()) / 3600))"
        }
        return words.joined(separator: " ")
    }

    @Test(arguments: [
        ("0 1 2 3", "0 1 2 3"),
        // A night without power.
        ("11 12 13", "11 12 13"),
        // Ahead at the start, and back.
        ("2160 2161 2 3", "0 1 2 3"),
        // It jumps while it runs.
        ("0 1 2162 2163 4", "0 1 2 3 4"),
        // The receiver's clock agrees.
        ("2160 2161! 2162", "0 2161 2162"),
        // Back to 1970, and right again: that is a jump as well.
        ("-400000 2 3", "-400000 -399999 -399998"),
        ("-400000 2! 3", "-400000 2 3"),
    ])
    func `a clock that jumped is not believed at once`(system: String, believed: String) {
        #expect(hours(system) == believed)
    }

    @Test func `after a day it is believed`() {
        let system = (0...25).map { "\(2160 + $0)" }.joined(separator: " ")
        let believed = ((0...23).map { "\($0)" } + ["2184", "2185"]).joined(separator: " ")
        #expect(hours(system) == believed)
    }

    @Test func `without anything to compare it with, it is believed`() {
        #expect(hours("2160 2161", known: nil) == "2160 2161")
    }
}
