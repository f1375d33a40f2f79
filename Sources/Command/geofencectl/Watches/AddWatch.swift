import APIClient
import ArgumentParser
import Formats
import FoundationEssentials
import Geofencing
import Interests
import Posix

struct AddWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a watch, or puts another in its place.",
        discussion: """
            EXAMPLES:
              geofencectl watches add my-list/milk --title 'Buy milk' --target supermarkt
              geofencectl watches add parcels/42 --title 'Parcel for Ben' \\
                --at 'Dam 20, Amsterdam' --radius 50 --until 'tomorrow 18:00'
            """)

    @Argument(help: ArgumentHelp("What it is called, in its set.", valueName: "set/id"))
    var name: WatchName

    @Option(help: ArgumentHelp("What to tell people.", valueName: "text"))
    var title: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it is: \(PlaceForms.words).", valueName: "place"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Around all places that a favourite of this text would be told at.",
            valueName: "text"),
        completion: Completion.wanted)
    var target: String?

    @Option(
        help: ArgumentHelp(
            "How near to be told of it. (default: the daemon's, 200)", valueName: "metres"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "When it begins, \(CommandTime.forms). (default: always)", valueName: "time"),
        transform: CommandTime.read)
    var from: CommandTime?

    @Option(
        help: ArgumentHelp("When it ends. (default: never)", valueName: "time"),
        transform: CommandTime.read)
    var until: CommandTime?

    @Option(
        help: ArgumentHelp(
            "Whom to tell, as in everyone or person/anna. (default: everyone)",
            valueName: "audience"),
        transform: { try Audience($0, of: "--audience") })
    var audience: Audience?

    @Option(help: ArgumentHelp("JSON that notices tell along.", valueName: "json"))
    var details: String?

    @Flag(help: "Print the watch as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (at == nil) != (target == nil) else {
            throw ValidationError(
                at == nil
                    ? "--at: is missing: say where it is, or give --target"
                    : "--at: is too much beside --target: say one of them")
        }
    }

    func run() async throws {
        let now = Timestamp.now
        let reply = try await daemon.daemon().send(.put, name.path, body: try body(at: now))
        if json { return try StandardOutput.show(bytes: reply.body + [.newline]) }
        let watch = try JSONDecoder().decode(ListedWatch.self, from: Data(reply.body))
        let what = reply.status == 201 ? "added" : "there is now:"
        try StandardOutput.show(lines: ["\(what) \(watch.sentence(at: now))"])
    }

    private func body(at now: Timestamp) throws -> [UInt8] {
        if let details { try check(details) }
        let start = from?.time(at: now)
        let end = until?.time(at: now, after: start ?? now)
        return JSONWriter.line { watch in
            watch.member("title", title)
            if let at { watch.member("at", at) }
            if let target { watch.member("target", target) }
            if let radius { watch.member("radius", radius) }
            if let start { watch.member("starts", start) }
            if let end { watch.member("ends", end) }
            if let audience { watch.member("audience", audience.description) }
            if let details { watch.member("details", json: details) }
        }
    }

    /// What is no JSON value by itself could become members of the watch.
    private func check(_ details: String) throws {
        var parser = JSONParser()
        do {
            _ = try parser.parse(Array(details.utf8))
        } catch {
            throw ValidationError("--details: \(details.quoted) \(error)")
        }
    }
}
