package import Geofencing

/// Makes epochs of what a recorded trace says, with satellites and HDOP that it does not say.
package struct RecordedSky: Sendable {
    private var chance = Chance(seed: 1, for: .satellites)
    private var satellites: Satellites
    private var first: Timestamp?

    /// Satellites that are used, where the trace does not say how many.
    private static let usual = 10
    private static let few = 4

    package init() {
        satellites = Satellites(&chance)
    }

    /// `nil` for what has no time.
    package mutating func epoch(_ report: Report) -> Epoch? {
        guard let time = report.time else { return nil }
        let start = first ?? time
        first = start
        var fix: Fix?
        if case .fix(let own) = report, own.mode != .noFix, own.coordinate.isValid { fix = own }
        let used = fix.map { max(Self.few, $0.satellites ?? Self.usual) } ?? 0
        fix?.isUndated = false
        if fix != nil, fix?.hdop == nil {
            fix?.hdop = (100 * ErrorModel.fullView / Double(used)).rounded() / 100
        }
        let truth = Epoch.Truth(
            coordinate: fix?.coordinate ?? Coordinate(latitude: 0, longitude: 0),
            speed: fix?.speed ?? 0, track: fix?.track ?? 0)
        return Epoch(
            time: time, truth: truth, fix: fix,
            satellites: satellites.view(using: used, at: time - start, &chance))
    }
}

extension Epoch {
    /// As if it had been `seconds` later.
    package func later(by seconds: Double) -> Epoch {
        var epoch = self
        epoch.time = time + seconds
        if let fix { epoch.fix?.time = fix.time + seconds }
        return epoch
    }
}
