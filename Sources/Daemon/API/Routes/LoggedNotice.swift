import Formats
import FoundationEssentials
import Geofencing
import Notifications
import Posix

/// A notice as the log has it.
struct LoggedNotice {
    let sequence: Int
    /// Whose it is; `nil`: the own source's.
    let device: DeviceID?
    let kind: Transition.Kind
    let time: Timestamp
    /// The time of the fix that decided it. Later than `time` if it happened between two fixes.
    let decided: Timestamp
    let region: Region
    /// Why, if it was not the device that moved; `nil` if it was.
    let cause: Transition.Cause?
    private let rule: String
    private let distance: Double

    init(_ entry: NoticeEntry) throws {
        let wire = try JSONDecoder().decode(Wire.self, from: Data(entry.line))
        (sequence, kind, time) = (entry.sequence, entry.transition, entry.time)
        device = entry.device
        decided = max(entry.time, wire.data.fix.time)
        cause = wire.data.cause.flatMap { Transition.Cause(rawValue: $0) }
        (rule, distance) = (wire.data.rule, wire.data.distance)
        let region = wire.data.region
        guard region.center.count == 2 else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "center"))
        }
        self.region = Region(
            id: region.id, kind: region.kind, name: region.name,
            center: Coordinate(latitude: region.center[1], longitude: region.center[0]),
            radius: region.radius)
    }

    /// For an error message.
    var words: String {
        "notice \(sequence) told \(kind.rawValue) of \(region.name.quoted) at \(time), "
            + "\(Int(distance.rounded())) m from the centre, by the rule \(rule.shortened)"
    }

    private struct Wire: Decodable {
        struct Details: Decodable {
            var region: Circle
            var fix: Fix
            var rule: String
            var cause: String?
            var distance: Double
        }
        struct Circle: Decodable {
            var id: String
            var kind: String
            var name: String
            var center: [Double]
            var radius: Double
        }
        struct Fix: Decodable { var time: Timestamp }
        var data: Details
    }
}
