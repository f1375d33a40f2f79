import FoundationEssentials
import Geofencing

extension NoticeSummary {
    /// Reads a notice that the daemon has sent.
    init(line: [UInt8]) throws {
        let event = try JSONDecoder().decode(Event.self, from: Data(line))
        guard let kind = Transition.Kind(rawValue: String(event.type.dropFirst("geofence.".count))),
            let time = Timestamp(iso8601: event.time)
        else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        }
        let data = event.data
        self.init(
            transition: kind, time: time, isUndated: data.fix.undated ?? false,
            regionID: event.subject, regionKind: data.region.kind, name: data.region.name,
            distance: data.distance, rule: data.rule, cause: data.cause, stay: data.stay,
            details: data.deal ?? data.place ?? [:])
    }

    /// As much of a CloudEvent as a person wants to read.
    private struct Event: Decodable {
        var type: String
        var subject: String
        var time: String
        var data: Details
    }

    private struct Details: Decodable {
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
