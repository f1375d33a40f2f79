import Formats
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

/// In the user's time zone (`TZ`).
extension Timestamp {
    /// As in `2026-05-01 14:00:11 CEST`.
    var local: String {
        "\(localDate) \(clockWithSeconds) \(LocalZone(at: self).abbreviation)"
    }

    private var clockWithSeconds: String {
        let second = milliseconds.flooredQuotient(by: 1000) + Int64(LocalZone(at: self).offset)
        let shown = second - second.flooredQuotient(by: 60) * 60
        return "\(LocalMoment(hereAt: self).clock):\(shown, digits: 2)"
    }

    /// As a person says it at `moment`: without the date on the same day, as in `18:00`.
    func local(seenFrom moment: Timestamp) -> String {
        let here = LocalMoment(hereAt: self)
        return here.date == moment.localDate ? here.clock : "\(here)"
    }

    /// The time of day: `14:00:11`, or `14:00:11.4` between two seconds.
    var localClock: String {
        let tenth = milliseconds - milliseconds.flooredQuotient(by: 1000) * 1000
        return clockWithSeconds + (tenth < 100 ? "" : ".\(tenth / 100)")
    }

    /// As in `today 18:00`, `tomorrow 09:00` or `2026-05-03 18:00`.
    func localDay(seenFrom moment: Timestamp) -> String {
        let here = LocalMoment(hereAt: self)
        return "\(dayWord(seenFrom: moment) ?? "\(here.date)") \(here.clock)"
    }

    /// As in `today 18:00`, `tomorrow 09:00`, `Friday 27 November 18:00`, or with the year if that
    /// is another one.
    func localWords(seenFrom moment: Timestamp) -> String {
        let here = LocalMoment(hereAt: self)
        let year = here.date.year == moment.localDate.year ? "" : " \(here.date.year)"
        return "\(dayWord(seenFrom: moment) ?? here.date.inWords + year) \(here.clock)"
    }

    private func dayWord(seenFrom moment: Timestamp) -> String? {
        switch localDate.daysSince1970 - moment.localDate.daysSince1970 {
        case -1: "yesterday"
        case 0: "today"
        case 1: "tomorrow"
        default: nil
        }
    }
}

extension CivilDate {
    private static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// As in `Friday 1 May`.
    var inWords: String { "\(Self.weekdays[weekday]) \(dayAndMonth)" }
}
