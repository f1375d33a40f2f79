import Geofencing
import SQLite

/// Devices, and the positions of them that are kept.
extension NoticeStore {
    private static let setUp = "number, id, name, follows, max_accuracy"
    private static let known = "memory, inside, regions, accepted, dropped"
    private static let fix = "time, lat, lon, accuracy, speed, track, altitude"

    /// `nil` if there is none.
    func device(_ id: DeviceID) throws -> StoredDevice? {
        let statement = try connection.kept(
            "SELECT \(Self.setUp), \(Self.known), \(Self.fix) FROM device WHERE id = ? AND NOT removed"
        )
        statement.bind(1, id.description)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        var stored = Self.stored(statement)
        stored.lastKept = try lastKept(of: statement.integer(0))
        return stored
    }

    private func lastKept(of number: Int64) throws -> Fix? {
        let statement = try connection.kept(
            "SELECT \(Self.fix) FROM position WHERE device = ? ORDER BY time DESC LIMIT 1")
        statement.bind(1, number)
        defer { statement.reset() }
        return try statement.step() ? Self.fix(statement, from: 0) : nil
    }

    /// The devices after `id`, in the order of their ids, at most `limit`, without what was kept.
    func devices(after id: String, limit: Int) throws -> [StoredDevice] {
        let statement = try connection.kept(
            """
            SELECT \(Self.setUp), NULL, inside, regions, accepted, dropped, \(Self.fix)
            FROM device WHERE id > ? AND NOT removed ORDER BY id LIMIT ?
            """)
        statement.bind(1, id)
        statement.bind(2, Int64(limit))
        defer { statement.reset() }
        var devices: [StoredDevice] = []
        while try statement.step() { devices.append(Self.stored(statement)) }
        return devices
    }

    private static func stored(_ row: Statement) -> StoredDevice {
        var device = Device(DeviceID(row.text(1) ?? "") ?? DeviceID(fitting: ""))
        device.name = row.text(2)
        device.follows = Set(
            (row.text(3) ?? "").split(separator: " ").compactMap {
                Audience(String($0))
            })
        device.maxAccuracy = row.realIfAny(4)
        var stored = StoredDevice(device)
        guard let inside = row.text(6) else { return stored }
        var state = DeviceState(memory: row.bytes(5))
        state.inside = inside.split(separator: "\n").map { String($0) }
        state.regions = row.integerIfAny(7).map { RegionsVersion(number: $0) }
        state.counts = FixCounts(accepted: Int(row.integer(8)), dropped: row.text(9) ?? "")
        state.position = row.integerIfAny(10) == nil ? nil : Self.fix(row, from: 10)
        stored.state = state
        return stored
    }

    /// The columns of `fix`, beginning with this one.
    private static func fix(_ row: Statement, from column: Int32) -> Fix {
        var fix = Fix(
            time: Timestamp(milliseconds: row.integer(column)),
            coordinate: Coordinate(
                latitude: row.real(column + 1), longitude: row.real(column + 2)))
        fix.accuracy = row.realIfAny(column + 3)
        fix.speed = row.realIfAny(column + 4)
        fix.track = row.realIfAny(column + 5)
        fix.altitude = row.realIfAny(column + 6)
        return fix
    }

    /// How many there are besides `own`.
    func deviceCount(without own: DeviceID?) throws -> Int {
        Int(
            try connection.integer(
                "SELECT count(*) FROM device WHERE id <> :own AND NOT removed",
                ["own": .text(own?.description ?? "")]) ?? 0)
    }

    /// Adds the device, or changes how it is set up.
    func set(_ device: Device) throws {
        try sync(true)
        try connection.run(
            """
            INSERT INTO device (id, name, follows, max_accuracy)
            VALUES (:id, :name, :follows, :accuracy)
            ON CONFLICT (id) DO UPDATE SET
                name = excluded.name, follows = excluded.follows,
                max_accuracy = excluded.max_accuracy, removed = 0
            """,
            [
                "id": .text(device.id.description), "name": SQLValue(device.name),
                "follows": .text(device.follows.sorted().map(\.description).joined(separator: " ")),
                "accuracy": SQLValue(device.maxAccuracy),
            ])
    }

    /// Whether it is there; `removed`: or has been, and there are positions or notices of it.
    func has(_ id: DeviceID, removed: Bool) throws -> Bool {
        try connection.integer(
            """
            SELECT EXISTS (SELECT 1 FROM device WHERE id = :id AND (:removed OR NOT removed))
                OR :removed AND EXISTS (SELECT 1 FROM notice WHERE device = :id)
            """,
            ["id": .text(id.description), "removed": .integer(removed ? 1 : 0)]) == 1
    }

    /// Takes the device out; the positions that were kept stay as long as all do.
    func remove(_ id: DeviceID) throws {
        try sync(true)
        try connection.run(
            """
            UPDATE device SET removed = 1, name = NULL, follows = '', max_accuracy = NULL,
                memory = NULL, inside = NULL, regions = NULL, accepted = 0, dropped = '',
                time = NULL, lat = NULL, lon = NULL, accuracy = NULL, speed = NULL, track = NULL,
                altitude = NULL
            WHERE id = :id
            """, ["id": .text(id.description)])
    }

    // MARK: Writing, within a transaction

