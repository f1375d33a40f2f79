package import Geofencing

/// Something that a group has planned.
package struct Event: Hashable, Sendable {
    package var id: Int64
    package var what: String
    /// Of whole days: when the first begins in the zone.
    package var starts: Timestamp
    /// Of whole days: when the last is over in the zone.
    package var ends: Timestamp
    /// `nil`: it has times.
    package var days: ClosedRange<CivilDate>?
    /// Of the tz database, as `Europe/Amsterdam`: where it is planned.
    package var zone: String
    /// `nil`: it was not said.
    package var place: EventPlace?
    /// Who takes part.
    package var people: [Author]
    package var note: String?
    /// Who wrote it.
    package var by: Author
    /// By which calendars know it again.
    package var uid: String
    package var made: Timestamp
    package var changed: Timestamp
    /// How often it was changed.
    package var sequence: Int64
}

extension Event: Encodable {
    enum CodingKeys: String, CodingKey {
        case id, what, start, end, zone, people, note, by
        case isAllDay = "all_day"
        case place = "where"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(what, forKey: .what)
        try container.encode(days?.lowerBound.description ?? starts.description, forKey: .start)
        try container.encode(days?.upperBound.description ?? ends.description, forKey: .end)
        try container.encode(days != nil, forKey: .isAllDay)
        try container.encode(zone, forKey: .zone)
        try container.encodeIfPresent(place, forKey: .place)
        try container.encode(people, forKey: .people)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encode(by, forKey: .by)
    }
}

/// Where an event is.
package struct EventPlace: Hashable, Encodable, Sendable {
    /// As people say it.
    package var text: String?
    /// Degrees; `nil`: nobody knows.
    package var lat: Double?
    package var lon: Double?
    /// Metres.
    package var radius: Double?
    /// A place's id at the daemon.
    package var place: String?
    /// The number of a site of the organisation, which says the position.
    package var site: Int64?
    package var siteName: String?

    package init(
        text: String? = nil, lat: Double? = nil, lon: Double? = nil, radius: Double? = nil,
        place: String? = nil, site: Int64? = nil
    ) {
        (self.text, self.lat, self.lon, self.radius) = (text, lat, lon, radius)
        (self.place, self.site) = (place, site)
    }

    enum CodingKeys: String, CodingKey {
        case text, lat, lon, radius, place, site
        case siteName = "site_name"
    }

    package var area: Area? {
        guard let lat, let lon, let radius else { return nil }
        return Area(latitude: lat, longitude: lon, radius: radius)
    }
}

/// What somebody says of an event; `nil` leaves it as it is.
package struct EventChange: Sendable {
    package var what: String?
    /// A time of RFC 3339, or a day as in `2026-11-24`.
    package var start: String?
    /// As `start`; of whole days, the last.
    package var end: String?
    package var isAllDay: Bool?
    /// Without one, UTC.
    package var zone: String?
    /// `nil` within takes it away.
    package var place: EventPlace??
    package var people: [PersonID]?
    /// Empty takes it away.
    package var note: String?

    package init(
        what: String? = nil, start: String? = nil, end: String? = nil, isAllDay: Bool? = nil,
        zone: String? = nil, place: EventPlace?? = nil, people: [PersonID]? = nil,
        note: String? = nil
    ) {
        (self.what, self.start, self.end, self.isAllDay) = (what, start, end, isAllDay)
        (self.zone, self.place, self.people, self.note) = (zone, place, people, note)
    }
}

/// An event that is not over, somewhere.
package struct ComingEvent: Hashable, Sendable {
    package var group: GroupID
    package var groupName: String
    package var event: Event
}

/// What a calendar reads of a group.
package struct GroupCalendar: Hashable, Sendable {
    package var name: String
    /// In the order in which they start.
    package var events: [Event]
}

/// Whether somebody has a link to the calendar of a group; its secret is not known.
package struct CalendarLink: Hashable, Encodable, Sendable {
    package var exists: Bool
    package var made: Timestamp?
}
