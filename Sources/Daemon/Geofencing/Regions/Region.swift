/// A circle on the map that someone wants to hear of.
package struct Region: Hashable, Sendable {
    package var center: Coordinate
    /// Metres, above 0, at most `largestRadius`.
    package var radius: Double
    /// When it counts; `nil` is always.
    package var window: TimeWindow?
    /// Stable over refreshes and restarts, as in `favourite/osm/node/123` or `deal/42`.
    package var id: String
    /// What it stands for: `favourite`, `deal`, …
    package var kind: String
    /// For people.
    package var name: String
    /// What a person would want to read about it, beyond its name.
    package var details: Details?
    /// The place that it is around, if `details` are of something else; `nil` if there is none.
    package var place: Details?
    /// For whom it is.
    package var audience = Audience.everyone

    package static let defaultRadius = 200.0
    package static let largestRadius = 100_000.0

    package init(
        id: String, kind: String, name: String, center: Coordinate,
        radius: Double = Region.defaultRadius, window: TimeWindow? = nil,
        details: Details? = nil, place: Details? = nil, audience: Audience = .everyone
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.center = center
        self.radius = radius
        self.window = window
        self.details = details
        self.place = place
        self.audience = audience
    }

    package func isActive(at time: Timestamp) -> Bool {
        window?.contains(time) ?? true
    }

    /// Told along with a notice, as the JSON object `title`: `deal`, `place` or `watch`.
    package struct Details: Hashable, Sendable {
        package var title: String
        /// In the order to show them; no name twice.
        package var fields: [Field]

        package init(title: String, fields: [Field]) {
            self.title = title
            self.fields = fields
        }
    }

    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
        /// Whether `value` is JSON, to be told byte for byte; otherwise it is told as a string.
        package var isJSON: Bool

        package init(_ name: String, _ value: String, isJSON: Bool = false) {
            self.name = name
            self.value = value
            self.isJSON = isJSON
        }
    }
}

/// From `start` to just before `end`.
package struct TimeWindow: Hashable, Sendable {
    /// `nil`: since ever.
    package var start: Timestamp?
    /// `nil`: for ever.
    package var end: Timestamp?

    package init(start: Timestamp?, end: Timestamp?) {
        self.start = start
        self.end = end
    }

    package func contains(_ time: Timestamp) -> Bool {
        if let start, time < start { return false }
        if let end, time >= end { return false }
        return true
    }

    /// When it next starts or ends.
    func nextChange(after time: Timestamp) -> Timestamp? {
        if let start, start > time { return start }
        if let end, end > time { return end }
        return nil
    }
}
