import Formats
import Geofencing
import Notifications
import Posix

extension FixCounts {
    /// A summary for people: a line of counts, and a line for each fault.
    /// `undated`: fixes without a date.
    func text(_ tally: [Tally], undated: Int, notices: Int) -> [UInt8] {
        var text = "\(read.counted("report")) read"
        let reasons = dropped.map { "\($0.count) \($0.reason.words)" }
        if !reasons.isEmpty {
            text += ", \(read - accepted) dropped (\(reasons.joined(separator: ", ")))"
        }
        text += ", \(notices.counted("notice"))\n"
        for line in tally {
            if case .total(let count) = line.count, Self.faults.contains(line.name), count > 0 {
                let words = line.name.spaced
                text += "\(count) \(count == 1 ? String(words.dropLast()) : words)\n"
            }
        }
        for remark in remarks(tally, undated: undated) { text += remark + "\n" }
        return Array(text.utf8)
    }

    /// What a person may wonder about.
    private func remarks(_ tally: [Tally], undated: Int) -> [String] {
        var totals: [String: Int] = [:]
        for line in tally {
            if case .total(let count) = line.count { totals[line.name] = count }
        }
        let played = undated - dropped(for: .noTime)
        if played > 0, totals["tracks"] != nil {
            return ["\(played.counted("point")) without a time: played at 1 point a second"]
        }
        guard read == 0 else { return [] }
        guard totals["tracks"] != nil else { return ["no sentence says when or where"] }
        let others = [("route point", "route_points"), ("waypoint", "waypoints")].compactMap {
            noun, name in totals[name].flatMap { $0 > 0 ? $0.counted(noun) : nil }
        }
        let remedy =
            others.isEmpty
            ? ""
            : ": \(others.joined(separator: " and ")), of which geofencectl simulate makes a trace"
        return ["no track points\(remedy)"]
    }

    /// Counts that a person should see without asking for them.
    private static let faults = [
        "bad_checksums", "malformed_sentences", "skipped_bytes", "invalid_points",
    ]

    /// A summary as one JSON object on a line. `notices`: `nil` if none are counted.
    func json(_ tally: [Tally], notices: Int?) -> [UInt8] {
        JSONWriter.line { line in
            line.member("reports", read)
            line.member("fixes", read - dropped(for: .noPosition))
            line.member("accepted", accepted)
            line.object("dropped") { reasons in
                for (reason, count) in dropped { reasons.member(reason.name, count) }
            }
            for entry in tally {
                switch entry.count {
                case .total(let count): line.member(entry.name, count)
                case .each(let counts):
                    line.object(entry.name) { object in
                        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
                            object.member(name, count)
                        }
                    }
                }
            }
            if let notices { line.member("notices", notices) }
        }
    }
}

extension DropReason {
    /// Words for people, to stand after a number or after `dropped:`.
    var words: String {
        switch self {
        case .noPosition: "without position"
        case .outOfRange: "off the Earth"
        case .nullIsland: "at 0, 0"
        case .coarse: "too coarse"
        case .unknownAccuracy: "of unknown accuracy"
        case .notLater: "not later than the one before"
        case .noTime: "without time"
        case .jump: "jumped"
        case .future: "ahead of the clock"
        }
    }
}

extension Int {
    /// `1 notice`, `2 notices`.
    func counted(_ noun: String) -> String {
        "\(self) \(noun)\(self == 1 ? "" : "s")"
    }
}
