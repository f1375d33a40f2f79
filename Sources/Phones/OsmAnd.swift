import FoundationEssentials
package import HTTPTypes
import Ways

/// Traccar Client, OsmAnd, GPSLogger and scripts: a query, a form or JSON (traccar.org/osmand).
package enum OsmAnd: PhoneProtocol {
    package static let name = "osmand"
    package static let path = "osmand/:token"
    package static let methods: [HTTPRequest.Method] = [.get, .post]

    package static func credentials(of request: PhoneRequest) -> PhoneCredentials? {
        PhoneCredentials(token: request.token)
    }

    package static func message(of request: PhoneRequest) -> PhoneMessage {
        let first = request.body.first { $0 > UInt8(ascii: " ") }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            var message = PhoneMessage()
            let fields = request.query + URLForm.fields(request.body)
            message.add(Fields(fields), at: request.now)
            return message
        }
        guard let items = try? JSONDecoder().decode(OneOrMore<Item>.self, from: Data(request.body))
        else { return PhoneMessage(.notJSON) }
        var message = PhoneMessage()
        for item in items.all { message.add(item.fields, at: request.now) }
        return message
    }

    package static func answer(_ news: [String]) -> (type: String, text: String) {
        ("text/plain; charset=utf-8", "")
    }

    /// What is said of one position, in whichever form.
    fileprivate struct Fields {
        var latitude: Double?
        var longitude: Double?
        /// `nil`: now.
        var time: String?
        /// Metres. OsmAnd calls them `hdop` (LiveMonitoringHelper.java, 007ad9c6); of a receiver, that
        /// is a factor, of which 1 is about 5 m.
        var accuracy: Double?
        /// Metres per second.
        var speed: Double?
        var track: Double?
        var altitude: Double?
        var isValid = true

        static let knots = 1852.0 / 3600

        init() {}

        init(_ fields: [(name: String, value: String)]) {
            func text(_ names: String...) -> String? {
                names.lazy.compactMap { name in fields.first { $0.name == name }?.value }
                    .first { !$0.isEmpty }
            }
            func number(_ text: String?) -> Double? {
                text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
            }
            let pair = text("location")?.split(separator: ",").map { String($0) } ?? []
            latitude = number(text("lat") ?? pair.first)
            longitude = number(text("lon") ?? pair.dropFirst().first)
            time = text("timestamp")
            accuracy = number(text("accuracy")) ?? number(text("hdop")).map { max($0, 5) }
            speed = number(text("speed")).map { $0 * Self.knots }
            track = number(text("bearing", "heading"))
            altitude = number(text("altitude"))
            isValid = !["0", "false"].contains(text("valid")?.lowercased())
        }
    }

    /// As Traccar Client 9 writes it, or 10.
    private struct Item: Decodable {
        var fields = Fields()

        enum Key: String, CodingKey {
            case location, lat, lon, timestamp, accuracy, speed, bearing, altitude
        }
        enum Location: String, CodingKey { case timestamp, coords }
        enum Coordinates: String, CodingKey {
            case latitude, longitude, accuracy, speed, heading, altitude
        }

        init(from decoder: any Decoder) throws {
            guard let object = try? decoder.container(keyedBy: Key.self) else { return }
            if let location = try? object.nestedContainer(
                keyedBy: Location.self, forKey: .location)
            {
                fields.time = location.text(.timestamp) ?? location.number(.timestamp)?.written
                let coordinates = try? location.nestedContainer(
                    keyedBy: Coordinates.self, forKey: .coords)
                fields.latitude = coordinates?.number(.latitude)
                fields.longitude = coordinates?.number(.longitude)
                fields.accuracy = coordinates?.number(.accuracy)
                fields.speed = coordinates?.number(.speed)
                fields.track = coordinates?.number(.heading)
                fields.altitude = coordinates?.number(.altitude)
                return
            }
            fields.latitude = object.number(.lat)
            fields.longitude = object.number(.lon)
            fields.time = object.text(.timestamp) ?? object.number(.timestamp)?.written
            fields.accuracy = object.number(.accuracy)
            fields.speed = object.number(.speed).map { $0 * Fields.knots }
            fields.track = object.number(.bearing)
            fields.altitude = object.number(.altitude)
        }
    }
}

extension PhoneMessage {
    /// Without a coordinate, the app only says that it is alive.
    fileprivate mutating func add(_ fields: OsmAnd.Fields, at now: UTCTime) {
        guard fields.latitude != nil || fields.longitude != nil else {
            return ignore(.noPosition)
        }
        let time = fields.time.map { UTCTime(osmAnd: $0) } ?? now
        var position = PhonePosition(
            time: time, latitude: fields.latitude, longitude: fields.longitude)
        if !fields.isValid { position = nil }
        position?.set(accuracy: fields.accuracy)
        position?.set(speed: fields.speed, track: fields.track)
        position?.altitude = fields.altitude
        add(position)
    }
}

extension UTCTime {
    /// Seconds or milliseconds since 1970, or a time of ISO 8601; without an offset, it is UTC.
    fileprivate init?(osmAnd text: String) {
        if let number = Double(text) {
            // Seconds of the year 2038 are milliseconds of January 1970.
            self.init(secondsSince1970: number < Self.mostSeconds ? number : number / 1000)
            return
        }
        let time = text.replacing(" ", with: "T")
        if let time = UTCTime(time) ?? UTCTime(time + "Z") { self = time } else { return nil }
    }

    private static let mostSeconds = 2_147_483_648.0
}

extension Double {
    /// So that it is read as what stands in a query.
    fileprivate var written: String { "\(self)" }
}
