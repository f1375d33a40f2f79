import Geofencing
import Posix
import Settings

/// The part of the daemon's status that is about its own source.
struct SourceStatus: Decodable {
    private var source: Source
    private var fixes: DaemonStatus.Fixes

    /// As in the configuration, or as an option of the daemon named it.
    var location: String { source.location }

    private struct Source: Decodable {
        var location: String
        var live: Bool
        /// How it goes with a receiver, as `ReceiverHealth.State` names it.
        var state: String?
        /// Since when, in seconds.
        var seconds: Double?
    }

    /// `nil` as long as fixes count, or none has come.
    func finding(_ limits: Configuration.Fixes) -> Finding? {
        let isUnusable = source.state == "too_coarse" || source.state == "unusable"
        // Without a position, it is the receiver that is looked at.
        let bad = fixes.dropped.filter { $0.key != DropReason.noPosition.name || !source.live }
        guard isUnusable || fixes.accepted == 0,
            let worst = bad.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
        else { return nil }
        let lasted = isUnusable ? source.seconds.map { " for \($0.inTime)" } ?? "" : ""
        return .problem(
            "fixes",
            "none counts\(lasted), \(fixes.accepted) of \(fixes.reports) reports accepted so far, "
                + "dropped: \(fixes.dropped.reasonsInWords)",
            remedy(for: worst.key, limits))
    }

    private func remedy(for reason: String, _ limits: Configuration.Fixes) -> String {
        switch DropReason.allCases.first(where: { $0.name == reason }) {
        case .coarse:
            (source.live ? "give it a clear view of the sky, or " : "")
                + "raise fixes.max_accuracy, which is \(plain(limits.maxAccuracy)) m"
        case .unknownAccuracy:
            "it does not say how accurate they are: fixes.unknown_accuracy = \"accept\" takes them all "
                + "the same"
        case .noTime where source.live:
            "it tells no time that can be one: set this computer's clock, by which they are dated then"
        default: "geofencectl fixes --source \(source.location) shows each"
        }
    }
}
