import APIClient
import ArgumentParser
import Geofencing
import Posix

struct SignupRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Lists who asks for an account, and lets them in or not.",
        discussion: """
            Asking is possible where gateway.toml says signup = "approve". Whoever is accepted is \
            signed in on the device where they asked.

            EXAMPLES:
              geofencectl people requests
              geofencectl people requests --accept 3 --name 'Anna Bos'
              geofencectl people requests --refuse 4
            """)

    @Option(help: ArgumentHelp("Accept this request.", valueName: "number"))
    var accept: Int64?

    @Option(help: ArgumentHelp("With --accept, what the person is called.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Refuse this request; may be repeated.", valueName: "number"))
    var refuse: [Int64] = []

    @Flag(help: "Print one JSON array, as the API has it, or what was done, an object a line.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        guard name == nil || accept != nil else {
            throw ValidationError("--name: is for --accept: say whom")
        }
    }

    private static let remedy = "see geofencectl people requests"

    func run() async throws {
        let gateway = try gateway.gateway()
        if accept == nil, refuse.isEmpty { return try await list(gateway) }
        var output = StandardOutput()
        if let accept { try await self.accept(accept, gateway, &output) }
        for number in refuse {
            _ = try await gateway.send(
                .delete, "/api/signups/\(number)", about: "request \(number)", remedy: Self.remedy)
            try output.write(removed: number, json: json, "request \(number), which is refused")
        }
        _ = try output.flushUnlessGone()
    }

    private func accept(
        _ number: Int64, _ gateway: APIClient, _ output: inout StandardOutput
    ) async throws {
        let draft = name.map { ["name": AnyJSON.string($0)] } ?? [:]
        let answer = try await gateway.send(
            .post, "/api/signups/\(number)/accept", draft, about: "request \(number)",
            remedy: Self.remedy)
        if json { return try output.write(json: answer) }
        output.write(line: "added \(try answer.decoded(as: Person.self).sentence)")
    }

    private func list(_ gateway: APIClient) async throws {
        try await gateway.show(
            "/api/signups", json: json, member: "signups", none: "nobody asks for an account"
        ) { (lists: [String: [Signup]]) in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest),
                .init(title: "name", look: .bold), .init(title: "device"),
                .init(title: "asked", importance: .low))
            for signup in lists["signups"] ?? [] {
                table.add(
                    "\(signup.id)", signup.name, signup.device,
                    signup.asked.localDay(seenFrom: .now))
            }
            return table.lines(.standardOutput)
        }
    }
}
