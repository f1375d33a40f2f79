@testable import Geofencing

/// A drive along a straight road at 10 m/s, drawn as a line: one character a fix.
///
/// | | |
/// |---|---|
/// | `-` | on the road |
/// | `^` | 2 km north of it |
/// | `v` | 2 km south of it |
/// | `\|` | 2 km north of it, where a new segment begins |
/// | ` ` | no fix |
///
/// A second line is the receiver's clock at each of them: ` ` right, `h` an hour slow, a digit so
/// many seconds slow, `u` without a date.
struct Road {
    var line: String
    var clock = ""
    /// Seconds from one character to the next.
    var every = 1.0
    /// As reported with each fix, in metres per second.
    var speed: Double?
    var accuracy: Double? = 5.0

    var fixes: [(step: Int, fix: Fix)] {
        let clock = Array(clock)
        return line.enumerated().compactMap { step, symbol in
            let north: [Character: Double] = ["-": 0, "^": 2000, "v": -2000, "|": 2000]
            let seconds = Double(step) * every
            return north[symbol].map { metres in
                var point = Walk.point(east: seconds * 10)
                point.latitude = 50 + metres / 111_230
                var fix = Fix(time: Walk.noon + seconds, coordinate: point)
                fix.speed = speed
                fix.accuracy = accuracy
                fix.startsSegment = symbol == "|"
                let hand = step < clock.count ? clock[step] : " "
                if let digit = hand.wholeNumberValue { fix.time = fix.time + -Double(digit) }
                if hand == "h" { fix.time = fix.time + -3600 }
                if hand == "u" {
                    fix.isUndated = true
                    fix.time.milliseconds %= Timestamp.millisecondsPerDay
                }
                return (step, fix)
            }
        }
    }

    /// What the filter objects to at each fix: `J` a jump, `L` not later, `T` no time.
    var dropReasons: String {
        var filter = FixFilter()
        var told = [Character](repeating: " ", count: line.count)
        for (step, fix) in fixes {
            var fix = fix
            switch filter.dropReason(for: &fix) {
            case nil: break
            case .jump: told[step] = "J"
            case .notLater: told[step] = "L"
            case .noTime: told[step] = "T"
            default: told[step] = "?"
            }
        }
        while told.last == " " { told.removeLast() }
        return String(told)
    }
}
