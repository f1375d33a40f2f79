import Geofencing
import HTTPService

/// The daemon is alive as long as the tracker makes progress with fixes, or there are none. It is
/// ready without a fix, for which it may wait for hours.
struct SupervisedTracker: Supervised {
    let tracker: Tracker
    /// The source, as it is configured.
    let source: String
    private var watch = ProgressWatch()

    init(_ tracker: Tracker, source: String) { (self.tracker, self.source) = (tracker, source) }

    mutating func isAlive() async -> Bool { watch.isAlive(await tracker.observer.progress) }

    var status: String {
        get async {
            let (device, observer) = await (tracker.device, tracker.observer)
            let counts = observer.counts
            var words =
                counts.read == 0
                ? "no positions yet from \(source)"
                : "\(counts.accepted) of \(counts.read) positions accepted from \(source)"
            // A receiver that works is not mentioned.
            if let state = observer.health?.state, state != .working {
                words = counts.read == 0 ? state.words : "\(state.words); \(words)"
            }
            let regions = device.regionCounts.values.reduce(0, +)
            return "\(words); inside \(device.inside.count) of \(regions) regions"
        }
    }
}
