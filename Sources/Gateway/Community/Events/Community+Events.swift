package import Geofencing
import Posix
import SQLite

/// What groups have planned: seen by their members, and written by all of a household; in an
/// organisation by its admins, each for the sites that they manage.
extension Community {
    /// Of one group.
    private static let mostEvents: Int64 = 10_000

    /// Those that are at some time not before `first` and before `end`, in the order in which they
    /// start. `nil`: from the first one on, up to the last.
    package func events(
        of group: GroupID, from first: Timestamp? = nil, until end: Timestamp? = nil,
        by caller: Caller
    ) throws -> [Event] {
        try read { db, _ in
            _ = try db.ownGroup(group, of: caller)
            return try db.events(of: group, from: first?.seconds, until: end?.seconds)
        }
    }

    package func event(_ id: Int64, of group: GroupID, by caller: Caller) throws -> Event {
        try read { db, _ in
            _ = try db.ownGroup(group, of: caller)
            return try db.event(id, of: group)
        }
    }

    @discardableResult
    package func addEvent(
        _ change: EventChange, to group: GroupID, key: String? = nil, by caller: Caller
    ) throws -> Event {
        try self.change(of: [.events], for: .members(group)) { db, now in
            let planned = try db.plannedSites(of: group, caller)
            let author = try db.askingPerson(caller, to: "add an event").id
            let number = try db.once(key, "event", in: group, by: author, at: now) {
                try db.requireRoom(
                    in: "event", of: group, atMost: Self.mostEvents, "events: remove one")
                let new = Event(by: Author(person: author, name: ""), uid: Secret.newUID(), at: now)
                let event = try db.event(new, with: change, in: group)
                try planned.require(event.place?.site, of: group)
                return try db.write(event, of: group)
            }
            return try db.madeEarlier { try db.event(number, of: group) }
        }
    }

    @discardableResult
    package func editEvent(
        _ id: Int64, of group: GroupID, _ change: EventChange, by caller: Caller
    ) throws -> Event {
        try self.change(of: [.events], for: .members(group)) { db, now in
            let planned = try db.plannedSites(of: group, caller)
            let before = try db.event(id, of: group)
            try planned.require(before.place?.site, of: group)
            var event = try db.event(before, with: change, in: group)
            try planned.require(event.place?.site, of: group)
            // Else calendars would show it as news.
            guard event != before else { return before }
            event.changed = Timestamp(seconds: now)
            event.sequence += 1
            return try db.event(db.write(event, of: group), of: group)
        }
    }

    package func removeEvent(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.events], for: .members(group)) { db, _ in
            let planned = try db.plannedSites(of: group, caller)
            try planned.require(db.event(id, of: group).place?.site, of: group)
            try db.run("DELETE FROM event WHERE id = :id", ["id": .integer(id)])
        }
    }

    /// The events of all groups that end after `now` and are somewhere, for the daemon, in order.
    package func comingEvents(_ now: Timestamp) throws -> [ComingEvent] {
        try read { db, _ in
            try db.rows(
                "SELECT DISTINCT group_id FROM event WHERE ends > :now ORDER BY group_id",
                ["now": .integer(now.seconds)]
            ) { $0.group(0) }.flatMap { id in
                let group = try db.existingGroup(id)
                return try db.events(of: id, from: now.seconds)
                    .filter { $0.place?.area != nil && $0.ends > now }
                    .map { ComingEvent(group: id, groupName: group.name, event: $0) }
            }
        }
    }
}

extension Connection {
    /// Members of one event.
    private static let mostPeople = 500

    /// The sites whose events the caller may write. Throws if there are none.
    fileprivate func plannedSites(of id: GroupID, _ caller: Caller) throws -> ManagedSites {
        let group = try ownGroup(id, of: caller)
        return group.kind == .organisation ? try managed(id, by: caller, for: "events").sites : .all
    }

    /// `event` with what is said, checked.
    fileprivate func event(
        _ event: Event, with change: EventChange, in group: GroupID
    ) throws -> Event {
        var changed = try event.with(change)
        if let site = changed.place?.site, change.place != nil {
            guard let site = try sites(of: group).first(where: { $0.id == site }) else {
                throw CommunityError.invalid(
                    field: "where.site", "\(site) is no site of \(group): use one of its sites")
            }
            // As it is read, so that the same said again is no change.
            changed.place?.siteName = site.name
            changed.place?.lat = site.lat
            changed.place?.lon = site.lon
            changed.place?.radius = site.radius
        }
        if let people = change.people {
            // Who has left stays in what was planned with them.
            let known = event.people.compactMap(\.person)
            let members = Set(try members(of: group).map(\.person))
            if let stranger = people.first(where: { !members.contains($0) && !known.contains($0) })
            {
                throw CommunityError.invalid(
                    field: "people", "\(stranger) is no member of \(group): use its members")
            }
            guard people.count <= Self.mostPeople else {
                throw CommunityError.invalid(
                    field: "people", "are more than \(Self.mostPeople): leave some out")
            }
            if Set(people) != Set(known) {
                changed.people = Set(people).sorted().map { Author(person: $0, name: "") }
            }
        }
        return changed
    }
}

extension Secret {
    /// 128 random bits, in hexadecimal digits.
    fileprivate static func newUID() -> String {
        random(16).hexadecimal
    }
}
