import APIClient
import FoundationEssentials
import Geofencing
import Posix

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
            fixTime: data.fix.time.flatMap { Timestamp(iso8601: $0) } ?? time,
            device: event.device, late: data.late, regionID: event.subject,
            regionKind: data.region.kind, name: data.region.name, center: data.region.middle,
            placeID: data.more["place"]?["id"]?.string, distance: data.distance, rule: data.rule,
            cause: data.cause, stay: data.stay)
        for (title, object) in data.more {
            add(object.members.map { ($0.key, $0.value.text) }, titled: title)
        }
    }

    /// As much of a CloudEvent as a person wants to read.
    private struct Event: Decodable {
        var type: String
        var device: String?
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
        var late: Double?
        /// Objects that say more of the region, as `deal` and `place` do.
        var more: [String: AnyJSON]

        enum Key: String, CodingKey { case region, fix, distance, rule, cause, stay, late }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            region = try members.decode(Region.self, forKey: .region)
            fix = try members.decode(Fix.self, forKey: .fix)
            distance = try members.decode(Double.self, forKey: .distance)
            rule = try members.decode(String.self, forKey: .rule)
            cause = try members.decodeIfPresent(String.self, forKey: .cause)
            stay = try members.decodeIfPresent(Double.self, forKey: .stay)
            late = try members.decodeIfPresent(Double.self, forKey: .late)
            let all = try decoder.container(keyedBy: AnyKey.self)
            more = try all.allKeys.filter { Key(rawValue: $0.stringValue) == nil }.reduce(into: [:])
            {
                $0[$1.stringValue] = try all.decode(AnyJSON.self, forKey: $1)
            }
        }

        struct Region: Decodable {
            var kind: String
            var name: String
            /// Longitude and latitude.
            var center: [Double]

            var middle: Coordinate {
                center.count == 2
                    ? Coordinate(latitude: center[1], longitude: center[0])
                    : Coordinate(latitude: 0, longitude: 0)
            }
        }

        struct Fix: Decodable {
            var time: String?
            var undated: Bool?
        }
    }
}
