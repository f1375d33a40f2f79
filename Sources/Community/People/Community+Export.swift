import SQLite

extension Community {
    /// All that is known of somebody, for themselves or an admin.
    package func export(_ id: PersonID, by caller: Caller) throws -> PersonExport {
        try read { db, now in
            let person = try db.ownPerson(id, of: caller)
            return PersonExport(
                person: person,
                sessions: try db.sessions(of: id, current: nil, at: now),
                links: try db.openLinks(of: id, at: now),
                groups: try db.groups(of: id).map { group in
                    PersonExport.Membership(
                        group: group.id, groupName: group.name, kind: group.kind,
                        member: try db.member(id, of: group.id))
                },
                requests: try db.requests(at: now)
                    .filter { $0.person == id || $0.asker == id }.map(\.request),
                phones: try db.phones(of: id).map { phone in
                    PersonExport.OwnedPhone(
                        id: phone.id, name: phone.name, added: phone.added, topic: phone.topic,
                        sharing: try db.sharing(of: phone.id, at: now))
                },
                arrivals: try db.arrivals(of: id, at: now) + db.endedArrivals(of: id, at: now),
                tips: try db.tips(by: id),
                items: try db.ownItems(of: id), bills: try db.ownBills(of: id),
                events: try db.events(with: id), calendars: try db.calendars(of: id),
                bulletins: try db.bulletins(by: id), bulletinsRead: try db.bulletins(readBy: id),
                reviews: try db.reviews(ofOrBy: id),
                ownSource: try db.ownOwner() == id)
        }
    }
}

extension Connection {
    /// What they wrote of what groups have planned, or take part in, also of those they have left.
    fileprivate func events(with person: PersonID) throws -> [PersonExport.OwnEvent] {
        try rows(
            """
            SELECT id, group_id FROM event WHERE author = :person
                OR id IN (SELECT event FROM event_person WHERE person = :person) ORDER BY id
            """, ["person": .text(person.rawValue)]
        ) { ($0.integer(0), GroupID(unchecked: $0.text(1) ?? "")) }.map { id, group in
            var event = try event(id, of: group)
            event.people.removeAll { $0.person != person }
            if event.by.person != person { event.by = Somebody(person: nil, name: "") }
            return PersonExport.OwnEvent(group: group, event: event)
        }
    }

    fileprivate func calendars(of person: PersonID) throws -> [PersonExport.Calendar] {
        try rows(
            "SELECT group_id, made FROM calendar WHERE person = :person ORDER BY group_id",
            ["person": .text(person.rawValue)]
        ) { row in
            PersonExport.Calendar(
                group: GroupID(unchecked: row.text(0) ?? ""),
                made: UnixTime(seconds: row.integer(1)))
        }
    }

    fileprivate func openLinks(
        of person: PersonID, at now: Int64
    ) throws -> [PersonExport.OpenLink] {
        try rows(
            """
            SELECT group_id, created, expires FROM link
            WHERE (person = :person OR inviter = :person) AND expires > :now ORDER BY id
            """, ["person": .text(person.rawValue), "now": .integer(now)]
        ) { row in
            let group = row.text(0).map { GroupID(unchecked: $0) }
            return PersonExport.OpenLink(
                kind: group == nil ? .person : .invitation, group: group,
                created: UnixTime(seconds: row.integer(1)),
                expires: UnixTime(seconds: row.integer(2)))
        }
    }
}
