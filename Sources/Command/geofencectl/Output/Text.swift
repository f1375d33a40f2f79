import Geofencing
import Posix

extension String {
    /// As text between the tags of HTML, and of what desktops show.
    var markup: String {
        reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
    }

    /// Filled with spaces to `width` characters: on the left, or on the right if `width` is
    /// negative.
    func padded(to width: Int) -> String {
        let fill = String(repeating: " ", count: Swift.max(0, abs(width) - count))
        return width < 0 ? self + fill : fill + self
    }
}

extension Double {
    /// Seconds, for people: `45 s`, `12 min`, `3 h 5 min`.
    var inTime: String {
        let seconds = Int(Swift.max(0, Swift.min(self, 1e12)).rounded())
        switch seconds {
        case ..<90: return "\(seconds) s"
        case ..<5400: return "\((seconds + 30) / 60) min"
        default: return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        }
    }
}

extension Timestamp {
    /// In the user's time zone (`TZ`), as in `2026-05-01 14:00:11 CEST`.
    var local: String {
        guard let clock = LocalClock(self) else { return description }
        return "\(clock.day) \(clock.minute):\(clock.second) \(clock.zone.abbreviation)"
    }

    /// As a person says it at `moment`: without the date on the same day, as in `18:00`.
    func local(seenFrom moment: Timestamp) -> String {
        guard let clock = LocalClock(self), let other = LocalClock(moment) else { return local }
        return clock.day == other.day ? clock.minute : "\(clock.day) \(clock.minute)"
    }
}

extension Timestamp {
    /// The time of day in the user's time zone: `14:00:11`, or `14:00:11.4` between two seconds.
    var localClock: String {
        guard let clock = LocalClock(self) else { return description }
        let tenth = milliseconds - milliseconds.flooredQuotient(by: 1000) * 1000
        return "\(clock.minute):\(clock.second)" + (tenth < 100 ? "" : ".\(tenth / 100)")
    }
}

extension Timestamp {
    /// As in `today 18:00`, `tomorrow 09:00` or `2026-05-03 18:00`.
    func localDay(seenFrom moment: Timestamp) -> String {
        guard let clock = LocalClock(self) else { return local }
        let days = [(-1.0, "yesterday"), (0, "today"), (1, "tomorrow")]
        // Counting from noon, so that a day of 23 or 25 hours does not matter.
        let noon = LocalClock(moment)?.noon ?? moment
        let day = days.first { LocalClock(noon + $0.0 * 86_400)?.day == clock.day }?.1
        return "\(day ?? clock.day) \(clock.minute)"
    }
}

extension Timestamp {
    /// As in `today 18:00`, `tomorrow 09:00`, `Friday 27 November 18:00`, or with the year if that
    /// is another one.
    func localWords(seenFrom moment: Timestamp) -> String {
        let words = localDay(seenFrom: moment)
        guard words.first?.isNumber == true, let clock = LocalClock(self) else { return words }
        let year = clock.year == LocalClock(moment)?.year ? "" : " \(clock.year)"
        return "\(clock.dayInWords)\(year) \(clock.minute)"
    }
}
