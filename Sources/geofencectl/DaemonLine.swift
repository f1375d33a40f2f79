import FoundationEssentials
import Geofencing
import Notifications

/// A line that the daemon sends to its listeners.
enum DaemonLine {
    case notice(ReceivedNotice)
    case resumed(NoticeCursor)
    /// Notices up to the cursor are missing.
    case gap(NoticeCursor)
    case error(String)

    init(_ line: [UInt8]) throws {
        let wire = try JSONDecoder().decode(Wire.self, from: Data(line))
        if let text = wire.error {
            self = .error(text)
        } else if let gap = wire.gap, gap.oldest > 0 {
            self = .gap(NoticeCursor(after: gap.oldest - 1, log: wire.log ?? ""))
        } else if let resumed = wire.resumed {
            self = .resumed(NoticeCursor(after: resumed, log: wire.log ?? ""))
        } else {
            self = .notice(ReceivedNotice(line: line, event: try wire.event))
        }
    }

    /// A line that must be a notice.
    static func notice(_ line: [UInt8]) throws -> ReceivedNotice {
        let wire = try JSONDecoder().decode(Wire.self, from: Data(line))
        return ReceivedNotice(line: line, event: try wire.event)
    }

    /// As it travels; a notice has the members of a CloudEvent.
    fileprivate struct Wire: Decodable {
        var error: String?
        var resumed: Int?
        var gap: Gap?
        var log: String?
        var id: String?
        var type: String?
        var subject: String?
        var time: String?
        var data: Details?

        struct Gap: Decodable { var oldest: Int }

        var event: Event {
            get throws {
                guard let cursor = id.flatMap({ NoticeCursor(eventID: $0) }), let type, let subject,
                    let time, let data,
                    let kind = Transition.Kind(rawValue: String(type.dropFirst("geofence.".count))),
                    let time = Timestamp(iso8601: time)
                else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
                }
                return Event(cursor: cursor, kind: kind, subject: subject, time: time, data: data)
            }
        }
    }

    fileprivate struct Event {
        var cursor: NoticeCursor
        var kind: Transition.Kind
        var subject: String
        var time: Timestamp
        var data: Details
    }

    fileprivate struct Details: Decodable {
        var region: Region
        var fix: Fix
        var distance: Double
        var rule: String
        var cause: String?
        var stay: Double?
        /// Objects that say more of the region, as `deal` and `place` do.
        var more: [String: AnyJSON]

        enum Key: String, CodingKey { case region, fix, distance, rule, cause, stay }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            region = try members.decode(Region.self, forKey: .region)
            fix = try members.decode(Fix.self, forKey: .fix)
            distance = try members.decode(Double.self, forKey: .distance)
            rule = try members.decode(String.self, forKey: .rule)
            cause = try members.decodeIfPresent(String.self, forKey: .cause)
            stay = try members.decodeIfPresent(Double.self, forKey: .stay)
            let all = try decoder.container(keyedBy: AnyKey.self)
            more = try all.allKeys.filter { Key(rawValue: $0.stringValue) == nil }.reduce(into: [:])
            {
                $0[$1.stringValue] = try all.decode(AnyJSON.self, forKey: $1)
            }
        }

        struct Region: Decodable {
            var kind: String
            var name: String
        }

        struct Fix: Decodable { var undated: Bool? }
    }
}

/// A notice as it came.
struct ReceivedNotice {
    /// With its end.
    var line: [UInt8]
    /// Of a listener that has had it.
    var cursor: NoticeCursor
    var regionID: String
    var summary: NoticeSummary

    fileprivate init(line: [UInt8], event: DaemonLine.Event) {
        self.line = line
        cursor = event.cursor
        regionID = event.subject
        let data = event.data
        summary = NoticeSummary(
            transition: event.kind, time: event.time, isUndated: data.fix.undated ?? false,
            regionKind: data.region.kind, name: data.region.name, distance: data.distance,
            rule: data.rule, cause: data.cause, stay: data.stay)
        for (title, object) in data.more {
            summary.add(object.members.map { ($0.key, $0.value.text) }, titled: title)
        }
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
