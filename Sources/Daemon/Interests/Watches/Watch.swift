package import Formats
package import Geofencing
import Places

/// A region that another program asks for, or all regions around the places of a target.
///
/// It has no meaning of its own here: what it means stands in its `details`.
package struct Watch: Hashable, Sendable {
    package var set: String
    package var id: String
    package var title: String
    package var spot: Spot
    /// Metres; `nil`: as the configuration has it.
    package var radius: Double?
    /// When it counts; `nil`: always.
    package var window: TimeWindow?
    package var audience: Audience
    /// JSON, told byte for byte.
    package var details: String?

    /// Where it is.
    package enum Spot: Hashable, Sendable {
        case point(Coordinate)
        /// Around all places of a target; `text`: as it was asked for.
        case places(Target, text: String)
    }

    package static let name = "watch"
    /// Bytes of `details`.
    package static let largestDetails = 4096
    /// Arrays and objects within each other in `details`: what others read JSON with allows more.
    package static let deepestDetails = 64

    /// Whether a set or a watch can be called so.
    static func isID(_ text: String) -> Bool { text.isWord(longest: 64, others: "._-") }
}

extension Watch {
    /// The members of its object.
    package func write(to object: inout JSONWriter) {
        object.member("set", set)
        object.member("id", id)
        object.member("title", title)
        switch spot {
        case .point(let point): object.member("at", [point.latitude, point.longitude])
        case .places(_, let text): object.member("target", text)
        }
        if let radius { object.member("radius", radius) }
        window?.write(to: &object)
        object.member("audience", audience.description)
        if let details { object.member("details", json: details) }
    }
}

/// Some of the watches of a set.
package struct WatchPage: Sendable {
    package var watches: [Watch]
    /// The number of the set that they are of: another after each replacement.
    let generation: Int64
}

/// How many watches a set has.
package struct WatchSet: Codable, Hashable, Sendable {
    package var set: String
    package var watches: Int

    package init(set: String, watches: Int) {
        self.set = set
        self.watches = watches
    }
}
