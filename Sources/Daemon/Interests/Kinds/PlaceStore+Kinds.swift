package import Places
import SQLite

extension PlaceStore {
    /// Opens the database with the tables of `kinds`; the rest is as in the other initializer.
    package convenience init(
        _ opening: Opening, kinds: [any RegionKind.Type] = RegionKinds.all,
        patience: Duration = Connection.patience, needsPlaces: Bool = true
    ) throws {
        try self.init(
            opening, schemas: RegionKinds.schemas(kinds), patience: patience,
            needsPlaces: needsPlaces)
    }
}

extension PlaceDatabase {
    /// Opens the database with the tables of `kinds`; the rest is as in the other initializer.
    package init(
        _ opening: PlaceStore.Opening, kinds: [any RegionKind.Type] = RegionKinds.all,
        patience: Duration = Connection.patience
    ) throws {
        try self.init(opening, schemas: RegionKinds.schemas(kinds), patience: patience)
    }
}

extension RegionKinds {
    fileprivate static func schemas(_ kinds: [any RegionKind.Type]) -> [Schema] {
        kinds.map { $0.schema } + others.map { $0.schema }
    }
}
