package import Geofencing
import SQLite

extension Community {
    /// With whom a phone is shared; for its owner alone.
    package func sharing(of device: String, by caller: Caller) throws -> [Sharing] {
        try read { db, now in
            _ = try db.sharedPhone(device, by: caller, at: now)
            return try db.sharing(of: device, at: now)
        }
    }

    /// By the owner alone, with households of which the owner is a member. `level`: `nil` ends it.
    package func share(
        _ device: String, with group: GroupID, level: Sharing.Level?, until: Timestamp? = nil,
        by caller: Caller
    ) throws {
        try change(of: [.phones, .arrivals]) { db, now in
            try db.share(device, with: group, level: level, until: until, by: caller, at: now)
        }
    }

    /// All that the caller may see of phones; for this machine: none, because it is not for an admin to
    /// see where people are. It is looked up only when something has changed, so that it can be asked at
    /// every move.
    package func seenPhones(by caller: Caller) throws -> SeenPhones {
        try read { db, now in
            if let known = seen[caller], now < known.ends ?? .max { return known }
            let found = try db.seenPhones(by: caller, at: now)
            seen[caller] = found
            return found
        }
    }
}

extension Connection {
    fileprivate func seenPhones(by caller: Caller, at now: Int64) throws -> SeenPhones {
        guard let asker = try asker(caller) else {
            return SeenPhones(levels: [:], owners: [:], hasOwnSource: true)
        }
        let levels = try visible(to: asker.id, at: now)
        let others = levels.keys.filter { levels[$0] != .owner }
        let owners = try others.map { ($0, try existingPhone($0).owner) }
        return SeenPhones(
            levels: levels, owners: Dictionary(uniqueKeysWithValues: owners),
            hasOwnSource: try ownOwner() == asker.id,
            ends: try integer(
                "SELECT min(until) FROM sharing WHERE until > :now", ["now": .integer(now)]))
    }

    /// A phone that is the caller's own.
    fileprivate func sharedPhone(
        _ device: String, by caller: Caller, at now: Int64
    ) throws -> Phone {
        _ = try askingPerson(caller, to: "say who sees a phone")
        return try ownPhone(device, of: caller, at: now)
    }

    /// As `Community.share`, for a person.
    func share(
        _ device: String, with group: GroupID, level: Sharing.Level?, until: Timestamp?,
        by caller: Caller, at now: Int64
    ) throws {
        let phone = try sharedPhone(device, by: caller, at: now)
        let household = try ownGroup(group, of: caller)
        try require(.household, household, for: "phones that are shared with them")
        guard let level else { return try endSharing(device, with: group) }
        if let until, until.seconds <= now {
            throw CommunityError.invalid(
                field: "until", "\(until) is not after now, \(Timestamp(seconds: now))")
        }
        try run(
            """
            INSERT INTO sharing (device, group_id, owner, level, until, since)
            VALUES (:device, :group, :owner, :level, :until, :now)
            ON CONFLICT DO UPDATE SET
                owner = excluded.owner, level = excluded.level, until = excluded.until,
                -- What is over may still be there.
                since = iif(until <= :now, :now, since)
            """,
            [
                "device": .text(device), "group": .id(group),
                "owner": .id(phone.owner), "level": .text(level.rawValue),
                "until": SQLValue(until?.seconds), "now": .integer(now),
            ])
    }

    fileprivate func endSharing(_ device: String, with group: GroupID) throws {
        try run(
            "DELETE FROM sharing WHERE device = :device AND group_id = :group",
            ["device": .text(device), "group": .id(group)])
    }
}
