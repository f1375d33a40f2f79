import Geofencing
import SQLite

/// The links by which calendars of phones read what groups have planned: one of each member, for as
/// long as they are one.
extension Community {
    /// Of the caller.
    package func calendarLink(of group: GroupID, by person: PersonID) throws -> CalendarLink {
        try read { db, _ in
            _ = try db.ownGroup(group, of: .person(person))
            let made = try db.integer(
                "SELECT made FROM calendar WHERE group_id = :group AND person = :person",
                ["group": .id(group), "person": .id(person)])
            return CalendarLink(
                exists: made != nil, made: made.map { Timestamp(seconds: $0) })
        }
    }

    /// A new one; the one before is worth nothing from now on.
    package func renewCalendarLink(of group: GroupID, by person: PersonID) throws -> Secret {
        try change(of: [.events], for: .person(person)) { db, now in
            _ = try db.ownGroup(group, of: .person(person))
            let secret = Secret()
            try db.table("calendar").replace([
                "group_id": .id(group), "person": .id(person), "hash": .bytes(secret.hash),
                "made": .integer(now),
            ])
            return secret
        }
    }

    package func removeCalendarLink(of group: GroupID, by person: PersonID) throws {
        try change(of: [.events], for: .person(person)) { db, _ in
            _ = try db.ownGroup(group, of: .person(person))
            try db.remove(from: "calendar", ["group_id": .id(group), "person": .id(person)])
        }
    }

    /// Seconds after its end for which an event is in the calendar.
    package static let calendarPast: Int64 = 366 * 86_400

    /// What the calendar of a link has in it. Throws `notFound` if the link is not good, or no more.
    package func calendar(_ secret: Secret) throws -> GroupCalendar {
        try read { db, now in
            let id = try db.first(
                "SELECT group_id FROM calendar WHERE hash = :hash", ["hash": .bytes(secret.hash)]
            ) { $0.group(0) }.found()
            return GroupCalendar(
                name: try db.existingGroup(id).name,
                events: try db.events(of: id, from: now - Self.calendarPast))
        }
    }
}
