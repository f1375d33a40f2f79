package import Geofencing
import Posix

/// What the fields of favourites and deals may be, whoever says them.
package enum Limits {
    /// Bytes of a name, a company, a category, a website.
    package static let shortText = 1_000
    /// Favourites, deals and the like that are added at once.
    package static let mostDrafts = 100
    /// Bytes of a description.
    package static let longText = 10_000

    /// Without the space around it, which says nothing.
    package static func text(
        _ text: String, of field: String, limit: Int = shortText
    ) throws(Refusal) -> String {
        guard text.utf8.count <= limit else {
            throw Refusal(
                .invalid, field, "is \(text.utf8.count) bytes long: use at most \(limit)")
        }
        guard !text.utf8.contains(0) else {
            throw Refusal(.invalid, field, "has a NUL in it: leave it out")
        }
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { throw Refusal(.invalid, field, "is empty: give it a text") }
        return trimmed
    }

    /// Metres.
    package static func radius(_ radius: Double) throws(Refusal) -> Double {
        guard radius > 0, radius <= Region.largestRadius else {
            throw Refusal(
                .invalid, "radius",
                "\(radius) is not above 0 and at most \(Int(Region.largestRadius)): use metres")
        }
        return radius
    }

    package static func coordinate(
        latitude: Double, longitude: Double
    ) throws(Refusal) -> Coordinate {
        guard abs(latitude) <= 90 else {
            throw Refusal(
                .invalid, "latitude", "\(latitude) is not between -90 and 90: use degrees")
        }
        guard abs(longitude) <= 180 else {
            throw Refusal(
                .invalid, "longitude", "\(longitude) is not between -180 and 180: use degrees")
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
