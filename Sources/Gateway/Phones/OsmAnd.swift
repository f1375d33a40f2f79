import APIClient
import Geofencing
package import HTTPTypes

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
        guard let items = OneOrMore<AnyJSON>(json: request.body)
        else { return PhoneMessage(.notJSON) }
        var message = PhoneMessage()
        for item in items.all { message.add(Fields(item), at: request.now) }
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

        private static let knots = 1852.0 / 3600

        /// `speed`: the unit in metres per second; `nil`: the app tells. Traccar Client sends knots, and
        /// an `id`; OsmAnd and GPSLogger send `hdop`, which Traccar Client does not, or no `id`.
        init(_ fields: [(name: String, value: String)], speed unit: Double? = nil) {
            func text(_ names: String...) -> String? {
                names.lazy.compactMap { name in
                    fields.first { $0.name.lowercased() == name && !$0.value.isEmpty }?.value
                }.first
            }
            func number(_ text: String?) -> Double? {
                text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
            }
            let pair = text("location")?.split(separator: ",").map { String($0) } ?? []
            let coordinates = [
                text("lat", "latitude") ?? pair.first,
                text("lon", "lng", "long", "longitude") ?? pair.dropFirst().first,
            ]
            (latitude, longitude) = (number(coordinates[0]), number(coordinates[1]))
            saysWhere = coordinates.contains { $0 != nil }
            time = text("timestamp", "time", "tst", "fixtime", "devicetime", "datetime")
            let hdop = text("hdop")
            accuracy =
                number(text("accuracy", "acc", "horizontal_accuracy", "hacc"))
                ?? number(hdop).map { max($0, 5) }
            let isTraccar = text("id", "deviceid") != nil && hdop == nil
            speed = number(text("speed", "spd")).map { $0 * (unit ?? (isTraccar ? Self.knots : 1)) }
            track = number(text("bearing", "heading", "course", "dir", "direction"))
            altitude = number(text("altitude", "alt", "ele"))
            isValid = !["0", "false"].contains(text("valid")?.lowercased())
        }

        /// Of a JSON object. Traccar Client 9 has what it says in `location` and its `coords`, in metres
        /// per second; 10 has it at once, in knots, and so has a server of Traccar in `position`.
        init(_ object: AnyJSON) {
            let parts = [
                object["location"]?["coords"], object["location"], object["position"], object,
            ]
            let fields = parts.flatMap { $0?.members.filter { $0.key != "location" } ?? [:] }
            let isInMetres = object["location"]?["coords"] != nil
            self.init(
                fields.map { ($0.key, $0.value.written) }, speed: isInMetres ? 1 : Self.knots)
        }
    }
}

extension AnyJSON {
    /// As it would stand in a query; what is no number or text, as nothing that can be one.
    fileprivate var written: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .null: ""
        case .bool, .array, .object: "-"
        }
    }
}

extension PhoneMessage {
    fileprivate mutating func add(_ fields: OsmAnd.Fields, at now: Timestamp) {
        guard fields.saysWhere else { return ignore(.noPosition) }
        let time = fields.time.map { Timestamp(osmAnd: $0) } ?? now
        var position = PhonePosition(
            time: time, latitude: fields.latitude, longitude: fields.longitude)
        if !fields.isValid { position = nil }
        if fields.time == nil, position != nil { ignore(.noTime) }
        position?.set(accuracy: fields.accuracy)
        position?.set(speed: fields.speed, track: fields.track, zeroIsUnknown: true)
        position?.altitude = fields.altitude
        add(position)
    }
}

extension Timestamp {
    /// Seconds or milliseconds since 1970, or a time of ISO 8601; without an offset, it is UTC.
    fileprivate init?(osmAnd text: String) {
        if let number = Double(text) {
            // Seconds of the year 2038 are milliseconds of January 1970.
            self.init(seconds: number < Self.mostSeconds ? number : number / 1000)
            return
        }
        // In a query, `+` is a blank: that in front of an offset was one, if it was not escaped.
        let (day, rest) = (text.prefix(Self.dateAndT), text.dropFirst(Self.dateAndT))
        let time = String(day.replacing(" ", with: "T") + rest.replacing(" ", with: "+"))
        guard let time = Timestamp(rfc3339: time) ?? Timestamp(rfc3339: time + "Z") else {
            return nil
        }
        self = time
    }

    private static let mostSeconds = 2_147_483_648.0
    /// Characters of `2026-05-01T`.
    private static let dateAndT = 11
}
