import Geofencing
import SQLite

/// What is forgotten: its numbers stay taken, so that listeners pass over them.
extension NoticeStore {
    /// In SQL, whether a row of `notice` is forgotten. Nobody reads it then, although it may not have
    /// been overwritten yet.
    static let isForgotten = """
        (device IS '' OR EXISTS (SELECT 1 FROM forgetting
            WHERE forgetting.device IS notice.device AND notice.sequence <= forgetting.last))
        """

    /// Forgets the notices up to `last` that name one of `devices`, and all positions of these, all
    /// or nothing. The own source stays a device.
    func forget(_ devices: Set<DeviceID?>, upTo last: Int) throws {
        try sync(true)
        try connection.transaction {
            for device in devices {
                try connection.run(
                    "INSERT INTO forgetting (device, last) VALUES (:device, :last)",
                    ["device": SQLValue(device?.description), "last": SQLValue(last)])
                guard let device else { continue }
                try connection.run(
                    """
                    DELETE FROM position
                    WHERE device = (SELECT number FROM device WHERE id = :id)
                    """, ["id": .text(device.description)])
                if devices.contains(nil) { continue }
                try connection.run(
                    "DELETE FROM device WHERE id = :id", ["id": .text(device.description)])
            }
        }
    }

    /// Up to where `forgetting` is to be worked off; `nil` if nothing is being forgotten.
    func unfinishedForgetting() throws -> Int64? {
        try connection.integer("SELECT max(rowid) FROM forgetting")
    }

    /// Overwrites notices that are forgotten, at most so many. Returns whether there were any.
    func overwriteForgotten(most: Int) throws -> Bool {
        try sync(true)
        // The day is what is needed to remove the row in its time.
        return try connection.run(
            """
            UPDATE notice SET device = '', transition = '', kind = '', line = '',
                recorded = recorded - recorded % 86400000, time = recorded - recorded % 86400000
            WHERE sequence IN (
                SELECT notice.sequence FROM forgetting
                CROSS JOIN notice INDEXED BY notice_of_device
                    ON notice.device IS forgetting.device AND notice.sequence <= forgetting.last
                LIMIT :most)
            """, ["most": SQLValue(most)]) > 0
    }

    /// Overwrites what may be left of them in `pages` and in the write-ahead log. Throws `busy` while
    /// somebody reads that; `false` if there are no more pages.
    func overwriteGaps(in pages: Range<Int>) throws -> Bool {
        guard try connection.emptyWAL() else { throw SQLiteError.busy(path) }
        return try connection.overwriteGaps(in: pages)
    }

    /// What was being forgotten up to this row of `forgetting` is gone.
    func finishForgetting(upTo row: Int64) throws {
        try connection.run(
            "DELETE FROM forgetting WHERE rowid <= :row", ["row": .integer(row)])
        _ = try connection.emptyWAL()
    }
}
