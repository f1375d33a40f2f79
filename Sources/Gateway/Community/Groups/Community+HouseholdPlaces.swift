import SQLite

extension Community {
    /// The places of all households, for the daemon, in order.
    package func householdPlaces() throws -> [(group: GroupID, place: GroupPlace)] {
        try read { db, _ in
            try db.rows("SELECT DISTINCT group_id FROM group_place ORDER BY group_id") { row in
                row.group(0)
            }.flatMap { group in try db.places(of: group).map { (group, $0) } }
        }
    }
}
