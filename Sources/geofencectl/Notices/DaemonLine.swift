import FoundationEssentials
import Geofencing

/// A line that the daemon sends to its listeners.
enum DaemonLine {
    case notice(ReceivedNotice)
    case resumed(after: Int, log: String)
    case gap(oldest: Int, log: String)
    case error(String)

    init(_ line: [UInt8]) throws {
        let wire = try JSONDecoder().decode(Wire.self, from: Data(line))
        if let text = wire.error {
            self = .error(text)
        } else if let gap = wire.gap, gap.oldest > 0 {
            self = .gap(oldest: gap.oldest, log: wire.log ?? "")
        } else if let resumed = wire.resumed {
            self = .resumed(after: resumed, log: wire.log ?? "")
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
        var sequence: String?
        var data: Details?

        struct Gap: Decodable { var oldest: Int }

        var event: Event {
            get throws {
                guard let id, let type, let subject, let time, let sequence, let data,
                    let kind = Transition.Kind(rawValue: String(type.dropFirst("geofence.".count))),
                    let time = Timestamp(iso8601: time), let number = Int(sequence)
                else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
                }
                let log = String(id.dropLast(sequence.count + 1))
                return Event(
                    log: log, sequence: number, kind: kind, subject: subject, time: time, data: data
                )
            }
        }
    }

    fileprivate struct Event {
        var log: String
        var sequence: Int
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
        var deal: [String: String]?
        var place: [String: String]?

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
    /// Which notice of which log it is.
    var position: (log: String, sequence: Int)
    var regionID: String
    var summary: NoticeSummary

    fileprivate init(line: [UInt8], event: DaemonLine.Event) {
        self.line = line
        position = (event.log, event.sequence)
        regionID = event.subject
        let data = event.data
        summary = NoticeSummary(
            transition: event.kind, time: event.time, isUndated: data.fix.undated ?? false,
            regionKind: data.region.kind, name: data.region.name, distance: data.distance,
            rule: data.rule, cause: data.cause, stay: data.stay,
            details: data.deal ?? data.place ?? [:])
    }
}
