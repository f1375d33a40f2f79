import APIClient
import ArgumentParser
import Geofencing
import Posix

struct PersonSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Lists where a person is signed in, or ends that.",
        discussion: """
            A session ends 30 days after it was last used, and 180 days after it began.

            EXAMPLES:
              geofencectl people sessions anna
              geofencectl people sessions anna --end 12
              geofencectl people sessions anna --end-all
            """)

    @OptionGroup var who: PersonArgument

    @Option(help: ArgumentHelp("End this session; may be repeated.", valueName: "number"))
    var end: [Int64] = []

    @Flag(help: "End all of them.")
    var endAll = false

    @Flag(help: "Print one JSON array, as the API has it, or what was ended, an object a line.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        guard end.isEmpty || !endAll else {
            throw ValidationError("--end: cannot be used with --end-all: choose one")
        }
    }

    func run() async throws {
        let gateway = try gateway.gateway()
        let person = try await Person.find(who.person, gateway)
        let path = "\(person.path)/sessions"
        var output = StandardOutput()
        if endAll {
            _ = try await gateway.send(.delete, path)
            try output.write(removed: "all", json: json, "all sessions of \(person.called)")
        } else if end.isEmpty {
            try await list(path, person, gateway, &output)
        }
        for number in end {
            _ = try await gateway.send(
                .delete, "\(path)/\(number)", about: "session \(number) of \(person.called)",
                remedy: "see geofencectl people sessions \(person.id)")
            try output.write(removed: number, json: json, "session \(number) of \(person.called)")
        }
        _ = try output.flushUnlessGone()
    }

    private func list(
        _ path: String, _ person: Person, _ gateway: APIClient, _ output: inout StandardOutput
    ) async throws {
        let answer = try await gateway.get(path, as: [String: AnyJSON].self)["sessions"]
        if json { return try output.write(json: answer ?? .array([])) }
        let sessions = try (answer ?? .array([])).decoded(as: [Session].self)
        if sessions.isEmpty {
            return StandardError.write(
                line: "nowhere signed in: geofencectl people link \(person.id)")
        }
        for line in Self.table(sessions, at: .now) { output.write(line: line) }
    }

    private static func table(_ sessions: [Session], at now: Timestamp) -> [String] {
        var table = Table(
            .init(title: "number", side: .right, importance: .highest),
            .init(title: "device", look: .bold), .init(title: "began", importance: .low),
            .init(title: "last used", importance: .usual), .init(title: "ends", importance: .low))
        for session in sessions {
            table.add(
                "\(session.id)", session.device, session.began.localDay(seenFrom: now),
                session.lastUsed.localDay(seenFrom: now), session.ends.localDay(seenFrom: now))
        }
        return table.lines(.standardOutput)
    }
}
