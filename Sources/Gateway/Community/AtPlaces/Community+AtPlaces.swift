import Geofencing
import Posix
import SQLite

/// What groups have to tell somebody who has come to a place, as it is now. Who is no member hears
/// nothing.
extension Community {
    /// What a household wants from a target; `nil`: nothing.
    package func errands(
        for target: String, of group: GroupID, told person: PersonID
    ) throws -> Errands? {
        try read { db, _ in
            guard let household = try db.group(group, of: person) else { return nil }
            let things = try db.things(of: group, in: .wanted, target: target)
            return things.isEmpty
                ? nil
                : Errands(
                    group: group, groupName: household.name, target: target, things: things)
        }
    }

    /// `nil`: it is not there any more, or another's.
    package func event(
        _ id: Int64, of group: GroupID, told person: PersonID
    ) throws -> ComingEvent? {
        try read { db, _ in
            guard let planning = try db.group(group, of: person),
                let event = try ifFound({ try db.event(id, of: group) })
            else { return nil }
            // In an organisation, these are who works then.
            let isForAll = planning.kind == .household || event.people.isEmpty
            guard isForAll || event.people.contains(where: { $0.person == person }) else {
                return nil
            }
            return ComingEvent(group: group, groupName: planning.name, event: event)
        }
    }

    /// Those in force, of the site and of all sites, the oldest first; to members who belong there, or
    /// to no particular site.
    package func bulletins(
        at site: Int64, of group: GroupID, told person: PersonID
    ) throws -> [Bulletin] {
        try read { db, now in
            guard try db.group(group, of: person) != nil else { return [] }
            let sites = try db.member(person, of: group).sites
            guard sites.isEmpty || sites.contains(site) else { return [] }
            return try db.bulletins(of: group, for: person).reversed().filter {
                ($0.site ?? site) == site && $0.isInForce(at: Timestamp(seconds: now))
            }
        }
    }
}

extension Connection {
    /// `nil`: the person does not belong to it.
    fileprivate func group(_ group: GroupID, of person: PersonID) throws -> Group? {
        try groups(of: person).first { $0.id == group }
    }
}

extension Errands {
    /// Of the target, within the household: the same whenever there is something on the list for it.
    /// Letters and digits, at most 16.
    package var number: String {
        let hash = sha256(target).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(hash, radix: 16)
    }
}
