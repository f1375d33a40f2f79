import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

struct Here: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says where you are, or makes it a place of your own.",
        discussion: """
            EXAMPLES:
              geofencectl here
              geofencectl here Home --favourite
              geofencectl here 'Boat house' --radius 50
            """)

    @Argument(help: "Makes this spot a place of your own, with this name.")
    var name: String?

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp("The same as an option.", valueName: "text"))
    var otherName: String?

    @OptionGroup var facts: PlaceFacts
    @OptionGroup var wish: FavouriteWish

    @Flag(help: "One JSON object: the position, or the place that was added.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if name != nil, otherName != nil {
            throw ValidationError("--name: is said already: give one name")
        }
        guard name == nil, otherName == nil else { return }
        if wish.favourite || wish.radius != nil {
            throw ValidationError("--favourite: needs a name: geofencectl here NAME --favourite")
        }
    }

    func run() async throws {
        let (position, isLive) = try await DaemonStatus.position(daemon.daemon())
        guard let name = name ?? otherName else { return try await tell(position, isLive) }
        var draft = OwnPlace.Draft()
        draft.name = .value(name)
        draft.at = .value(.numbers([position.lat, position.lon]))
        draft.say(facts)
        try await draft.add(wish, .daemon(try daemon.daemon()), json: json)
    }

    private func tell(_ position: DaemonStatus.Position, _ isLive: Bool) async throws {
        var query = PlaceQuery()
        query.near = .coordinate(position.coordinate)
        query.radius = Self.reach
        query.limit = 50
        query.sort = .distance
        let near = try await Access.daemon(try daemon.daemon()).search(query).places
        let report = Report(
            lat: position.lat, lon: position.lon, time: "\(position.time)",
            accuracy: position.accuracy, place: near.first,
            address: near.first { $0.address?.houseNumber != nil })
        try StandardOutput.show(report, json: json, or: report.lines(position, isLive))
    }

    /// Metres: what is farther away says nothing of where one is.
    private static let reach = 1000.0

    private struct Report: Encodable {
        var lat: Double
        var lon: Double
        var time: String
        var accuracy: Double?
        /// The nearest one.
        var place: PlaceResult?
        /// The nearest one with a house number.
        var address: PlaceResult?

        func lines(_ position: DaemonStatus.Position, _ isLive: Bool) -> [String] {
            let accuracy = accuracy.map { ", to \(String(decimals: 0, $0)) m" } ?? ""
            let age = Timestamp.now - position.time
            let old = isLive && age >= 10 ? ", \(age.inTime) ago" : ""
            var lines = ["\(position.text)\(accuracy), at \(position.time.local)\(old)"]
            if let address, let text = address.address?.text {
                lines.append("near \(text.visible)\(address.away)")
            }
            if let place, place.id != address?.id || place.title != address?.address?.text {
                lines.append("near \(place.title.visible)\(place.away): \(place.id.visible)")
            }
            lines.append("to make it a place of your own: geofencectl here NAME")
            return lines
        }
    }
}

extension PlaceResult {
    /// As in `, 20 m north-east`, from there to it.
    fileprivate var away: String {
        guard let distance else { return "" }
        let way = bearing.map { " \(Compass.words(bearing: $0))" } ?? ""
        return ", \(distance.inMetres)\(way)"
    }
}
