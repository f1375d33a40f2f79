import Posix
import SQLite

/// The places of the last import, which are in a file of their own.
extension PlaceStore {
    /// The name of the file of imported places in SQL.
    static let imported = "imported"

    /// Attaches the file of the last import, if that is not the one in use. Throws `PlacesGone` if
    /// the file is not there.
    func followImports() throws {
        while let path {
            let current = try PlaceFile.current(of: path, in: connection)
            if current == file { return }
            if file != nil { try connection.detach(Self.imported) }
            (file, hasLookUps) = (nil, false)
            guard let current else { return }
            do {
                try connection.attach(
                    current.path, as: Self.imported, application: PlaceSchema.importedApplication,
                    access: isReadOnly ? .readOnly : .readWrite)
                try connection.execute(
                    "PRAGMA \(Self.imported).cache_size = -\(Self.cacheSize)")
                hasLookUps =
                    try connection.integer(
                        """
                        SELECT 1 FROM \(Self.imported).sqlite_schema WHERE name = 'beginning'
                        """) != nil
                file = current
                return
            } catch {
                // If another import has ended meanwhile, its file is tried.
                guard try PlaceFile.current(of: path, in: connection) == current else { continue }
                throw InputFile.exists(current.path) ? error : PlacesGone(file: current.path)
            }
        }
    }

    /// Calls `body` with one state of all tables, whatever others write meanwhile.
    package func reading<Result>(_ body: (PlaceStore) throws -> Result) throws -> Result {
        while true {
            try followImports()
            if let result = try connection.snapshot({ try ifFollowing(body) }) { return result }
        }
    }

    /// Makes the changes of `body`, all or none.
    func changing<Result>(_ body: (PlaceStore) throws -> Result) throws -> Result {
        while true {
            try followImports()
            if let result = try connection.transaction({ try ifFollowing(body) }) { return result }
        }
    }

    /// `nil` if an import has ended since `followImports()`.
    private func ifFollowing<Result>(_ body: (PlaceStore) throws -> Result) throws -> Result? {
        let current = try path.flatMap { try PlaceFile.current(of: $0, in: connection) }
        return try current == file ? body(self) : nil
    }
}
