package import Geofencing
import Posix

/// What texts and numbers from people may be, wherever they are entered.
package enum Limits {
    /// Bytes of a name, a company, a category, a website.
    package static let shortText = 1_000
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

    /// Degrees; throws if they are those of no point on the Earth. `field`: what holds both, for the
    /// message.
    package static func coordinate(
        latitude: Double, longitude: Double, of field: String? = nil
    ) throws(Refusal) -> Coordinate {
        guard abs(latitude) <= 90 else {
            throw Refusal(
                .invalid, field ?? "latitude",
                "\(field == nil ? "" : "latitude ")\(latitude) is not between -90 and 90: use degrees"
            )
        }
        guard abs(longitude) <= 180 else {
            throw Refusal(
                .invalid, field ?? "longitude",
                "\(field == nil ? "" : "longitude ")\(longitude) is not between -180 and 180: use degrees"
            )
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
