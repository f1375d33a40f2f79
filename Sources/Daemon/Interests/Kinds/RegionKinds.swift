package import Geofencing
package import Places
package import SQLite

/// What people can want to hear about: add a kind by writing one file and naming it here.
package enum RegionKinds {
    package static let all: [any RegionKind.Type] = [Favourite.self, Deal.self]

    /// What looks up regions besides kinds.
    static let others: [any StoredRegions.Type] = [Watch.self]
}

/// Regions that are made of tables of the database; the regions of the tracker know them by this
/// protocol alone.
package protocol StoredRegions: Sendable {
    /// As in `deal`: the ids of its regions begin with it, and notices name it.
    static var name: String { get }
    /// Its tables, and how they have changed from version to version.
    static var schema: Schema { get }

    /// The regions whose circle comes within `reach` metres of `center`, and whose time is not over
    /// at `time`; those whose time is still to come have their window. `radius`: metres, for those
    /// that have none of their own. `audiences`: who asks; `nil`: regions of all, each with its own.
    static func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, radius: Double,
        for audiences: Set<Audience>?, in store: PlaceStore
    ) throws -> [Region]
    /// When a region starts or ends next; `nil` if none does.
    static func nextChange(after time: Timestamp, in store: PlaceStore) throws -> Timestamp?

    /// Whether several items can lead to one place, and one of those that are for who asks makes
    /// its region. Then the regions for two audiences are not those for the one and for the other.
    static var isOneForPlace: Bool { get }
    /// Those that its items are for; asked only of a kind that is one for each place.
    static func audiences(in store: PlaceStore) throws -> Set<Audience>
}

/// Items that are kept in the database and make regions, as favourites and deals.
///
/// The control socket with its description knows kinds by this protocol alone.
package protocol RegionKind: StoredRegions {
    /// An item as it is shown: in the API, and by `--json`.
    associatedtype Item: Codable & Identifiable & Sendable where Item.ID == Int64
    /// What is said to add an item, or to change one; fields may be left out.
    associatedtype Draft: Codable & Sendable
    /// Which items are listed.
    associatedtype Filter: RegionFilter

    /// As in `deals`: the API has its items at `/v1/deals`.
    static var collection: String { get }
    static func items(_ filter: Filter, for caller: Caller, in store: PlaceStore) throws -> [Item]
    /// Throws a `Refusal` if there is none, as all that take an id do.
    static func item(_ id: Int64, for caller: Caller, in store: PlaceStore) throws -> Item
    /// Throws a `Refusal` if the draft makes no sense.
    static func add(_ draft: Draft, for caller: Caller, in store: PlaceStore) throws -> Added<Item>
    /// Changes what the draft says, and leaves the rest. Throws a `Refusal` if that makes no sense,
    /// or the caller may not do it.
    static func change(
        _ id: Int64, to draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> Item
    static func remove(_ id: Int64, for caller: Caller, in store: PlaceStore) throws

    /// What else can be done to an item.
    static var actions: [RegionAction<Item>] { get }

    /// Its part of the API's description.
    static var description: RegionKindDescription { get }
}

extension RegionKind {
    package static var actions: [RegionAction<Item>] { [] }
}

extension StoredRegions {
    package static func nextChange(
        after time: Timestamp, in store: PlaceStore
    ) throws -> Timestamp? { nil }

    package static var isOneForPlace: Bool { false }
    package static func audiences(in store: PlaceStore) throws -> Set<Audience> { [] }
}

/// Something that can be done to an item, as in `POST /v1/deals/42/reserve`.
package struct RegionAction<Item: Sendable>: Sendable {
    /// The last part of its path.
    package var name: String
    /// A sentence, for the API's description.
    package var summary: String
    /// Does it to the item with this id, and returns the item as it is then. Throws a `Refusal` if
    /// that cannot be done.
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

/// Which items a list is asked for, as the query of an address.
package protocol RegionFilter: Sendable {
    /// Throws a `Refusal` for a value that makes no sense. Names that are not among the parameters
    /// of the description are refused before.
    init(query: [String: String]) throws
    /// The same filter as a query.
    var query: [(name: String, value: String)] { get }
}

/// The answer to a draft.
package struct Added<Item: Sendable>: Sendable {
    package var item: Item
    /// Whether it was there before; then nothing has changed.
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

/// JSON for the API's description (OpenAPI 3.1).
package struct RegionKindDescription: Sendable {
    /// The JSON Schema of an item.
    package var item: String
    /// The JSON Schema of a draft.
    package var draft: String
    /// An array of the list's parameters.
    package var filter: String

    package init(item: String, draft: String, filter: String = "[]") {
        self.item = item
        self.draft = draft
        self.filter = filter
    }
}
