import SQLite

extension Community {
    /// All that is known of somebody, for themselves or an admin.
    package func export(_ id: PersonID, by caller: Caller) throws -> PersonExport {
        try read { db, now in
            let person = try db.ownPerson(id, of: caller)
            let groups = try db.groups(of: id)
            // Who has left a group reads no more of it here than elsewhere.
            let own = Set(groups.map(\.id))
            return PersonExport(
                person: person,
                sessions: try db.sessions(of: id, current: nil, at: now),
                links: try db.openLinks(of: id, at: now),
                groups: try groups.map { group in
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
                things: try db.ownThings(of: id).filter { own.contains($0.group) },
                bills: try db.ownBills(of: id).filter { own.contains($0.group) },
                events: try db.events(with: id).filter { own.contains($0.group) },
                calendars: try db.calendars(of: id),
                bulletins: try db.bulletins(by: id).filter { own.contains($0.group) },
                bulletinsRead: try db.bulletins(readBy: id).filter { own.contains($0.group) },
                reviews: try db.reviews(ofOrBy: id).filter { own.contains($0.group) },
                ownSource: try db.ownOwner() == id,
                leftBehind: try db.things(of: id).filter { !own.contains($0.group) })
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
            """, ["person": .id(person)]
        ) { ($0.integer(0), $0.group(1)) }.map { id, group in
            var event = try event(id, of: group)
            event.people.removeAll { $0.person != person }
            if event.by.person != person { event.by = Author(person: nil, name: "") }
            return PersonExport.OwnEvent(group: group, event: event)
        }
    }

    fileprivate func calendars(of person: PersonID) throws -> [PersonExport.Calendar] {
        try rows(
            "SELECT group_id, made FROM calendar WHERE person = :person ORDER BY group_id",
            ["person": .id(person)]
        ) { row in
            PersonExport.Calendar(group: row.group(0), made: row.time(1))
        }
    }

    /// All that groups have with their name at it.
    fileprivate func things(of person: PersonID) throws -> [PersonExport.LeftBehind] {
        try rows(
            """
            SELECT group_id, 'thing', id FROM thing WHERE author = :person
            UNION SELECT group_id, 'bill', id FROM bill WHERE author = :person
                OR payer IN (SELECT id FROM party WHERE person = :person)
                OR id IN (SELECT bill FROM bill_share JOIN party ON party.id = bill_share.party
                    WHERE party.person = :person)
            UNION SELECT group_id, 'event', id FROM event WHERE author = :person
                OR id IN (SELECT event FROM event_person WHERE person = :person)
            UNION SELECT group_id, 'bulletin', id FROM bulletin WHERE author = :person
                OR id IN (SELECT bulletin FROM bulletin_read WHERE person = :person)
                OR id IN (SELECT bulletin FROM bulletin_told WHERE person = :person)
            UNION SELECT group_id, 'review', id FROM review
                WHERE person = :person OR observer = :person
            ORDER BY 1, 2, 3
            """, ["person": .id(person)]
        ) { row in
            PersonExport.LeftBehind(
                group: row.group(0), kind: row.text(1) ?? "", number: row.integer(2))
        }
    }
}
