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
        guard let items = OneOrMore<Item>(json: request.body)
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
        /// Whether a coordinate is there, be it no number. Without one, the app only says that it is
        /// alive.
        var saysWhere = false
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
            let coordinates = [text("lat") ?? pair.first, text("lon") ?? pair.dropFirst().first]
            (latitude, longitude) = (number(coordinates[0]), number(coordinates[1]))
            saysWhere = coordinates.contains { $0 != nil }
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
                fields.latitude = coordinates?.anyNumber(.latitude)
                fields.longitude = coordinates?.anyNumber(.longitude)
                fields.saysWhere =
                    coordinates?.says(.latitude) == true || coordinates?.says(.longitude) == true
                fields.accuracy = coordinates?.anyNumber(.accuracy)
                fields.speed = coordinates?.anyNumber(.speed)
                fields.track = coordinates?.anyNumber(.heading)
                fields.altitude = coordinates?.anyNumber(.altitude)
                return
            }
            fields.latitude = object.anyNumber(.lat)
            fields.longitude = object.anyNumber(.lon)
            fields.saysWhere = object.says(.lat) || object.says(.lon)
            fields.time = object.text(.timestamp) ?? object.number(.timestamp)?.written
            fields.accuracy = object.anyNumber(.accuracy)
            fields.speed = object.anyNumber(.speed).map { $0 * Fields.knots }
            fields.track = object.anyNumber(.bearing)
            fields.altitude = object.anyNumber(.altitude)
        }
    }
}

extension KeyedDecodingContainer {
    /// Also one in quotes, as scripts write it; `nil` if it is missing, or no number.
    fileprivate func anyNumber(_ key: Key) -> Double? {
        number(key) ?? text(key).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether something stands there, whatever it is.
    fileprivate func says(_ key: Key) -> Bool {
        contains(key) && (try? decodeNil(forKey: key)) == false && text(key) != ""
    }
}

extension PhoneMessage {
    fileprivate mutating func add(_ fields: OsmAnd.Fields, at now: UTCTime) {
        guard fields.saysWhere else { return ignore(.noPosition) }
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
        // In a query, `+` is a blank: that in front of an offset was one, if it was not escaped.
        let (day, rest) = (text.prefix(Self.dateAndT), text.dropFirst(Self.dateAndT))
        let time = String(day.replacing(" ", with: "T") + rest.replacing(" ", with: "+"))
        if let time = UTCTime(time) ?? UTCTime(time + "Z") { self = time } else { return nil }
    }

    private static let mostSeconds = 2_147_483_648.0
    /// Characters of `2026-05-01T`.
    private static let dateAndT = 11
}

extension Double {
    /// So that it is read as what stands in a query.
    fileprivate var written: String { "\(self)" }
}
