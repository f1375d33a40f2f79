import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

struct AddFavourites: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds favourites: all of them, or none.",
        discussion: """
            A text is a brand in any spelling, a Wikidata id, a category (amenity=cafe, cafés, \
            supermarkt), a name, or the id of a place. What can be two of these is taken for the \
            first; --brand, --name and --category say which.

            EXAMPLES:
              geofencectl favourites add Starbucks Q38076 supermarkt osm/node/123
              geofencectl favourites add --name "Café de Flore" --radius 500
            """)

    @Argument(
        help: ArgumentHelp("What to be told about.", valueName: "text"),
        completion: Completion.wanted)
    var texts: [String]

    @Flag(help: "Take the texts for just this, whatever they look like.")
    var reading: Reading?

    @Option(
        help: ArgumentHelp(
            "How far around each place; the configuration's radius if left out.",
            valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Whom to tell, as in everyone or person/anna. (default: own, the daemon's own source)",
            valueName: "audience"),
        transform: { try Audience($0, of: "--audience") })
    var audience: Audience?

    @Flag(help: "Print the favourites as one JSON array.")
    var json = false

    @OptionGroup var options: AccessOptions

    enum Reading: String, EnumerableFlag {
        case brand, name, category, place, wikidata
    }

    func validate() throws {
        do {
            _ = try radius.map { try Limits.radius($0) }
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    func run() async throws {
        let access = try options.access(isReading: false)
        var output = StandardOutput()
        do {
            var favourites: [Favourite] = []
            for added in try await access.add(Favourite.self, all: texts.map(draft)) {
                let (favourite, what) = try await access.widened(added, to: radius)
                favourites.append(favourite)
                if !json { output.write(line: "\(what) favourite \(favourite.words)") }
            }
            if json { try output.write(json: favourites) }
        } catch let refused as RefusedDrafts {
            for (index, refusal) in refused.inOrder where texts.indices.contains(index) {
                StandardError.write(line: "Error: \(words(of: refusal, for: texts[index]))")
            }
            if texts.count > 1 { StandardError.write(line: "nothing was added") }
            throw ExitCode.failure
        }
        _ = try output.flushUnlessGone()
    }

    /// The message of a refusal. Most refusals name the text themselves; otherwise it is put in
    /// front.
    private func words(of refusal: Refusal, for text: String) -> String {
        guard refusal.subject == "text" || refusal.subject == reading?.rawValue else {
            return "\(refusal)"
        }
        return refusal.words.contains(text.quoted)
            ? refusal.words : "\(text.quoted): \(refusal.words)"
    }

    private func draft(_ text: String) -> Favourite.Draft {
        var draft = Favourite.Draft()
        draft.radius = Patch(radius)
        draft.audience = Patch(audience)
        switch reading {
        case .brand: draft.brand = text
        case .name: draft.name = text
        case .category: draft.category = text
        case .place: draft.place = text
        case .wikidata: draft.wikidata = text
        case nil: draft.text = text
        }
        return draft
    }
}

struct EditFavourites: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a favourite, and leaves the rest of it.",
        discussion: """
            EXAMPLES:
              geofencectl favourites edit 3 --radius 100
              geofencectl favourites edit Starbucks --audience everyone
            """)

    @Argument(
        help: ArgumentHelp("The number of the favourite, or what it is.", valueName: "text"),
        completion: Completion.favourite)
    var text: String

    @Option(help: ArgumentHelp("How far around each place.", valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp("Whom to tell, as in everyone or person/anna.", valueName: "audience"),
        transform: { try Audience($0, of: "--audience") })
    var audience: Audience?

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(help: "Print the favourite as one JSON object.")
    var json = false

    @OptionGroup var options: AccessOptions

    enum Field: String, ExpressibleByArgument, CaseIterable { case audience, radius }

    func run() async throws {
        var draft = Favourite.Draft()
        draft.radius = Patch(try radius.map { try Limits.radius($0) })
        draft.audience = Patch(audience)
        if without.contains(.radius) { draft.radius = .null }
        if without.contains(.audience) { draft.audience = .null }
        if draft == Favourite.Draft() { throw ValidationError.nothingToChange }
        let access = try options.access(isReading: false)
        let favourite = try await access.favourites([text])[0]
        let changed = try await access.change(Favourite.self, favourite.id, to: draft)
        try StandardOutput.show(changed, json: json, or: ["changed favourite \(changed.words)"])
    }
}

struct RemoveFavourites: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes favourites.",
        discussion: """
            EXAMPLES:
              geofencectl favourites remove 3
              geofencectl favourites remove Starbucks amenity=library
            """)

    @Argument(
        help: ArgumentHelp("The numbers of the favourites, or what they are.", valueName: "text"),
        completion: Completion.favourite)
    var texts: [String]

    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @OptionGroup var options: AccessOptions

    func run() async throws {
        let access = try options.access(isReading: false)
        var output = StandardOutput()
        for favourite in try await access.favourites(texts) {
            try await access.remove(Favourite.self, favourite.id)
            try output.write(
                removed: favourite.id, json: json,
                "favourite \(favourite.id): \(favourite.name.visible)")
        }
        _ = try output.flushUnlessGone()
    }
}

extension Access {
    /// The favourites that are meant, each once. All texts must be understood before anything
    /// happens to one.
    fileprivate func favourites(_ texts: [String]) async throws -> [Favourite] {
        let favourites = try await items(Favourite.self, Favourite.Filter())
        var meant: [Favourite] = []
        for text in texts {
            let favourite = try favourite(text, of: favourites)
            if !meant.contains(where: { $0.id == favourite.id }) { meant.append(favourite) }
        }
        return meant
    }

    private func favourite(_ text: String, of favourites: [Favourite]) throws -> Favourite {
        if let known = favourites.first(where: { "\($0.id)" == text }) { return known }
        let meant = favourites.filter { $0.isMeant(by: text) }
        guard let only = meant.first else {
            throw Refusal(
                .notFound, text.quoted,
                "is not a favourite: see geofencectl favourites list")
        }
        guard meant.count == 1 else {
            throw Refusal(
                .conflict, text.quoted, "can be any of these: give its number",
                details: meant.map(\.words))
        }
        return only
    }
}

extension Access {
    /// Gives a favourite that was there already the radius that is asked for; also returns what
    /// became of it. `radius`: `nil` leaves it.
    func widened(
        _ added: Added<Favourite>, to radius: Double?
    ) async throws -> (favourite: Favourite, what: String) {
        guard added.wasThere else { return (added.item, "added") }
        guard let radius, radius != added.item.radius else { return (added.item, "there already:") }
        var draft = Favourite.Draft()
        draft.radius = .value(radius)
        return (try await change(Favourite.self, added.item.id, to: draft), "changed")
    }
}
