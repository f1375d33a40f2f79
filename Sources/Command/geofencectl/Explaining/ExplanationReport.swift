import Formats
import FoundationEssentials
import Geofencing
import Posix

/// An explanation of a replay or of the daemon, read from JSON.
struct ExplanationReport: Decodable {
    var region: Subject
    /// The kinds of transitions that are reported.
    var transitions: [String]
    var limits: Limits
    /// The id of the log; `nil` for a replay.
    var log: String?
    var around: Timestamp?
    var first: Timestamp?
    var before: Timestamp?
    var after: Timestamp?
    var dropped: [String: Int]
    var moments: [Moment]

    struct Subject: Decodable {
        var name: String
        var radius: Double
        var starts: Timestamp?
        var ends: Timestamp?
    }

    /// What the rules demand, in metres and seconds.
    struct Limits: Decodable {
        var accuracy: Double
        var enterFixes: Int
        var exitDistance: Double
        var exitFixes: Int
        var exitSeconds: Double
        var cooldownSeconds: Double
        var cooldownDistance: Double
    }

    struct Moment: Decodable {
        var sequence: Int?
        var decisive: Int
        var fixes: [Row]
    }

    struct Row: Decodable {
        var time: Timestamp
        var undated: Bool?
        var distance: Double
        var accuracy: Double?
        var speed: Double?
        var dropped: String?
        var transitions: [Event]?
        var reason: String?
        var since: Timestamp?
    }

    struct Event: Decodable {
        var type: String
        var time: Timestamp
        var rule: String
        var cause: String?
        var distance: Double
        var told: Bool
    }

    init(json: [UInt8]) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Self.self, from: Data(json))
    }

    /// A sentence and a table for each moment.
    func lines(_ style: Style) -> [String] {
        guard !moments.isEmpty else { return [emptiness] }
        return Array(
            moments.map { moment in
                [sentence(moment)] + moment.table(region.radius).lines(style)
            }.joined(separator: [""]))
    }
}

extension ExplanationReport.Moment {
    var decision: ExplanationReport.Row? {
        fixes.indices.contains(decisive) ? fixes[decisive] : nil
    }

    fileprivate func table(_ radius: Double) -> Table {
        var table = Table(
            .init(title: "", importance: .highest), .init(title: "time", importance: .highest),
            .init(title: "centre", side: .right),
            .init(title: "edge", side: .right), .init(title: "accuracy", side: .right),
            .init(title: "speed", side: .right, importance: .low),
            .init(title: "what", widest: 80, importance: .high))
        for (i, fix) in fixes.enumerated() {
            table.add(
                i == decisive ? ">" : nil, fix.time.localClock, fix.distance.inDecimetres,
                fix.edge(radius), fix.accuracy?.inDecimetres,
                fix.speed.map { String(decimals: 1, $0) + " m/s" }, fix.words(radius))
        }
        return table
    }
}

extension ExplanationReport.Row {
    /// The distance to the edge, inside or outside.
    fileprivate func edge(_ radius: Double) -> String {
        let side = distance <= radius ? "in" : "out"
        return "\(abs(radius - distance).inDecimetres) \(side)"
    }

    /// What the rules made of the fix, for people.
    fileprivate func words(_ radius: Double) -> String {
        if let dropped {
            let reason = DropReason.allCases.first { $0.name == dropped }
            return "dropped: \(reason?.words ?? dropped)"
        }
        if let transitions {
            return transitions.map { "\($0.type) (\($0.rule))" + ($0.told ? "" : ", not told") }
                .joined(separator: ", ")
        }
        let since = since.map { " \($0.localClock)" } ?? ""
        let place = distance <= radius ? "inside" : "at the edge"
        return switch reason.flatMap({ Reason(rawValue: $0) }) {
        case .outside: "outside"
        case .unsure: "inside, not surely"
        case .standingOutside: "inside, but stands outside"
        case .closed: "not its time"
        case .staying: place
        case .stayingUntold: "\(place), untold"
        case .leaving: "outside since\(since)"
        case .resting: "left, there until\(since)"
        case .returned: "back, not told"
        case .passedAgain: "through again, not told"
        case .leftUntold: "left, not told"
        case nil: reason ?? ""
        }
    }
}

extension Double {
    /// Metres, exact enough to see a decision: `197.3 m`.
    var inDecimetres: String {
        self < 10_000 ? "\(String(decimals: 1, self)) m" : inMetres
    }
}
