import Geofencing
import SQLite

/// The rows of events.
extension Connection {
    private static let columns = """
        SELECT event.id, event.what, event.starts, event.ends, event.first_day, event.last_day,
            event.zone, event.address, coalesce(site.lat, event.lat),
            coalesce(site.lon, event.lon), coalesce(site.radius, event.radius), event.place,
            event.site, site.name, event.note, event.uid, event.made, event.changed,
            event.sequence, \(Author.columns)
        FROM event LEFT JOIN site ON site.id = event.site
        \(Author.joins("event.author", in: "event.group_id"))
        """

    private static func event(_ row: Statement) -> Event {
        var place = EventPlace(
            text: row.text(7), lat: row.realIfAny(8), lon: row.realIfAny(9),
            radius: row.realIfAny(10), place: row.text(11), site: row.integerIfAny(12))
        place.siteName = row.text(13)
        let days = row.integerIfAny(4).map {
            CivilDate(daysSince1970: $0)...CivilDate(daysSince1970: max($0, row.integer(5)))
        }
        return Event(
            id: row.integer(0), what: row.text(1) ?? "", starts: row.time(2), ends: row.time(3),
            days: days, zone: row.text(6) ?? "UTC", place: place == EventPlace() ? nil : place,
            people: [], note: row.text(14), by: Author(row, at: 19), uid: row.text(15) ?? "",
            made: row.time(16), changed: row.time(17), sequence: row.integer(18))
    }

    /// Those that are at some time not before `first` and before `end`, in the order in which they
    /// start. `nil`: from the first one on, up to the last.
    func events(
        of group: GroupID, from first: Int64? = nil, until end: Int64? = nil
    ) throws -> [Event] {
        let found = try rows(
            """
            \(Self.columns) WHERE event.group_id = :group
                AND (:first IS NULL OR event.ends > :first OR event.starts >= :first)
                AND (:end IS NULL OR event.starts < :end)
            ORDER BY event.starts, event.id
            """,
            ["group": .id(group), "first": SQLValue(first), "end": SQLValue(end)],
            Self.event)
        if found.isEmpty { return [] }
        let people = Dictionary(grouping: try people(inEventsOf: group), by: \.event)
        return found.map { event in
            var event = event
            event.people = people[event.id, default: []].map(\.somebody)
            return event
        }
    }

    /// Throws `notFound` if the group has none of that number.
    func event(_ id: Int64, of group: GroupID) throws -> Event {
        var event = try first(
            "\(Self.columns) WHERE event.group_id = :group AND event.id = :id",
            ["group": .id(group), "id": .integer(id)], Self.event
        ).found()
        event.people = try people(inEventsOf: group, only: id).map(\.somebody)
        return event
    }

    /// In the order in which people came. `only`: `nil`: of all events.
    private func people(
        inEventsOf group: GroupID, only: Int64? = nil
    ) throws -> [(event: Int64, somebody: Author)] {
        try rows(
            """
            SELECT event.id, person.id, coalesce(member.nick_name, person.name)
            FROM event JOIN event_person ON event_person.event = event.id
            JOIN person ON person.id = event_person.person
            LEFT JOIN member ON member.group_id = event.group_id AND member.person = person.id
            WHERE event.group_id = :group AND (:only IS NULL OR event.id = :only)
            ORDER BY person.number
            """, ["group": .id(group), "only": SQLValue(only)]
        ) { row in
            let person = row.person(1)
            return (row.integer(0), Author(person: person, name: row.text(2) ?? ""))
        }
    }

    /// Keeps an event as it is now, and returns its number. `id` 0: a new one.
    func write(_ event: Event, of group: GroupID) throws -> Int64 {
        let place = event.place
        // A site says where it is itself.
        let area = place?.site == nil ? place?.area : nil
        var columns: [String: SQLValue] = [
            "what": .text(event.what), "starts": .integer(event.starts.seconds),
            "ends": .integer(event.ends.seconds),
            "first_day": SQLValue(event.days?.lowerBound.daysSince1970),
            "last_day": SQLValue(event.days?.upperBound.daysSince1970), "zone": .text(event.zone),
            "address": SQLValue(place?.text), "lat": SQLValue(area?.latitude),
            "lon": SQLValue(area?.longitude), "radius": SQLValue(area?.radius),
            "place": SQLValue(place?.place), "site": SQLValue(place?.site),
            "note": SQLValue(event.note), "changed": .integer(event.changed.seconds),
            "sequence": .integer(event.sequence),
        ]
        var id = event.id
        if id == 0 {
            (columns["group_id"], columns["author"]) = (.id(group), .id(event.by.person))
            (columns["uid"], columns["made"]) = (.text(event.uid), .integer(event.made.seconds))
            id = try table("event").insert(columns)
        } else {
            columns["id"] = .integer(id)
            try table("event").update(columns)
        }
        try run("DELETE FROM event_person WHERE event = :event", ["event": .integer(id)])
        for person in event.people.compactMap(\.person) {
            try table("event_person").insert(["event": .integer(id), "person": .id(person)])
        }
        return id
    }
}