    func write(_ update: DeviceUpdate, at now: Timestamp) throws {
        let statement = try connection.kept(
            """
            UPDATE device SET memory = ?2, inside = ?3, regions = ?4, accepted = ?5, dropped = ?6,
                time = ?7, lat = ?8, lon = ?9, accuracy = ?10, speed = ?11, track = ?12,
                altitude = ?13
            WHERE id = ?1 AND NOT removed RETURNING number
            """)
        let state = update.state
        statement.bind(1, update.device.description)
        statement.bind(2, state.memory)
        statement.bind(3, state.inside.joined(separator: "\n"))
        statement.bind(4, SQLValue(state.regions?.number))
        statement.bind(5, Int64(state.counts.accepted))
        statement.bind(6, state.counts.droppedInWords)
        bind(state.position, to: statement, from: 7)
        guard try statement.step() else {
            // It was in a database that could not be read.
            statement.reset()
            try set(Device(update.device))
            return try write(update, at: now)
        }
        let number = statement.integer(0)
        statement.reset()
        try keep(update.kept, of: number, at: now)
        for fix in update.late where try isApart(fix, of: number) {
            try keep([fix], of: number, at: now)
        }
    }

    /// Whether the position is far enough from those that are kept of before and after it.
    private func isApart(_ fix: Fix, of number: Int64) throws -> Bool {
        let before = "time <= ? ORDER BY time DESC"
        return try [before, "time >= ? ORDER BY time"].allSatisfy { filter in
            let statement = try connection.kept(
                "SELECT \(Self.fix) FROM position WHERE device = ? AND \(filter) LIMIT 1")
            statement.bind(1, number)
            statement.bind(2, fix.time.milliseconds)
            defer { statement.reset() }
            var thinning = PositionThinning(
                after: try statement.step() ? Self.fix(statement, from: 0) : nil)
            return thinning.keeps(fix)
        }
    }

    /// Keeps positions of the daemon's own source, which gets a row with the first.
    func keep(_ fixes: [Fix], ofOwn own: DeviceID, at now: Timestamp) throws {
        try connection.run(
            "INSERT OR IGNORE INTO device (id, follows) VALUES (:id, 'everyone')",
            ["id": .text(own.description)])
        let number = try connection.integer(
            "SELECT number FROM device WHERE id = :id", ["id": .text(own.description)])
        try keep(fixes, of: number ?? 0, at: now)
    }

    private func keep(_ fixes: [Fix], of number: Int64, at now: Timestamp) throws {
        let statement = try connection.kept(
            """
            INSERT OR REPLACE INTO position (device, recorded, \(Self.fix))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for fix in fixes {
            statement.bind(1, number)
            statement.bind(2, now.milliseconds)
            bind(fix, to: statement, from: 3)
            try statement.run()
        }
    }

    private func bind(_ fix: Fix?, to statement: Statement, from column: Int32) {
        statement.bind(column, SQLValue(fix?.time.milliseconds))
        let numbers = [
            fix?.coordinate.latitude, fix?.coordinate.longitude, fix?.accuracy, fix?.speed,
            fix?.track, fix?.altitude,
        ]
        for (i, number) in numbers.enumerated() {
            statement.bind(column + 1 + Int32(i), SQLValue(number))
        }
    }

    // MARK: Positions

    /// The positions of a device that are kept, from `since` on and before `until`, those after
    /// `after` only, in the order of time, at most `limit`.
    func positions(
        of id: DeviceID, since: Timestamp, until: Timestamp, limit: Int
    ) throws -> [Fix] {
        try connection.rows(
            """
            SELECT \(Self.fix) FROM position
            WHERE device = (SELECT number FROM device WHERE id = :id)
                AND time >= :since AND time < :until
            ORDER BY time LIMIT :limit
            """,
            [
                "id": .text(id.description), "since": .integer(since.milliseconds),
                "until": .integer(until.milliseconds), "limit": SQLValue(limit),
            ]
        ) { Self.fix($0, from: 0) }
    }

    /// Removes positions that were written down before `time`, at most `most`. Returns how many.
    func prunePositions(before time: Timestamp, most: Int) throws -> Int {
        try connection.run(
            """
            DELETE FROM device WHERE removed
                AND NOT EXISTS (SELECT 1 FROM position WHERE position.device = device.number)
            """)
        return try connection.run(
            """
            DELETE FROM position WHERE (device, time) IN (
                SELECT device, time FROM position WHERE recorded < :time LIMIT :most)
            """, ["time": .integer(time.milliseconds), "most": SQLValue(most)])
    }

    /// Takes over the devices of another database, as far as they can be read.
    func adoptDevices(from path: String) throws {
        guard let other = try? NoticeStore(reading: path) else { return }
        var last = ""
        while let devices = try? other.devices(after: last, limit: 256), !devices.isEmpty {
            try connection.transaction {
                for stored in devices {
                    try set(stored.device)
                    guard let whole = try? other.device(stored.device.id), let state = whole.state
                    else { continue }
                    try write(
                        DeviceUpdate(
                            device: stored.device.id, transitions: [], state: state, kept: []),
                        at: Timestamp(milliseconds: 0))
                }
            }
            last = devices[devices.count - 1].device.id.description
        }
    }
}

extension FixCounts {
    /// As in `accuracy=3 jump=1`.
    fileprivate var droppedInWords: String {
        dropped.map { "\($0.reason.name)=\($0.count)" }.joined(separator: " ")
    }

    fileprivate init(accepted: Int, dropped text: String) {
        var dropped: [DropReason: Int] = [:]
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let count = Int(parts[1]),
                let reason = DropReason.allCases.first(where: { $0.name == parts[0] })
            else { continue }
            dropped[reason] = count
        }
        self.init(accepted: accepted, dropped: dropped)
    }
}
