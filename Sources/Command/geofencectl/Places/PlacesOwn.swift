import ArgumentParser
import Formats
import Geofencing
import Interests
import Places
import Posix

struct PlacesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the places of your own.",
        discussion: """
            EXAMPLES:
              geofencectl places list
              geofencectl places list --json
            """)

    @Flag(help: "Print one JSON array, as the API has it.")
    var json = false

    @OptionGroup var access: AccessOptions

    func run() async throws {
        let places = try await access.access(isReading: true).ownPlaces()
        try StandardOutput.show(
            places, json: json, none: "no places of your own: add one with geofencectl places add",
            or: PlaceTable.lines(places, at: LocalMoment(hereAt: .now), .standardOutput))
    }
}

struct PlacesEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Changes a place of your own, and leaves the rest; its id stays.",
        discussion: """
            EXAMPLES:
              geofencectl places edit own/home --address 'Damrak 1, Amsterdam'
              geofencectl places edit own/home --name 'My home' --without phone
            """)

    @Argument(
        help: "The place's id, as it is listed.", completion: Completion.ownPlace,
        transform: ownPlaceID)
    var id: PlaceID

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var name: String?

    @OptionGroup var spot: PlaceSpot
    @OptionGroup var facts: PlaceFacts

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(help: "Print the place as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var access: AccessOptions

    enum Field: String, ExpressibleByArgument, CaseIterable {
        case address, category, description, website, phone
        case openingHours = "opening-hours"
    }

    func run() async throws {
        var draft = try await spot.draft(access)
        draft.name = Patch(name)
        draft.say(facts)
        for field in without {
            switch field {
            case .address: draft.address = .null
            case .category: draft.category = .null
            case .description: draft.description = .null
            case .website: draft.website = .null
            case .phone: draft.phone = .null
            case .openingHours: draft.openingHours = .null
            }
        }
        if draft == OwnPlace.Draft() { throw ValidationError.nothingToChange }
        let place = try await access.access(isReading: false).changePlace(id, to: draft)
        try StandardOutput.show(place, json: json, or: ["changed \(place.sentence)"])
    }
}

struct PlacesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes places of your own.",
        discussion: """
            A favourite of such a place stays, and stands for none until there is one with that id.

            EXAMPLES:
              geofencectl places remove own/home
            """)

    @Argument(
        help: ArgumentHelp("The places' ids, as they are listed.", valueName: "id"),
        completion: Completion.ownPlace, transform: ownPlaceID)
    var ids: [PlaceID]

    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @OptionGroup var access: AccessOptions

    func run() async throws {
        let access = try access.access(isReading: false)
        var output = StandardOutput()
        for id in ids {
            try await access.removePlace(id)
            try output.write(removed: id.description, json: json, id.description.visible)
            try output.flush()
        }
        let removed = Set(ids.map(\.description))
        let favourites = try await access.items(Favourite.self, Favourite.Filter())
        for favourite in favourites where removed.contains(favourite.value) {
            StandardError.write(
                line: "favourite \(favourite.id) has no place now: "
                    + "geofencectl favourites remove \(favourite.id)")
        }
    }
}

/// `own/home`, or `home` alone.
@Sendable private func ownPlaceID(_ text: String) throws -> PlaceID {
    guard !text.isEmpty else { throw ValidationError("the id is empty: write it as in own/home") }
    return PlaceID(text) ?? PlaceID(source: "own", key: text)
}
