import Posix
import SQLite

/// The places of the last import, which are in a file of their own.
extension PlaceStore {
    /// What SQL calls the file of imported places.
    static let imported = "imported"

    /// Reads what the last import has left.
    func followImports() throws {
        while let path {
            let number = try PlaceFile.number(in: connection)
            if number == file?.number { return }
            if file != nil { try connection.detach(Self.imported) }
            file = nil
            guard let number else { return }
            let next = PlaceFile(database: path, number: number)
            do {
                try connection.attach(
                    next.path, as: Self.imported, application: PlaceSchema.importedApplication)
                try connection.execute(
                    "PRAGMA \(Self.imported).cache_size = -\(Self.cacheSize)")
                file = next
                return
            } catch {
                // Unless another import was done meanwhile.
                guard try PlaceFile.number(in: connection) == number else { continue }
                throw InputFile.exists(next.path) ? error : PlacesGone(file: next.path)
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
        try path == nil || PlaceFile.number(in: connection) == file?.number ? body(self) : nil
    }
}
