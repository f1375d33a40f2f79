import Geofencing
import Posix

extension MapPage {
    /// Which trace it is, which day, how far and how long: `walk.nmea: Friday 1 May 2026, 2.4 km in
    /// 34 min`.
    var heading: String {
        let name = title.cut(toWidth: 80)
        let used = fixes.filter { $0.dropReason == nil }.map(\.fix)
        // Traces may come in any order.
        let times = used.sorted { $0.time < $1.time }
        guard let first = times.first ?? fixes.first?.fix else { return "\(name): no position" }
        guard used.count > 1, let last = times.last else {
            return "\(name): \(Self.day(of: first)), one fix"
        }
        let way = "\(Self.length(of: used).inMetres) in \((last.time - first.time).inTime)"
        return "\(name): \(Self.days(first, last)), \(way)"
    }

    private static func days(_ first: Fix, _ last: Fix) -> String {
        let days = [day(of: first), day(of: last)]
        return days[0] == days[1] ? days[0] : days.joined(separator: " to ")
    }

    private static func day(of fix: Fix) -> String {
        guard !fix.isUndated else { return "day not known" }
        return "\(fix.time.localDate.inWords) \(fix.time.localDate.year)"
    }

    /// Metres. Steps shorter than `shortestStep` are summed up first: a receiver that stands still
    /// wanders, and would make kilometres of it.
    private static func length(of fixes: [Fix]) -> Double {
        var sum = 0.0
        var last: Fix?
        for fix in fixes {
            let step = last.map { $0.coordinate.distance(to: fix.coordinate) } ?? 0
            if fix.startsSegment {
                last = fix
            } else if last == nil || step >= shortestStep {
                sum += step
                last = fix
            }
        }
        return sum
    }

    /// Metres.
    private static let shortestStep = 20.0
}
