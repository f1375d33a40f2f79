package import Geofencing

/// Makes epochs of the reports of a recorded trace. It adds what a receiver would also say:
/// satellites, HDOP, and the speed since the fix before.
package struct RecordedSky: Sendable {
    private var chance = Chance(seed: 1, for: .satellites)
    private var satellites: Satellites
    private var first: Timestamp?
    private var last: Fix?

    /// Satellites that are used if the trace does not say how many.
    private static let usual = 10
    /// The fewest satellites that a fix is made of.
    private static let few = 4
    /// Seconds between two fixes of which a speed is made.
    private static let near = 0.001...10

    /// For one trace: speeds and satellites go on from report to report.
    package init() {
        satellites = Satellites(&chance)
    }

    /// `nil` for a report without a time.
    package mutating func epoch(_ report: Report) -> Epoch? {
        guard let time = report.time else { return nil }
        let start = first ?? time
        first = start
        var fix: Fix?
        if case .fix(let own) = report, own.mode != .noFix, own.coordinate.isValid {
            fix = own.plausible
        }
        let used = fix.map { max(Self.few, $0.satellites ?? Self.usual) } ?? 0
        if fix != nil, fix?.hdop == nil {
            fix?.hdop = (100 * ErrorModel.fullView / Double(used)).rounded() / 100
        }
        if let here = fix, here.speed == nil, let last, Self.near.contains(time - last.time) {
            fix?.speed = last.coordinate.distance(to: here.coordinate) / (time - last.time)
        }
        last = fix
        let truth = Epoch.Truth(
            coordinate: fix?.coordinate ?? Coordinate(latitude: 0, longitude: 0),
            speed: fix?.speed ?? 0, track: fix?.track ?? 0)
        return Epoch(
            time: time, truth: truth, fix: fix,
            satellites: satellites.view(using: used, at: time - start, &chance))
    }
}

extension Fix {
    /// The fix without values that no receiver writes.
    fileprivate var plausible: Fix {
        func within(_ limit: Double, _ number: Double?) -> Double? {
            number.flatMap { (0...limit).contains($0) ? $0 : nil }
        }
        var fix = self
        fix.isUndated = false
        fix.speed = within(10_000, speed)
        fix.track = within(360, track)
        fix.accuracy = within(1_000_000, accuracy).flatMap { $0 > 0 ? $0 : nil }
        fix.hdop = within(99, hdop).flatMap { $0 > 0 ? $0 : nil }
        fix.altitude = altitude.flatMap { abs($0) < 1_000_000 ? $0 : nil }
        return fix
    }
}

extension Epoch {
    /// The same epoch, `seconds` later.
    package func later(by seconds: Double) -> Epoch {
        var epoch = self
        epoch.time = time + seconds
        if let fix { epoch.fix?.time = fix.time + seconds }
        return epoch
    }
}
