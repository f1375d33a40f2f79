import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

/// Options: what is said of an own place, besides its name and where it is.
struct PlaceFacts: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What it is: amenity=cafe, or a word of your own.", valueName: "category"),
        completion: Completion.category)
    var category: String?

    @Option(help: ArgumentHelp("Its telephone number.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("Where to read about it.", valueName: "url"))
    var website: String?

    @Option(help: ArgumentHelp("As in 'Mo-Fr 9:00-18:00'.", valueName: "hours"))
    var openingHours: String?

    @Option(help: ArgumentHelp("More about it.", valueName: "text"))
    var description: String?
}

/// Options: where an own place is.
struct PlaceSpot: ParsableArguments {
    @OptionGroup var spot: SpotOptions

    @Flag(help: "It is where the device is now.")
    var here = false

    func validate() throws {
        if here, !spot.isEmpty {
            throw ValidationError("--here: cannot be used with --at or --address: choose one")
        }
    }

    /// Asks the daemon for the device's position if that is meant.
    func draft(_ options: AccessOptions) async throws -> OwnPlace.Draft {
        var draft = OwnPlace.Draft()
        draft.address = Patch(spot.address)
        draft.at = Patch(spot.at.map { .text($0) })
        if here {
            let position = try await DaemonStatus.position(options.daemon.daemon()).position
            draft.at = .value(.numbers([position.lat, position.lon]))
        }
        return draft
    }
}

extension OwnPlace.Draft {
    mutating func say(_ facts: PlaceFacts) {
        category = Patch(facts.category)
        phone = Patch(facts.phone)
        website = Patch(facts.website)
        openingHours = Patch(facts.openingHours)
        description = Patch(facts.description)
    }
}

/// Options: whether to be told of an own place.
struct FavouriteWish: ParsableArguments {
    @Flag(help: "Make it a favourite: be told when you come there.")
    var favourite = false

    @Option(
        help: ArgumentHelp(
            "How near to be told of it; makes it a favourite. (default: the daemon's, 200)",
            valueName: "metres"))
    var radius: Double?

    func validate() throws {
        do {
            _ = try radius.map { try Limits.radius($0) }
        } catch {
            throw ValidationError("--\(error)")
        }
    }
}

struct PlacesAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a place of your own, as your home.",
        discussion: """
            It is found as all places are, and imports leave it alone. Its id is made of its name, \
            as in own/home.

            EXAMPLES:
              geofencectl places add --name Home --address 'Dam 20, Amsterdam' --favourite
              geofencectl places add --name Garden --at 52.3731,4.8926 --radius 50
              geofencectl places add --name Mooring --here
            """)

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var name: String

    @OptionGroup var spot: PlaceSpot
    @OptionGroup var facts: PlaceFacts
    @OptionGroup var wish: FavouriteWish

    @Flag(help: "Print the place as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var access: AccessOptions

    func validate() throws {
        if spot.spot.isEmpty, !spot.here {
            throw ValidationError(
                "--at: is missing: say where it is, or give --address or --here")
        }
    }

    func run() async throws {
        var draft = try await spot.draft(access)
        draft.name = .value(name)
        draft.say(facts)
        try await draft.add(wish, try access.access(isReading: false), json: json)
    }
}

extension OwnPlace.Draft {
    /// Adds the place, and the favourite that is wished for; says what was done and what is next.
    func add(_ wish: FavouriteWish, _ access: Access, json: Bool) async throws {
        let (place, isNew) = try await access.addPlace(self)
        var output = StandardOutput()
        if json {
            try output.write(json: place)
        } else {
            output.write(line: (isNew ? "added " : "there already: ") + place.sentence)
        }
        _ = try output.flushUnlessGone()
        var line = "to be told when you come there: geofencectl favourites add \(place.id)"
        if wish.favourite || wish.radius != nil {
            var draft = Favourite.Draft()
            draft.place = place.id
            draft.radius = Patch(wish.radius)
            let (favourite, what) = try await access.widened(
                access.add(Favourite.self, draft), to: wish.radius)
            line = "\(what) favourite \(favourite.words)"
        }
        if !json {
            output.write(line: line)
            _ = try output.flushUnlessGone()
        }
    }
}

extension PlaceResult {
    /// As in `own/home: Home, Dam 20, Amsterdam (52.3731,4.8926)`.
    var sentence: String {
        let address = address.map { ", \($0.text)" } ?? ""
        return "\(id): \(title)\(address) (\(geo.dropFirst("geo:".count)))".visible
    }
}
