/// A table of a database, for statements that say nothing but which columns are what.
package struct Table {
    fileprivate let connection: Connection
    let name: String

    /// Adds a row, and returns its id. Columns that are not said have their default.
    @discardableResult
    package func insert(_ columns: [String: SQLValue]) throws(SQLiteError) -> Int64 {
        try add(columns, "INSERT")
        return connection.lastRow
    }

    /// As `insert`, in the place of the row with the same key, if there is one.
    package func replace(_ columns: [String: SQLValue]) throws(SQLiteError) {
        try add(columns, "INSERT OR REPLACE")
    }

    private func add(_ columns: [String: SQLValue], _ verb: String) throws(SQLiteError) {
        let names = columns.keys.sorted()
        let places = names.map { ":\($0)" }.joined(separator: ", ")
        try run(
            "\(verb) INTO \"\(name)\" (\(names.joined(separator: ", "))) VALUES (\(places))", names,
            columns)
    }

    /// Changes these columns of the row whose `id` is among them.
    package func update(_ columns: [String: SQLValue]) throws(SQLiteError) {
        let names = columns.keys.filter { $0 != "id" }.sorted()
        let changes = names.map { "\($0) = :\($0)" }.joined(separator: ", ")
        try run("UPDATE \"\(name)\" SET \(changes) WHERE id = :id", names + ["id"], columns)
    }

    /// Whether there is a row that has these values.
    package func has(_ columns: [String: SQLValue]) throws -> Bool {
        let names = columns.keys.sorted()
        let statement = try connection.kept(
            "SELECT 1 FROM \"\(name)\" WHERE \(condition(names)) LIMIT 1")
        statement.bind(names.map { columns[$0]! })
        defer { statement.reset() }
        return try statement.step()
    }

    private func condition(_ names: [String]) -> String {
        names.map { "\($0) = :\($0)" }.joined(separator: " AND ")
    }

    /// Removes the rows that have these values, and returns how many there were.
    @discardableResult
    package func remove(_ columns: [String: SQLValue]) throws(SQLiteError) -> Int {
        let names = columns.keys.sorted()
        try run("DELETE FROM \"\(name)\" WHERE \(condition(names))", names, columns)
        return connection.changes
    }

    private func run(
        _ sql: String, _ names: [String], _ columns: [String: SQLValue]
    ) throws(SQLiteError) {
        let statement = try connection.kept(sql)
        statement.bind(names.map { columns[$0]! })
        try statement.run()
    }
}

extension Connection {
    package func table(_ name: String) -> Table { Table(connection: self, name: name) }
}
