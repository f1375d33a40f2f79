package import Formats
package import Geofencing
import SQLite

/// The places that people add one by one.
extension PlaceStore {
    /// In the order of their names.
    package func ownPlaces() throws -> [Place] { try OwnPlaces.all(in: connection) }

    /// Makes the changes of `body`, all or none; at once, they are found as other places are.
    ///
    /// The file of imported places and the database change together: SQLite commits the first
    /// before the second, and a crash between the two is mended by `mendOwnPlaces`.
    package func changeOwnPlaces<Result>(_ body: (OwnPlaces) throws -> Result) throws -> Result {
        while true {
            try followImports()
            let changed = try withOwnPlaces { connection in
                try connection.transaction { () -> Result? in
                    let current = try path.flatMap {
                        try PlaceFile.current(of: $0, in: connection)
                    }
                    guard current == file else { return nil }
                    let own = OwnPlaces(connection: connection)
                    let result = try body(own)
                    try OwnPlaceCopy(connection: connection).set(own.all())
                    return result
                }
            }
            if let changed { return changed }
        }
    }

    /// Calls `body` with a connection that may write both the own places and the tables of all.
    private func withOwnPlaces<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        guard let file, let path else { return try body(connection) }
        let both = try Connection(path: file.path, mode: .readWrite)
        try both.attach(
            path, as: "database", application: PlaceSchema.application, access: .readWrite)
        return try body(both)
    }

    /// Brings the copy up to date, if the daemon or the power has gone in the middle of a change.
    func mendOwnPlaces() throws {
        let isRight = try reading {
            try OwnPlaceCopy(connection: $0.connection).has($0.ownPlaces())
        }
        if !isRight { try changeOwnPlaces { _ in } }
    }
}

extension PlaceDatabase {
    /// Makes the changes of `body`, all or none, as `change` does. `body` gets the store to look
    /// things up in before it changes anything.
    package func changeOwnPlaces<Result: Sendable>(
        _ body: @escaping @Sendable (PlaceStore) throws -> Result
    ) async throws -> Result {
        try await change(isTransaction: false, body)
    }
}

extension PlaceStore {
    /// The own places as they are shown, in the order of their names; the rest is as in `show`.
    package func showOwnPlaces(from position: Coordinate?, at moment: LocalMoment) throws
        -> [PlaceResult]
    {
        try ownPlaces().map { PlaceResult($0, near: position, at: moment) }
    }
}
