import Posix
import SQLite

/// The places of the last import, which are in a file of their own.
extension PlaceStore {
    /// What SQL calls the file of imported places.
    static let imported = "imported"

    /// Reads what the last import has left.
    func followImports() throws {
        while let path {
            let current = try PlaceFile.current(of: path, in: connection)
            if current == file { return }
            if file != nil { try connection.detach(Self.imported) }
            file = nil
            guard let current else { return }
            do {
                try connection.attach(
                    current.path, as: Self.imported, application: PlaceSchema.importedApplication)
                try connection.execute(
                    "PRAGMA \(Self.imported).cache_size = -\(Self.cacheSize)")
                file = current
                return
            } catch {
                // Unless another import was done meanwhile.
                guard try PlaceFile.current(of: path, in: connection) == current else { continue }
                throw InputFile.exists(current.path) ? error : PlacesGone(file: current.path)
            }
        }
    }

    /// Reads in `body` one state of everything, whatever others write meanwhile; nobody waits.
    func reading<Result>(_ body: (PlaceStore) throws -> Result) throws -> Result {
        while true {
            try followImports()
            if let result = try connection.snapshot({ try ifFollowing(body) }) { return result }
        }
    }

    /// Does all of `body` or nothing.
    func changing<Result>(_ body: (PlaceStore) throws -> Result) throws -> Result {
        while true {
            try followImports()
            if let result = try connection.transaction({ try ifFollowing(body) }) { return result }
        }
    }

    /// `nil` if another import was done since the last was followed.
    private func ifFollowing<Result>(_ body: (PlaceStore) throws -> Result) throws -> Result? {
        let current = try path.flatMap { try PlaceFile.current(of: $0, in: connection) }
        return try current == file ? body(self) : nil
    }
}
