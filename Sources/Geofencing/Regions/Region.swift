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

    package static let defaultRadius = 200.0
    package static let largestRadius = 100_000.0

    package init(
        id: String, kind: String, name: String, center: Coordinate,
        radius: Double = Region.defaultRadius, window: TimeWindow? = nil, details: Details? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.center = center
        self.radius = radius
        self.window = window
        self.details = details
    }

    package func isActive(at time: Timestamp) -> Bool {
        window?.contains(time) ?? true
    }

    /// Told along with a notice, as the JSON object `title`: `deal` or `place`.
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

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
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
