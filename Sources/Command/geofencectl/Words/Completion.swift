import APIClient
import ArgumentParser
import Interests
import Places
import Posix

/// What a shell offers for a word that is being typed. What only the daemon knows is asked of it;
/// if it is away or slow, nothing is offered, and nothing is said.
enum Completion {
    /// Of places: `amenity=cafe`, `cafe` and everyday words.
    static let category = CompletionKind.custom { _, _, begun in
        Category.knownWords.beginning(like: begun)
    }

    static let brand = CompletionKind.custom { _, _, begun in
        BrandCatalogue.standard.brands.map(\.name).beginning(like: begun)
    }

    /// What can be a favourite.
    static let wanted = CompletionKind.custom { _, _, begun in
        let brands = BrandCatalogue.standard.brands.map(\.name)
        return begun.isEmpty ? [] : (Category.knownWords + brands).beginning(like: begun)
    }

    /// Kinds of regions.
    static let kind = CompletionKind.custom { words, _, begun in
        let daemon = CommandWords(words).daemon
        let description = try? await daemon?.description()
        let kinds = description.map { DescribedKind.all(in: $0).map(\.name) }
        return ((kinds ?? RegionKinds.all.map { $0.name }) + [Interests.Watch.name])
            .beginning(like: begun)
    }

    /// Favourites by name; by number once a digit is typed.
    static let favourite = CompletionKind.custom { words, _, begun in
        let filter = Favourite.Filter()
        let favourites =
            (try? await CommandWords(words).access?.items(Favourite.self, filter)) ?? []
        return (favourites.map(\.name) + favourites.map { "\($0.id)" }).beginning(like: begun)
    }

    /// The numbers of deals.
    static let deal = CompletionKind.custom { words, _, begun in
        await deals(words).map { "\($0.id)" }.beginning(like: begun)
    }

    /// The ids of devices.
    static let device = CompletionKind.custom { words, _, begun in
        let list = try? await CommandWords(words).daemon?.get("/v1/devices", as: AnyJSON.self)
        let devices = list?["devices"]?.elements ?? []
        return devices.compactMap { $0["id"]?.string }.beginning(like: begun)
    }

    static let person = ids(of: "people")
    static let group = ids(of: "groups")
    static let phone = ids(of: "phones")

    /// Of what the gateway lists as `collection`.
    static func ids(of collection: String) -> CompletionKind {
        .custom { words, _, begun in
            await CommandWords(words).ids(collection).beginning(like: begun)
        }
    }

    static let dealCategory = CompletionKind.custom { words, _, begun in
        Set(await deals(words).map(\.category)).sorted().beginning(like: begun)
    }

    /// The names of regions that are watched.
    static let region = CompletionKind.custom { words, _, begun in
        let regions = try? await CommandWords(words).daemon?
            .get("/v1/regions", as: WatchedRegions.self).features
        return (regions ?? []).map(\.properties.name).beginning(like: begun)
    }

    /// The ids of places near the device.
    static let place = CompletionKind.custom { words, _, begun in
        let places = try? await CommandWords(words).access?.search(PlaceQuery()).places
        return (places ?? []).map(\.id).beginning(like: begun)
    }

    /// The ids of one's own places.
    static let ownPlace = CompletionKind.custom { words, _, begun in
        let places = (try? await CommandWords(words).access?.ownPlaces()) ?? []
        return (places.map(\.id) + places.map { String($0.id.dropFirst("own/".count)) })
            .beginning(like: begun)
    }

    private static func deals(_ words: [String]) async -> [Deal] {
        var filter = Deal.Filter()
        filter.all = true
        return (try? await CommandWords(words).access?.items(Deal.self, filter)) ?? []
    }
}

/// A command line that is being typed.
struct CommandWords {
    /// What is asked; `nil` if the options for it are wrong.
    let access: Access?
    let daemon: APIClient?
    private let gateway: APIClient?

    /// A person waits for it after each press of a key.
    private static let patience = Duration.milliseconds(500)

    init(_ words: [String]) {
        func value(of option: String) -> [String] {
            guard let place = words.lastIndex(of: option), place + 1 < words.count else {
                return []
            }
            // Shells hand over words as they were typed.
            return [option, words[place + 1].filter { $0 != "'" && $0 != "\"" }]
        }
        let options = try? AccessOptions.parse(
            ["--socket", "--config", "--database"].flatMap(value))
        daemon = try? options?.daemon.daemon(timeout: Self.patience)
        access =
            options?.database == nil
            ? daemon.map { .daemon($0) } : try? options?.access(isReading: true)
        var socket = value(of: "--gateway-socket")
        // Here, the path says whose it is.
        if words.dropFirst().first == "api" {
            socket += value(of: "--socket").map { $0 == "--socket" ? "--gateway-socket" : $0 }
        }
        let gatewayOptions = try? GatewayOptions.parse(socket)
        gateway = try? gatewayOptions?.gateway(timeout: Self.patience)
    }

    /// What the daemon and the gateway describe.
    func descriptions() async -> [AnyJSON] {
        let ofDaemon = try? await daemon?.description()
        let ofGateway = try? await gateway?.get("/api/openapi.json", as: AnyJSON.self)
        return [ofDaemon, ofGateway].compactMap(\.self)
    }

    /// Of what the gateway lists as `collection`.
    func ids(_ collection: String) async -> [String] {
        let list = try? await gateway?.get("/api/\(collection)", as: AnyJSON.self)
        return (list?[collection]?.elements ?? []).compactMap { $0["id"]?.string }
    }
}

extension [String] {
    /// Those that begin with `text`, once each; in small letters if `text` is, as shells compare
    /// letter by letter.
    func beginning(like text: String) -> [String] {
        let begun = text.filter { $0 != "'" && $0 != "\"" && $0 != "\\" }
        let isSmall = !begun.isEmpty && begun == begun.lowercased()
        var seen: Set<String> = []
        return map { isSmall && !$0.hasPrefix(begun) ? $0.lowercased() : $0 }
            .filter { $0.hasPrefix(begun) && seen.insert($0).inserted }
    }
}
