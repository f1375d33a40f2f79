import APIClient
import ArgumentParser
import Geofencing
import Posix

struct GatewayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract:
            "Says how the gateway is, lets programs read its figures, and saves what it knows.",
        discussion: """
            EXAMPLES:
              geofencectl gateway status
              geofencectl gateway token
              sudo geofencectl gateway backup gateway-backup.sqlite
            """,
        subcommands: [
            GatewayStatusCommand.self, GatewayToken.self, GatewayBackup.self, GatewayRestore.self,
        ])
}

struct GatewayStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Says of each way in and out whether it works, and what to do if not.",
        discussion: """
            Ways in are phones; ways out are programs and people that are told. What waits for one \
            that is away is told when it is back.

            EXAMPLES:
              geofencectl gateway status
              geofencectl gateway status --json
            """)

    @Flag(help: "One JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        try await gateway.gateway().show("/api/status", json: json) { (status: GatewayStatus) in
            status.lines(at: .now, .standardOutput)
        }
    }
}

struct GatewayToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Makes the token with which a program reads the gateway's figures.",
        discussion: """
            The program sends it to /metrics as Authorization: Bearer TOKEN. It is shown once, and \
            the one before is worth nothing then.

            EXAMPLES:
              geofencectl gateway token
            """)

    @Flag(help: "Print the token as one JSON object, as the API has it.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func run() async throws {
        let gateway = try gateway.gateway()
        let answer = try await gateway.answer(.post, "/api/metrics/token")
        try StandardOutput.tell(
            answer, json: json, or: [(answer["token"]?.string ?? "").visible])
    }
}
