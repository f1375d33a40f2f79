import SQLite

/// Which of two sources counts where both have the same place. The earlier cases come first.
package enum SourceRank: Int, Comparable, Sendable {
    /// Somebody has added the place here.
    case own
    case imported
    /// It is asked for cell by cell.
    case cells

    package static func < (one: SourceRank, other: SourceRank) -> Bool {
        one.rawValue < other.rawValue
    }
}

extension PlaceStore {
    /// Of those sources that were not imported as a whole; all others are `imported`.
    package func sourceRanks() throws -> [String: SourceRank] {
        let cells = try connection.rows(
            "SELECT DISTINCT source FROM edition WHERE files = :files",
            ["files": .text(CellUpdate.files)]
        ) { $0.text(0) ?? "" }
        return Dictionary(uniqueKeysWithValues: cells.map { ($0, .cells) })
            .merging([ImportSource.own: .own]) { $1 }
    }
}
