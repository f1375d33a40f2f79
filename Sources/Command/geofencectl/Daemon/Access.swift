import APIClient
import ArgumentParser
import Formats
import Geofencing
import Glibc
import Interests
import Places
import Posix
import Settings

/// Options of the commands about favourites, deals and places: the daemon, or a file.
struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this file of places instead of the running daemon.", valueName: "file"))
    var database: String?

    @OptionGroup var daemon: DaemonOptions

    /// `isReading`: nothing will be changed.
    func access(isReading: Bool) throws -> Access {
        if let database {
            return .database(
                try PlaceDatabase(isReading ? .readOnly(database) : .file(database)))
        }
        return .daemon(try daemon.daemon())
    }
}

extension Configuration {
    /// The settings of the file at `path`, or of the one at the usual path, or the defaults if
    /// there is none.
    static func load(orDefault path: String?) throws -> Configuration {
        let file = path ?? defaultPath
        guard path != nil || InputFile.exists(file) else { return Configuration() }
        return try load(path: file)
    }
}

/// Where favourites, deals and places are: in the daemon, or in a file that is used without it.
enum Access: Sendable {
    case daemon(APIClient)
    case database(PlaceDatabase)
}

extension Caller {
    /// The account that runs this program.
    fileprivate static var here: Caller { Caller(account: Account(uid: getuid()), now: .now) }

    fileprivate var moment: LocalMoment { LocalMoment(hereAt: now) }
}

extension Access {
    /// What the daemon answers, or what `body` finds in the file.
    private func read<Answer: Decodable & Sendable>(
        _ path: String, _ query: [(name: String, value: String)] = [],
        _ body: @Sendable (PlaceStore, Caller) throws -> Answer
    ) async throws -> Answer {
        switch self {
        case .daemon(let daemon): try await daemon.get(path, query)
        case .database(let database): try await database.with { try body($0, .here) }
        }
    }

    /// As `read`, of what the daemon answers the list that is called `name`.
    private func list<Item: Decodable & Sendable>(
        _ name: String, _ path: String, _ query: [(name: String, value: String)] = [],
        _ body: @Sendable (PlaceStore, Caller) throws -> [Item]
    ) async throws -> [Item] {
        try await read(path, query) { [name: try body($0, $1)] }[name] ?? []
    }

    /// As `read`, but something is changed.
    private func write<Answer: Decodable & Sendable>(
        _ method: APIClient.Method, _ path: String, _ draft: some Encodable,
        _ body: @escaping @Sendable (PlaceStore, Caller) throws -> Answer
    ) async throws -> Answer {
        switch self {
        case .daemon(let daemon): try await daemon.send(method, path, draft).answer
        case .database(let database): try await database.change { try body($0, .here) }
        }
    }
}

// MARK: - Favourites, deals and the like

extension RegionKind {
    /// The path of all items of the kind, or of one.
    fileprivate static func path(_ id: Int64? = nil) -> String {
        "/v1/\(collection)" + (id.map { "/\($0)" } ?? "")
    }
}

extension Access {
    func items<Kind: RegionKind>(
        _ kind: Kind.Type, _ filter: Kind.Filter
    ) async throws -> [Kind.Item] {
        try await list(kind.collection, kind.path(), filter.query) {
            try kind.items(filter, for: $1, in: $0)
        }
    }

    func item<Kind: RegionKind>(_ kind: Kind.Type, _ id: Int64) async throws -> Kind.Item {
        try await read(kind.path(id)) { try kind.item(id, for: $1, in: $0) }
    }

    /// Adds all drafts, or none and throws `RefusedDrafts`.
    func add<Kind: RegionKind>(
        _ kind: Kind.Type, all drafts: [Kind.Draft]
    ) async throws -> [Added<Kind.Item>] {
        let drafts = try Drafts(drafts)
        switch self {
        case .daemon(let daemon):
            do {
                return try await daemon.send(
                    .post, kind.path(), drafts, as: [Added<Kind.Item>].self
                ).answer
            } catch APIError.refused(let refusal) {
                throw RefusedDrafts(refusal) ?? APIError.refused(refusal)
            }
        case .database(let database):
            return try await database.change { try kind.add(drafts, for: .here, in: $0) }
        }
    }

