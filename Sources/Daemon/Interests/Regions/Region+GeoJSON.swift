package import Formats
package import Geofencing
import Posix

extension Region {
    /// Reads a feature, which must be a Point. `kind`: the kind of the region; `nil`: as its
    /// properties have it. `defaultRadius`: metres, for a feature that has none.
    package init(
        id: String, _ feature: JSONValue, kind: String? = nil, defaultRadius: Double
    ) throws(FeatureError) {
        let properties = try FeatureProperties(of: feature)
        let ownKind = try properties.text("kind")
        let kind = kind ?? ownKind ?? "favourite"
        let window = try properties.window()
        self.init(
            id: id, kind: kind, name: try properties.text("name") ?? id,
            center: try Coordinate(pointOf: feature),
            radius: try properties.radius() ?? defaultRadius, window: window,
            details: kind == "deal"
                ? try properties.dealDetails(window) : try properties.placeDetails(),
            audience: try properties.audience() ?? .everyone)
    }
}

extension Coordinate {
    /// The position of a feature, which must be a Point.
    package init(pointOf feature: JSONValue) throws(FeatureError) {
        guard let geometry = feature["geometry"], geometry.kind != .null else {
            throw .noGeometry
        }
        guard let type = geometry["type"], type.isString("Point") else {
            throw .notAPoint((geometry["type"] ?? geometry).inWords)
        }
        let position = geometry["coordinates"]
        guard let longitude = position?[0]?.number, let latitude = position?[1]?.number else {
            throw .badCoordinates
        }
        guard abs(latitude) <= 90 else { throw .badLatitude(latitude) }
        guard abs(longitude) <= 180 else { throw .badLongitude(longitude) }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// The `properties` of a feature; `null` is the same as none.
private struct FeatureProperties {
    private let json: JSONValue?

    init(of feature: JSONValue) throws(FeatureError) {
        json = feature["properties"]
        guard let json, json.kind != .null else { return }
        if json.kind != .object { throw .wrongType("properties", json.inWords, wanted: .object) }
    }

    private subscript(name: StaticString) -> JSONValue? {
        guard let value = json?[name], value.kind != .null else { return nil }
        return value
    }

    func text(_ name: StaticString) throws(FeatureError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else {
            throw .wrongType("\(name)", value.inWords, wanted: .string)
        }
        return text
    }

    /// Metres.
    func radius() throws(FeatureError) -> Double? {
        guard let value = self["radius"] else { return nil }
        guard let radius = value.number else {
            throw .wrongType("radius", value.inWords, wanted: .number)
        }
        guard radius > 0, radius <= Region.largestRadius else { throw .badRadius(value.inWords) }
        return radius
    }

    func audience() throws(FeatureError) -> Audience? {
        guard let text = try text("audience") else { return nil }
        guard let audience = Audience(text) else {
            throw .badAudience(text.shortened.quoted)
        }
        return audience
    }

    func window() throws(FeatureError) -> TimeWindow? {
        let start = try time("starts")
        let end = try time("ends")
        if start == nil, end == nil { return nil }
        if let start, let end, end < start { throw .endsBeforeItStarts(end) }
        return TimeWindow(start: start, end: end)
    }

    private func time(_ name: StaticString) throws(FeatureError) -> Timestamp? {
        guard let text = try text(name) else { return nil }
        guard let time = Timestamp(iso8601: text) else { throw .badTime("\(name)", text.quoted) }
        return time
    }

    func dealDetails(_ window: TimeWindow?) throws(FeatureError) -> Region.Details? {
        .deal(
            company: try text("company"), category: try text("category"),
            description: try text("description"), window: window, website: try text("website"))
    }

    func placeDetails() throws(FeatureError) -> Region.Details? {
        .place(
            brand: try text("brand"), category: try text("category"), address: try text("address"),
            phone: try text("phone"), website: try text("website"),
            openingHours: try text("opening_hours"))
    }
}
