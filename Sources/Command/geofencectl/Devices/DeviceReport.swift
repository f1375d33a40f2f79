import APIClient
import Formats
import Geofencing
import Posix

/// All devices, as the control socket has them.
struct DeviceList: Decodable {
    var devices: [DeviceReport]
}

/// A device, as the control socket has it.
struct DeviceReport: Decodable {
    var id: String
    var name: String?
    /// Whether it is the daemon's own source.
    var own: Bool
    var follows: [String]
    /// Metres; `nil`: as for all.
    var maxAccuracy: Double?
    /// The last that was used; `nil` if there was none.
    var fix: LastFix?
    /// The ids of the regions that it is in.
    var inside: [String]
    var accepted: Int
    var dropped: [String: Int]

    struct LastFix: Decodable {
        var time: Timestamp
        var undated: Bool?
        var lat: Double
        var lon: Double
        var accuracy: Double?
    }

    enum CodingKeys: String, CodingKey {
        case id, name, own, follows, fix, inside, accepted, dropped
        case maxAccuracy = "max_accuracy"
    }

    /// Seconds since its last fix; `nil` if that is not known.
    func silence(at now: Timestamp) -> Double? {
        guard let fix, fix.undated != true else { return nil }
        return max(0, now - fix.time)
    }

    /// Of its positions, from 0 to 1.
    var shareDropped: Double {
        let dropped = dropped.values.reduce(0, +)
        return dropped == 0 ? 0 : Double(dropped) / Double(dropped + accepted)
    }

    /// The most frequent first.
    var reasons: [(name: String, count: Int)] {
        dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// What it is called; `nil` if it has no name but its id.
    var called: String? { name ?? (own ? "(the daemon's own)" : nil) }

    /// Prints what was done with the device, or itself as it came.
    static func tell(_ verb: String, _ answer: AnyJSON, json: Bool) throws {
        try StandardOutput.tell(
            answer, json: json,
            or: ["\(verb) \(try answer.decoded(as: DeviceReport.self).sentence)"])
    }
}

// MARK: - In words

extension DeviceReport {
    private var sentence: String {
        let name = name.map { ": \($0.cut(toWidth: 60).visible)" } ?? ""
        let accuracy = maxAccuracy.map { ", positions up to \($0.inMetres)" } ?? ""
        return "device \(id)\(name), follows \(following)\(accuracy)"
    }

    private var following: String {
        follows.isEmpty ? "device/\(id) alone" : follows.joined(separator: ", ").visible
    }

    /// As in `12 s ago`.
    func age(at now: Timestamp) -> String {
        guard fix != nil else { return "never" }
        guard let silence = silence(at: now) else { return "undated" }
        let days = Int(silence / 86_400)
        return days >= 2 ? "\(days) days ago" : "\(silence.inTime) ago"
    }

    /// As in `62 %, accuracy`: the share of its positions, and the most frequent reason; `nil` if
    /// none was dropped.
    var droppedInWords: String? {
        guard let reason = reasons.first else { return nil }
        let percent = (shareDropped * 100).rounded()
        return "\(percent < 1 ? "<1" : String(decimals: 0, percent)) %, \(reason.name.spaced)"
    }

    /// All that is known of it, a fact on each line, and what to mend. `names`: of regions, by id.
    func lines(_ names: [String: String], at now: Timestamp, _ style: Style) -> [String] {
        let fields: [(String, String?)] = [
            ("follows", following), ("last fix", fixInWords(at: now)),
            ("in", inside.isEmpty ? "no region" : nil),
            ("max accuracy", maxAccuracy?.inMetres ?? "as for all"),
            ("positions", countsInWords),
        ]
        let title = called.map { ": \(style.bold($0.visible))" } ?? ""
        var lines = ["\(style.faint("device \(id)"))\(title)"]
        for (name, value) in fields {
            let values = value.map { [$0] } ?? inside.map { Self.region($0, names) }
            for (i, value) in values.enumerated() {
                let name = (i == 0 ? name : "").padded(to: -12)
                lines.append("  \(style.faint(name))  \(value.visible)")
            }
        }
        return lines + advice
    }

    private static func region(_ id: String, _ names: [String: String]) -> String {
        names[id].map { "\($0) (\(id))" } ?? id
    }

    private func fixInWords(at now: Timestamp) -> String {
        guard let fix else { return "none yet" }
        let point = "\(String(decimals: 5, fix.lat)), \(String(decimals: 5, fix.lon))"
        let accuracy = fix.accuracy.map { " ± \(String(decimals: 0, $0)) m" } ?? ""
        if fix.undated == true { return point + accuracy + ", undated" }
        return "\(point)\(accuracy), \(fix.time.local), \(age(at: now))"
    }

    private var countsInWords: String {
        "\(accepted) used" + (dropped.isEmpty ? "" : ", dropped: \(dropped.reasonsInWords)")
    }
}
