import Posix

/// What the daemon says of all devices that push their positions.
struct FleetStatus: Decodable {
    var known: Int
    var inMemory: Int
    var waiting: Int
    var positions: Positions

    struct Positions: Decodable {
        var accepted: Int
        /// By reason.
        var dropped: [String: Int]
    }

    private enum CodingKeys: String, CodingKey {
        case known, waiting, positions
        case inMemory = "in_memory"
    }

    /// `nil` if there are none.
    var words: String? {
        guard known > 0 else { return nil }
        let all = positions.accepted + positions.dropped.values.reduce(0, +)
        let dropped =
            positions.dropped.isEmpty ? "" : ", dropped: \(positions.dropped.reasonsInWords)"
        let waiting = waiting > 0 ? "; \(waiting) positions wait" : ""
        return
            "\(known), \(inMemory) of them moved lately; \(positions.accepted) of \(all) positions "
            + "accepted\(dropped)\(waiting)"
    }

    /// `nil` if there are none.
    var finding: Finding? {
        guard let words else { return nil }
        // What is sent again is no fault.
        let bad = positions.dropped.filter { $0.key != "not_later" }
        guard bad.values.reduce(0, +) > positions.accepted,
            let worst = bad.max(by: { $0.value < $1.value })
        else { return .ok("devices", words) }
        return .problem(
            "devices", "most positions are dropped, \(worst.value) for \(worst.key): \(words)",
            "geofencectl devices list shows of which, devices show ID says why")
    }
}

extension [String: Int] {
    /// As in `12 accuracy, 3 not later`, the most frequent first.
    var reasonsInWords: String {
        sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key.spaced)" }.joined(separator: ", ")
    }
}
