import SQLite

extension Community {
    /// Whose device it is. `device`: `nil` is the own source of this machine. `nil`: nobody's.
    package func owner(of device: String?) throws -> Person? {
        try read { db, _ in
            if let device {
                do {
                    return try db.existingPerson(db.existingPhone(device).owner)
                } catch CommunityError.notFound {
                    return nil
                }
            }
            return try db.ownOwner().map { try db.existingPerson($0) }
        }
    }

    /// The members of a household to whom the owner of a phone shows when it comes and goes, without
    /// the owner. Empty if the phone is not shared with that household, or not there.
    package func watchers(of device: String, in group: GroupID) throws -> [PersonID] {
        try read { db, now in
            guard try db.sharing(of: device, at: now).contains(where: { $0.group == group }) else {
                return []
            }
            let owner = try db.existingPhone(device).owner
            return try db.members(of: group).map(\.person).filter { $0 != owner }
        }
    }
}
