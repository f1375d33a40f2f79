import ArgumentParser
import Formats
import Geofencing
import Places
import Posix

struct PlacesShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows all that is known of a place.",
        discussion: """
            EXAMPLES:
              geofencectl places show osm/node/123 --near 52.3731,4.8926
            """)

    @Argument(help: "The place's id, as it is listed.", completion: Completion.place)
    var id: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Tell how far from here: \(PlaceForms.words). (default: where the device is)",
            valueName: "place"))
    var near: String?

    @Flag(help: "Print one JSON object, as the API has it.")
    var json = false

    @OptionGroup var access: AccessOptions

    func run() async throws {
        let near = try near.map { try PlaceQuery.Near($0, as: "--near") }
        // As for the other commands, a word alone is a place of one's own.
        let id = id.contains("/") ? id : "own/\(id)"
        let place = try await access.access(isReading: true).place(id, near: near)
        try StandardOutput.show(
            place, json: json, or: place.lines(at: LocalMoment(hereAt: .now), .standardOutput))
    }
}

extension PlaceResult {
    /// The lines of a person's report: one fact on each line.
    fileprivate func lines(at now: LocalMoment, _ style: Style) -> [String] {
        let facts: [(String, String?)] = [
            ("id", id), ("brand", brand), ("wikidata", wikidata),
            ("category", categories.isEmpty ? nil : categories.joined(separator: ", ")),
            ("address", address?.text), ("phone", phone), ("website", website),
            ("opening hours", openingHours), ("now", openText(at: now)),
            ("description", description),
            ("rating", rating?.description), ("distance", distanceText), ("position", geo),
            ("source", attribution),
        ]
        let known = facts.compactMap { name, text in text.map { (name, $0.visible) } }
        let width = known.map(\.0.count).max() ?? 0
        return [style.bold(title.visible)]
            + known.map { "\(style.faint(($0.0).padded(to: -width)))  \($0.1)" }
    }

    private var distanceText: String? {
        guard let distance else { return nil }
        let way = bearing.map { " \(Compass.words(bearing: $0))" } ?? ""
        return distance.inMetres + way
    }
}
