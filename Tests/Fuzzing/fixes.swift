import Geofencing

/// Judges reports as the daemon does, and ends if one passes that cannot be.
func check(_ reports: [Report]) {
    var filter = FixFilter()
    for case .fix(var fix) in reports where filter.dropReason(for: &fix) == nil {
        precondition(abs(fix.coordinate.latitude) <= 90 && abs(fix.coordinate.longitude) <= 180)
        precondition(fix.accuracy.map { $0 >= 0 && $0 <= 20 } ?? true)
    }
}
