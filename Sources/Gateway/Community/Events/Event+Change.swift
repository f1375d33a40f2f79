import Formats
import Geofencing
import Posix

extension Event {
    /// Characters.
    package static let longestWhat = 200
    package static let longestNote = 1000

    /// An event of which nothing is said yet.
    init(by author: Author, uid: String, at now: Int64) {
        let now = Timestamp(seconds: now)
        self.init(
            id: 0, what: "", starts: now, ends: now, zone: "UTC", people: [], by: author, uid: uid,
            made: now, changed: now, sequence: 0)
    }

    /// With what is said, checked; but for people and sites, which the group knows.
    func with(_ change: EventChange) throws -> Event {
        var event = self
        if let what = change.what {
            event.what = try what.checkedName("what", longest: Self.longestWhat)
        }
        if event.what.isEmpty {
            throw CommunityError.invalid(field: "what", "is missing: say what it is")
        }
        try event.setTimes(change, isNew: id == 0)
        if let place = change.place { event.place = try place?.checked() }
        if let note = change.note {
            event.note = try note.checkedLines("note", longest: Self.longestNote)
        }
        return event
    }

    // MARK: Times

    private mutating func setTimes(_ change: EventChange, isNew: Bool) throws {
        let isAllDay = change.isAllDay ?? (days != nil)
        if isNew || isAllDay != (days != nil) {
            for (field, text) in [("start", change.start), ("end", change.end)] where text == nil {
                throw CommunityError.invalid(
                    field: field, "is missing: say when it starts and ends")
            }
        }
        let clock = try Self.clock(change.zone ?? zone)
        zone = change.zone ?? zone
        if isAllDay {
            let first = try change.start.map { try Self.day($0, "start") } ?? days!.lowerBound
            let last = try change.end.map { try Self.day($0, "end") } ?? days!.upperBound
            try Self.require(first <= last)
            days = first...last
            starts = clock.time(first)
            ends = clock.time(last.advanced(by: 1))
        } else {
            days = nil
            starts = try change.start.map { try Self.time($0, "start") } ?? starts
            ends = try change.end.map { try Self.time($0, "end") } ?? ends
            try Self.require(starts <= ends)
        }
    }

    private static func clock(_ zone: String) throws -> LocalClock {
        guard let clock = LocalClock(zone: zone) else {
            throw CommunityError.invalid(
                field: "zone",
                "no time zone is called \(zone.quoted): use one as in Europe/Amsterdam")
        }
        return clock
    }

    /// The first day that is not one of those of an event: calendars write years with four digits,
    /// also that of the day after the last.
    private static let firstTooLate = CivilDate(year: 9999, month: 1, day: 1)!

    private static func day(_ text: String, _ field: String) throws -> CivilDate {
        guard let day = CivilDate(text), day < firstTooLate else {
            throw CommunityError.invalid(
                field: field, "\(text.quoted) is no day: write it as in 2026-11-24")
        }
        return day
    }

    private static func time(_ text: String, _ field: String) throws -> Timestamp {
        guard let time = Timestamp(wholeSeconds: text), time < LocalClock.utc.time(firstTooLate)
        else {
            throw CommunityError.invalid(
                field: field, "\(text.quoted) is no time: write it as in 2026-11-24T09:00:00Z")
        }
        return time
    }

    private static func require(_ isInOrder: Bool) throws {
        guard isInOrder else {
            throw CommunityError.invalid(field: "end", "is before the start: use a later one")
        }
    }
}

extension EventPlace {
    /// Metres, where none are said.
    private static let usualRadius = 100.0
    /// Characters.
    package static let longestText = 200

    /// `nil` if nothing is said. Where there is a site, that says the position.
    fileprivate func checked() throws -> EventPlace? {
        var place = self
        place.siteName = nil
        place.text = try text.flatMap {
            try $0.isEmpty ? nil : $0.checkedName("where.text", longest: Self.longestText)
        }
        guard (lat == nil) == (lon == nil) else {
            throw CommunityError.invalid(
                field: lat == nil ? "where.lat" : "where.lon", "is missing: send both or none")
        }
        if site == nil, let lat, let lon {
            let area = try Area(
                latitude: lat, longitude: lon, radius: radius ?? Self.usualRadius
            ).checked()
            place.radius = area.radius
        } else {
            (place.lat, place.lon, place.radius) = (nil, nil, nil)
        }
        return place == EventPlace() ? nil : place
    }
}
