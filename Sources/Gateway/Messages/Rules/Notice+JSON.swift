import FoundationEssentials
import Geofencing

extension Notice {
    /// Reads a CloudEvent of the daemon.
    package init(line: [UInt8]) throws {
        let event = try JSONDecoder().decode(Event.self, from: Data(line))
        let data = event.data
        guard event.type.hasPrefix(Self.type), data.region.center.count == 2 else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no notice"))
        }
        id = event.id
        device = event.device
        transition = String(event.type.dropFirst(Self.type.count))
        time = event.time
        recorded = event.recordedtime
        late = data.late
        fixTime = data.fix.time ?? event.time
        if let latitude = data.fix.lat, let longitude = data.fix.lon {
            fixPosition = Message.Position(latitude: latitude, longitude: longitude)
        }
        accuracy = data.fix.accuracy
        region = Region(
            id: data.region.id, kind: data.region.kind, name: data.region.name,
            center: Message.Position(
                latitude: data.region.center[1], longitude: data.region.center[0]))
        place = data.place
        watch = data.watch.map { Watch(set: $0.set, id: $0.id, group: $0.group) }
        distance = data.distance ?? 0
        rule = data.rule ?? ""
        cause = data.cause
        stay = data.stay
        deal = data.deal ?? [:]
    }

    private static let type = "geofence."

    private struct Event: Decodable {
        var id: String
        var type: String
        var device: String?
        var time: Timestamp
        var recordedtime: Timestamp?
        var data: Content
    }

    private struct Content: Decodable {
        var region: WrittenRegion
        var fix: Fix
        var distance: Double?
        var rule: String?
        var cause: String?
        var stay: Double?
        var late: Double?
        var place: Message.Place?
        var watch: WrittenWatch?
        var deal: [String: String]?
    }

    private struct WrittenRegion: Decodable {
        var id: String
        var kind: String
        var name: String
        /// Longitude and latitude.
        var center: [Double]
    }

    private struct Fix: Decodable {
        var time: Timestamp?
        var lat: Double?
        var lon: Double?
        var accuracy: Double?
    }

    private struct WrittenWatch: Decodable {
        var set: String
        var id: String
        /// Only of the gateway's sets. In others the details may be anything.
        var group: GroupWatch?

        enum Key: String, CodingKey { case set, id, details }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            set = try members.decode(String.self, forKey: .set)
            id = try members.decode(String.self, forKey: .id)
            if GroupWatch.SetName(rawValue: set) != nil {
                group = try members.decode(GroupWatch.self, forKey: .details)
            }
        }
    }
}
