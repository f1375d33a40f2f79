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
                    """
                    INSERT INTO forgetting (device, number, last)
                    VALUES (:id, (SELECT number FROM device WHERE id = :id), :last)
                    """, ["id": SQLValue(device?.description), "last": SQLValue(last)])
                // The positions are nobody's then.
                try connection.run(
                    devices.contains(nil) ? Self.renumber : "DELETE FROM device WHERE id = :id",
                    ["id": SQLValue(device?.description)])
            }
        }
    }

    /// Gives a device a number that none has had.
    private static let renumber = """
        UPDATE device SET number = 1 + max(
            (SELECT max(number) FROM device),
            (SELECT seq FROM sqlite_sequence WHERE name = 'device'))
        WHERE id = :id
        """

    /// Up to where `forgetting` is to be worked off; `nil` if nothing is being forgotten.
    func unfinishedForgetting() throws -> Int64? {
        try connection.integer("SELECT max(rowid) FROM forgetting")
    }

    /// Overwrites notices and positions that are forgotten, at most so many of each. Returns whether
    /// there were any.
    func overwriteForgotten(most: Int) throws -> Bool {
        try sync(true)
        let positions = try connection.run(
            """
            DELETE FROM position WHERE (device, time) IN (
                SELECT position.device, position.time FROM forgetting
                CROSS JOIN position ON position.device = forgetting.number LIMIT :most)
            """, ["most": SQLValue(most)])
        // The day is what is needed to remove the row in its time.
        let notices = try connection.run(
            """
            UPDATE notice SET device = '', transition = '', kind = '', line = '',
                recorded = recorded - recorded % 86400000, time = recorded - recorded % 86400000
            WHERE sequence IN (
                SELECT notice.sequence FROM forgetting
                CROSS JOIN notice INDEXED BY notice_of_device
                    ON notice.device IS forgetting.device AND notice.sequence <= forgetting.last
                LIMIT :most)
            """, ["most": SQLValue(most)])
        return try positions + notices + overwriteForgottenExits(most: most) > 0
    }

    /// Overwrites what may be left of them in `pages` and in the write-ahead log. Throws `busy` while
    /// somebody else uses that; `false` if there are no more pages.
    func overwriteGaps(in pages: Range<Int>) throws -> Bool {
        guard let goesOn = try connection.overwriteGaps(in: pages) else {
            throw SQLiteError.busy(path)
        }
        return goesOn
    }

    /// What was being forgotten up to this row of `forgetting` is gone.
    func finishForgetting(upTo row: Int64) throws {
        try connection.run(
            "DELETE FROM forgetting WHERE rowid <= :row", ["row": .integer(row)])
        _ = try connection.emptyWAL()
    }
}
