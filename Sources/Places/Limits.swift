package import Geofencing
import Posix

/// What texts and numbers from people may be, wherever they are entered.
package enum Limits {
    /// Bytes of a name, a company, a category, a website.
    package static let shortText = 1_000
    /// Favourites, deals and the like that are added at once.
    package static let mostDrafts = 100
    /// Bytes of a description.
    package static let longText = 10_000

    /// The text without the white space around it. `field`: its name, for the message. `limit`:
    /// bytes.
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

    /// `radius`, in metres; throws if no region can have it.
    package static func radius(_ radius: Double) throws(Refusal) -> Double {
        guard radius > 0, radius <= Region.largestRadius else {
            throw Refusal(
                .invalid, "radius",
                "\(radius) is not above 0 and at most \(Int(Region.largestRadius)): use metres")
        }
        return radius
    }

    /// Degrees; throws if they are those of no point on the Earth.
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