    func add<Kind: RegionKind>(
        _ kind: Kind.Type, _ draft: Kind.Draft
    ) async throws -> Added<Kind.Item> {
        switch self {
        case .daemon(let daemon):
            let (item, isNew) = try await daemon.send(
                .post, kind.path(), draft, as: Kind.Item.self)
            return Added(item, wasThere: !isNew)
        case .database(let database):
            return try await database.change { try kind.add(draft, for: .here, in: $0) }
        }
    }

    func change<Kind: RegionKind>(
        _ kind: Kind.Type, _ id: Int64, to draft: Kind.Draft
    ) async throws -> Kind.Item {
        try await write(.patch, kind.path(id), draft) {
            try kind.change(id, to: draft, for: $1, in: $0)
        }
    }

    func remove<Kind: RegionKind>(_ kind: Kind.Type, _ id: Int64) async throws {
        switch self {
        case .daemon(let daemon): _ = try await daemon.send(.delete, kind.path(id))
        case .database(let database):
            try await database.change { try kind.remove(id, for: .here, in: $0) }
        }
    }

    func perform<Kind: RegionKind>(
        _ action: RegionAction<Kind.Item>, on id: Int64, of kind: Kind.Type, for owner: Owner?
    ) async throws -> Kind.Item {
        try await write(.post, kind.path(id) + "/\(action.name)", ActionRequest(for: owner)) {
            try action.perform(id, $1.acting(for: owner), $0)
        }
    }
}

extension RefusedDrafts {
    /// `nil` if the refusal is not about the drafts of a list.
    fileprivate init?(_ refusal: RefusedRequest) {
        self.init()
        for error in refusal.errors {
            // As in `[2].text`.
            let parts = error.field.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, parts[0].hasPrefix("["), parts[0].hasSuffix("]"),
                let index = Int(parts[0].dropFirst().dropLast())
            else { return nil }
            if refusals[index] == nil {
                refusals[index] = Refusal(.invalid, String(parts[1]), error.detail)
            } else {
                refusals[index]?.details.append(error.detail)
            }
        }
        if refusals.isEmpty { return nil }
    }
}

// MARK: - Places and brands

extension Access {
    func search(_ query: PlaceQuery) async throws -> PlaceMatches {
        try await read("/v1/places", query.query) {
            try $0.search(query, from: $1.position, at: $1.moment)
        }
    }

    /// `near`: where distance and bearing are measured from; `nil`: from the device.
    func place(_ id: String, near: PlaceQuery.Near?) async throws -> PlaceResult {
        try await read("/v1/places/\(id)", near.map { [("near", $0.description)] } ?? []) {
            try $0.show(id, near: near, from: $1.position, at: $1.moment)
        }
    }

    func ownPlaces() async throws -> [PlaceResult] {
        try await list("places", "/v1/places/own") {
            try $0.showOwnPlaces(from: $1.position, at: $1.moment)
        }
    }

    func addPlace(
        _ draft: OwnPlace.Draft
    ) async throws -> (place: PlaceResult, isNew: Bool) {
        switch self {
        case .daemon(let daemon):
            let sent = try await daemon.send(.post, "/v1/places", draft, as: PlaceResult.self)
            return (sent.answer, sent.isNew)
        case .database(let database):
            let (id, isNew) = try await database.changeOwnPlaces {
                try OwnPlace.add(draft, for: .here, in: $0)
            }
            return (try await place(id.description, near: nil), isNew)
        }
    }

    func changePlace(_ id: PlaceID, to draft: OwnPlace.Draft) async throws -> PlaceResult {
        switch self {
        case .daemon(let daemon):
            return try await daemon.send(
                .patch, "/v1/places/\(id)", draft, as: PlaceResult.self
            ).answer
        case .database(let database):
            try await database.changeOwnPlaces {
                try OwnPlace.change(id, to: draft, for: .here, in: $0)
            }
            return try await place(id.description, near: nil)
        }
    }

    func removePlace(_ id: PlaceID) async throws {
        switch self {
        case .daemon(let daemon): _ = try await daemon.send(.delete, "/v1/places/\(id)")
        case .database(let database):
            try await database.changeOwnPlaces { try OwnPlace.remove(id, in: $0) }
        }
    }

    func catalogue(_ query: CatalogueQuery) async throws -> [CatalogueEntry] {
        try await list("brands", "/v1/catalogue", query.query) {
            try $0.catalogue(query, from: $1.position)
        }
    }
}

extension Timestamp {
    /// By the system's clock.
    static var now: Timestamp { Timestamp(milliseconds: systemMilliseconds()) }
}
