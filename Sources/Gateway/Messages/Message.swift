package import Geofencing

/// What a person is told: one moment at one place, for all reasons that there are.
package struct Message: Codable, Hashable, Sendable {
    /// Later messages have larger ids, whoever they are for.
    package var id: Int64
    /// The id of the person that it is for.
    package var person: String
    /// When it happened, by the clock of the fixes.
    package var time: Timestamp
    /// When the gateway made it, by the system's clock.
    package var made: Timestamp
    package var title: String
    /// At least one.
    package var lines: [Line]
    /// `nil` if the notices name none.
    package var place: Place?
    /// The middle of the circle.
    package var position: Position?
    /// `nil` of the daemon's own, before there were several.
    package var device: String?
    /// The CloudEvents ids of the notices that it was made of.
    package var notices: [String]
    /// It was made over 10 minutes after it happened: it is listed, and does not ring.
    package var isLate: Bool
    /// Whether the page calls attention to it: not in quiet hours, not when it is late.
    package var rings: Bool
    package var isRead: Bool

    enum CodingKeys: String, CodingKey {
        case id, person, time, made, title, lines, place, position, device, notices
        case isLate = "is_late"
        case rings
        case isRead = "read"
    }

    /// One reason.
    package struct Line: Codable, Hashable, Sendable {
        package var text: String
        /// The kind of its region: `favourite`, `deal`, `watch`, …; of what a group has there
        /// `errand`, `event` or `bulletin`.
        package var kind: String
        /// The region's id.
        package var region: String
        /// `enter`, `dwell` or `exit`.
        package var transition: String
        /// `nil`: it is about no more than the region.
        package var subject: Subject?

        package init(
            text: String, kind: String, region: String, transition: String,
            subject: Subject? = nil
        ) {
            (self.text, self.kind) = (text, kind)
            (self.region, self.transition) = (region, transition)
            self.subject = subject
        }
    }

    /// What of a group a line is about: one of the three.
    package struct Subject: Codable, Hashable, Sendable {
        package var group: String
        /// What is on the list for this target.
        package var errand: String?
        package var event: Int64?
        package var bulletin: Int64?
    }

    /// What the notices say of the place, as far as they do.
    package struct Place: Codable, Hashable, Sendable {
        package var id: String?
        package var name: String?
        package var brand: String?
        package var category: String?
        package var address: String?
        package var phone: String?
        package var website: String?
        package var openingHours: String?

        enum CodingKeys: String, CodingKey {
            case id, name, brand, category, address, phone, website
            case openingHours = "opening_hours"
        }
    }

    /// In degrees, WGS 84.
    package struct Position: Codable, Hashable, Sendable {
        package var latitude: Double
        package var longitude: Double

        package init(latitude: Double, longitude: Double) {
            (self.latitude, self.longitude) = (latitude, longitude)
        }

        enum CodingKeys: String, CodingKey {
            case latitude = "lat"
            case longitude = "lon"
        }
    }
}
