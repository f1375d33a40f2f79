package import Geofencing
import Posix

/// The question of a search for places.
package struct PlaceQuery: Hashable, Sendable {
    /// Words that a place must have, all of them; of the last, the beginning is enough.
    package var text: String?
    /// As in `amenity=cafe`, one side of it, or an everyday word.
    package var category: String?
    /// In any spelling, or as its Wikidata id.
    package var brand: String?
    /// Where to search; `nil`: where the device is.
    package var near: Near?
    /// Metres from `near`; `nil` is any distance.
    package var radius: Double?
    /// How many places at most: 1…1000.
    package var limit = 20
    /// `nil`: by distance if it is known where to search and there is no text, else by relevance.
    package var sort: Sort?
    /// Whether to leave out places that are closed now, or of which that is not known.
    package var openNow = false

    package enum Near: Hashable, Sendable {
        case coordinate(Coordinate)
        /// As people write it: `PlaceStore.geocode` knows the forms.
        case text(String)
    }

    package enum Sort: String, CaseIterable, Sendable {
        /// The nearest first.
        case distance
        /// First what is most likely meant by the text, and of that the nearest.
        case relevance
        /// The places that would be found otherwise, in the order of their names.
        case name
    }

    package static let mostPlaces = 1000
    /// Metres; no two points of the Earth are farther apart.
    package static let largestRadius = PlaceStore.halfWayRound

    package init() {}
}

// MARK: - As the query of an address

extension PlaceQuery {
    /// Throws a `Refusal` for a value that makes no sense.
    package init(query: [String: String]) throws {
        text = query["text"]
        category = query["category"]
        brand = query["brand"]
        near = try query["near"].map { try Near($0) }
        radius = try query["radius"].map { text in
            guard let radius = Double(text) else {
                throw Refusal(.invalid, "radius", "\(text.quoted) is not a number: use metres")
            }
            return radius
        }
        if let text = query["limit"] {
            guard let limit = Int(text) else {
                throw Refusal(.invalid, "limit", "\(text.quoted) is not a number: use 1 to 1000")
            }
            self.limit = limit
        }
        sort = try query["sort"].map { try Sort(text: $0) }
        openNow = try query["open_now"].map { try Bool(query: $0, of: "open_now") } ?? false
        try check()
    }

    package var query: [(name: String, value: String)] {
        let fields: [(name: String, value: String?)] = [
            ("text", text), ("category", category), ("brand", brand),
            ("near", near?.description), ("radius", radius?.description),
            ("limit", limit == PlaceQuery().limit ? nil : String(limit)),
            ("sort", sort?.rawValue), ("open_now", openNow ? "true" : nil),
        ]
        return fields.compactMap { field in field.value.map { (field.name, $0) } }
    }
}

extension PlaceQuery: Codable {
    package init(from decoder: any Decoder) throws {
        try self.init(query: [String: String](from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        let fields = query.map { ($0.name, $0.value) }
        try Dictionary(uniqueKeysWithValues: fields).encode(to: encoder)
    }
}

extension PlaceQuery {
    /// Throws a `Refusal` for a value that makes no sense, wherever it comes from.
    package func check() throws(Refusal) {
        for (field, text) in [("text", text), ("category", category), ("brand", brand)] {
            guard let count = text?.utf8.count, count > Limits.shortText else { continue }
            throw Refusal(
                .invalid, field, "is \(count) bytes long: use at most \(Limits.shortText)")
        }
        if case .coordinate(let point) = near {
            _ = try Limits.coordinate(latitude: point.latitude, longitude: point.longitude)
        }
        if let radius, !(radius > 0 && radius <= Self.largestRadius) {
            throw Refusal(
                .invalid, "radius",
                "\(radius) is not above 0 and at most \(Int(Self.largestRadius)): use metres")
        }
        guard (1...Self.mostPlaces).contains(limit) else {
            throw Refusal(
                .invalid, "limit", "\(limit) is not between 1 and \(Self.mostPlaces)")
        }
    }
}

extension PlaceQuery.Sort {
    package init(text: String) throws(Refusal) {
        guard let sort = Self(rawValue: text) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal(.invalid, "sort", "\(text.quoted) is not an order: use \(words)")
        }
        self = sort
    }
}

extension PlaceQuery.Near: CustomStringConvertible {
    /// Throws for numbers that are those of no point on the Earth. `field`: what the text is given
    /// as, for the message.
    package init(_ text: String, as field: String = "near") throws(Refusal) {
        if let written = try WrittenCoordinate(text), written.isCertain {
            self = .coordinate(written.coordinate)
        } else {
            self = .text(try Limits.text(text, of: field))
        }
    }

    /// Means the same when it is read again.
    package var description: String {
        switch self {
        case .coordinate(let point): point.geoURI
        case .text(let text): text
        }
    }
}

extension Bool {
    /// Reads a value in the query of an address; `field`: its name, for the message.
    package init(query text: String, of field: String) throws(Refusal) {
        switch text {
        case "true": self = true
        case "false": self = false
        default: throw Refusal(.invalid, field, "\(text.quoted) is neither true nor false")
        }
    }
}
