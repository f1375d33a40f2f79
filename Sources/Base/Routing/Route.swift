package import Geofencing

/// How somebody goes along streets.
package enum Travel: String, CaseIterable, Hashable, Sendable, Codable {
    case foot, bike, car
}

/// The languages that steps are said in, by their ISO 639-1 codes.
package enum RouteLanguage: String, CaseIterable, Hashable, Sendable, Codable {
    case english = "en"
    case dutch = "nl"
}

/// What is asked of an engine.
package struct RouteRequest: Hashable, Sendable {
    package var from: Coordinate
    package var to: Coordinate
    package var by: Travel
    package var language: RouteLanguage

    package init(
        from: Coordinate, to: Coordinate, by: Travel = .foot, language: RouteLanguage = .english
    ) {
        (self.from, self.to, self.by, self.language) = (from, to, by, language)
    }
}

/// A way along streets.
package struct Route: Hashable, Sendable {
    /// Metres.
    package var distance: Double
    /// Seconds.
    package var duration: Double
    /// From the first to the last point of it, two at least.
    package var line: [Coordinate]
    /// In the order in which they come; none if one is there already.
    package var steps: [Step]
    package var by: Travel
    /// What has found it, as in `routino`.
    package var engine: String
    /// Whose data it was found in.
    package var credit: String

    package init(
        distance: Double, duration: Double, line: [Coordinate], steps: [Step], by: Travel,
        engine: String, credit: String
    ) {
        (self.distance, self.duration, self.line) = (distance, duration, line)
        (self.steps, self.by) = (steps, by)
        (self.engine, self.credit) = (engine, credit)
    }

    /// What is done at one point of the way, and what follows up to the next.
    package struct Step: Hashable, Sendable {
        /// In the language of the request.
        package var text: String
        /// Metres to the next step.
        package var distance: Double
        /// Seconds to the next step.
        package var duration: Double
        package var at: Coordinate
        /// Of the street that follows; `nil` if it has none.
        package var name: String?

        package init(
            _ text: String, distance: Double, duration: Double, at: Coordinate,
            name: String? = nil
        ) {
            (self.text, self.distance, self.duration) = (text, distance, duration)
            (self.at, self.name) = (at, name)
        }
    }
}
