package import Geofencing
package import Places
package import SQLite

/// What people can ask to be told about: add a kind by writing one file and naming it here.
package enum RegionKinds {
    package static let all: [any RegionKind.Type] = [Favourite.self, Deal.self]
}

/// Something that is kept in the database and makes regions, as favourites and deals do.
///
/// The database, the control socket with its description, and the tracker know kinds by this alone.
package protocol RegionKind: Sendable {
    /// As it is shown: in the API, and by `--json`.
    associatedtype Item: Codable & Identifiable & Sendable where Item.ID == Int64
    /// What is said to add one or to change one; fields may be left out.
    associatedtype Draft: Codable & Sendable
    /// Which are listed.
    associatedtype Filter: RegionFilter

    /// `deal`: the regions' ids begin with it, and notices name it.
    static var name: String { get }
    /// `deals`: where the API has them.
    static var collection: String { get }
    static var schema: Schema { get }

    static func items(_ filter: Filter, for caller: Caller, in store: PlaceStore) throws -> [Item]
    static func item(_ id: Int64, for caller: Caller, in store: PlaceStore) throws -> Item
    static func add(_ draft: Draft, for caller: Caller, in store: PlaceStore) throws -> Added<Item>
    /// Changes what the draft says, and leaves the rest.
    static func change(
        _ id: Int64, to draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Item
    static func remove(_ id: Int64, for caller: Caller, in store: PlaceStore) throws

    /// What can be done to one besides, by the word that the API has for it.
    static var actions: [RegionAction<Item>] { get }

    /// Those whose circle comes within `reach` metres of `center`; also those whose time is still
    /// to come, with their window. `radius`: of those that have none of their own.
    static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        in store: PlaceStore
    ) throws -> [Region]
    /// When one starts or ends next; `nil` if never.
    static func nextChange(after time: Timestamp, in store: PlaceStore) throws -> Timestamp?

    /// JSON Schemas (OpenAPI 3.1) of an item and of a draft, and the parameters of the list.
    static var description: RegionKindDescription { get }
}

extension RegionKind {
    package static var actions: [RegionAction<Item>] { [] }

    package static func nextChange(
        after time: Timestamp, in store: PlaceStore
    ) throws -> Timestamp? { nil }
}

/// As in `deals reserve 42`, `POST /v1/deals/42/reserve`.
package struct RegionAction<Item: Sendable>: Sendable {
    package var name: String
    /// A sentence, for the API's description.
    package var summary: String
    package var perform: @Sendable (Int64, Caller, PlaceStore) throws -> Item

    package init(
        name: String, summary: String,
        perform: @escaping @Sendable (Int64, Caller, PlaceStore) throws -> Item
    ) {
        self.name = name
        self.summary = summary
        self.perform = perform
    }
}

/// What a list was asked for, as the query of an address.
package protocol RegionFilter: Sendable {
    /// Throws a `Refusal` for a value that makes no sense. Names that are not among the parameters
    /// of the description are refused before.
    init(query: [String: String]) throws
    var query: [(name: String, value: String)] { get }
}

package struct Added<Item: Sendable>: Sendable {
    package var item: Item
    /// It was there before, and nothing has changed.
    package var wasThere: Bool

    package init(_ item: Item, wasThere: Bool = false) {
        self.item = item
        self.wasThere = wasThere
    }
}

extension Added: Codable where Item: Codable {
    private enum CodingKeys: String, CodingKey {
        case item
        case wasThere = "was_there"
    }
}

package struct RegionKindDescription: Sendable {
    /// JSON.
    package var item: String
    /// JSON.
    package var draft: String
    /// JSON: an array of OpenAPI parameters.
    package var filter: String

    package init(item: String, draft: String, filter: String = "[]") {
        self.item = item
        self.draft = draft
        self.filter = filter
    }
}
