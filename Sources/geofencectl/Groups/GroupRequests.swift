import APIClient
import ArgumentParser
import Geofencing
import Posix

struct GroupRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Lists who asks to join an organisation, or is asked to join a household.",
        discussion: """
            People ask, accept and refuse on the page; --accept and --refuse answer for an \
            organisation's admin.

            EXAMPLES:
              geofencectl groups requests
              geofencectl groups requests --accept 3 --site 2
              geofencectl groups requests --refuse 4
            """)

    @Option(help: ArgumentHelp("Accept this request.", valueName: "number"))
    var accept: Int64?

    @Option(
        help: ArgumentHelp("With --accept, how the organisation calls them.", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp("With --accept, the site where they work.", valueName: "number"))
    var site: Int64?

    @Option(help: ArgumentHelp("Refuse this request; may be repeated.", valueName: "number"))
    var refuse: [Int64] = []

    @Flag(help: "Print one JSON array, as the API has it, or what was done, an object a line.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    private static let remedy = "see geofencectl groups requests"

    private struct Listed: Decodable {
        var id: Int64
        var kind: String
        var group: String
        var name: String
        var askedBy: String?
        var asked: Timestamp

        enum CodingKeys: String, CodingKey {
            case id, kind, group, name, asked
            case askedBy = "asked_by"
        }
    }

    func validate() throws {
        guard accept != nil || name == nil && site == nil else {
            throw ValidationError("--name, --site: are for --accept: say whom")
        }
    }

    func run() async throws {
        let gateway = try gateway.gateway()
        var output = StandardOutput()
        if accept == nil, refuse.isEmpty { try await list(gateway, &output) }
        if let accept { try await self.accept(accept, gateway, &output) }
        for number in refuse {
            _ = try await gateway.send(
                .delete, "/api/requests/\(number)", about: "request \(number)",
                remedy: Self.remedy)
            try output.write(removed: number, json: json, "request \(number), which is refused")
        }
        _ = try output.flushUnlessGone()
    }

    private func accept(
        _ number: Int64, _ gateway: APIClient, _ output: inout StandardOutput
    ) async throws {
        var draft: [String: AnyJSON] = [:]
        draft["name"] = name.map { .string($0) }
        draft["site"] = site.map { .integer($0) }
        let answer = try await gateway.send(
            .post, "/api/requests/\(number)/accept", .object(draft), about: "request \(number)",
            remedy: Self.remedy)
        if json { return try output.write(json: answer) }
        output.write(
            line: "accepted request \(number): see geofencectl groups show "
                + (answer["group"]?.string ?? "").visible)
    }

    private func list(_ gateway: APIClient, _ output: inout StandardOutput) async throws {
        let answer = try await gateway.get("/api/requests", as: [String: AnyJSON].self)["requests"]
        if json { return try output.write(json: answer ?? .array([])) }
        let requests = try (answer ?? .array([])).decoded(as: [Listed].self)
        if requests.isEmpty { return StandardError.write(line: "no requests wait for an answer") }
        var table = Table(
            .init(title: "number", side: .right, importance: .highest),
            .init(title: "name", look: .bold), .init(title: "group", importance: .usual),
            .init(title: "asked by"), .init(title: "asked", importance: .low))
        for request in requests {
            table.add(
                "\(request.id)", request.name, request.group, request.askedBy ?? request.name,
                request.asked.localDay(seenFrom: .now))
        }
        for line in table.lines(.standardOutput) { output.write(line: line) }
    }
}
