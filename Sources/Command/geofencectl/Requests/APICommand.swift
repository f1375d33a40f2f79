import APIClient
import ArgumentParser
import Places
import Posix
import Settings

struct APICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api", abstract: "Sends a request to the daemon or the gateway.",
        usage: "geofencectl api [<method>] <path> <options>",
        discussion: """
            A path under /v1 is the daemon's, one under /api the gateway's; /v1/openapi.json and \
            /api/openapi.json describe them. The method is GET, or POST if there is anything to send.

            EXAMPLES:
              geofencectl api /v1/status
              geofencectl api /v1/favourites --field text=starbucks --field radius=50
              geofencectl api /api/groups/home/things --field text=Milk --as anna
              geofencectl api DELETE /api/groups/home/things/3 --as anna
              geofencectl api /api/events --as anna
            """)

    @Argument(
        help: ArgumentHelp(
            "GET, POST, PUT, PATCH or DELETE, and then a path, perhaps with a query.",
            valueName: "method-and-path"),
        completion: Completion.request)
    var request: [String]

    @Option(
        help: ArgumentHelp(
            "A member of the JSON that is sent: JSON as it is, all else as text. To GET, and beside "
                + "--input, it is an item of the query. May be repeated.", valueName: "name=value"),
        completion: Completion.field)
    var field: [RequestField] = []

    @Option(
        help: ArgumentHelp("Send what is in this file, or in standard input: -", valueName: "file"),
        completion: .file())
    var input: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Ask the gateway for this person, by id or name; its log says so.",
            valueName: "person"),
        completion: Completion.person)
    var person: String?

    @Option(
        help: ArgumentHelp(
            "The socket of the daemon, or of the gateway. (default: the usual one)",
            valueName: "path"))
    var socket: String?

    @Flag(help: "Print the status and the headers first.")
    var include = false

    func run() async throws {
        let (method, path) = try methodAndPath()
        let isQuery = method == .get || input != nil
        let body = try input.map { try RequestBody($0) } ?? (isQuery ? nil : RequestBody(field))
        let client = try await client(for: path)
        var output = ReplyOutput()
        do {
            try await client.stream(
                method, target: path.target(isQuery ? field : []), body: body?.bytes,
                contentType: body?.type ?? "", silence: .seconds(120)
            ) {
                if include { try output.write($0) }
            } _: {
                try output.write($0)
            }
        } catch is ReplyOutput.ReaderGone {
            return
        } catch APIError.refused(let refusal) {
            throw OneLine(refusal)
        }
        try output.finish()
    }

    private func methodAndPath() throws -> (APIClient.Method, RequestPath) {
        guard request.count < 3 else {
            throw ValidationError("Unexpected argument '\(request[2].shortened)'")
        }
        let path = try RequestPath(request[request.count - 1])
        guard request.count == 2 else {
            return (field.isEmpty && input == nil ? .get : .post, path)
        }
        guard let method = APIClient.Method(rawValue: request[0].uppercased()) else {
            throw Refusal(
                .invalid, "method \(request[0].quoted)",
                "is not known: use GET, POST, PUT, PATCH or DELETE")
        }
        return (method, path)
    }

    /// That speaks to who has the path.
    private func client(for path: RequestPath) async throws -> APIClient {
        guard path.isGateways else {
            guard person == nil else {
                throw Refusal(.invalid, "--as", "is for paths of the gateway: /api/…")
            }
            let usual = try socket ?? Configuration.load(orDefault: nil).control.socket
            return APIClient(at: try SocketPath(usual))
        }
        var client = APIClient(
            at: try SocketPath(socket ?? GatewayOptions.usualSocket), of: .gateway)
        if let person { client.person = try await Person.find(person, client).id }
        return client
    }
}

/// What was refused, and which fields are wrong, on one line.
private struct OneLine: Error, CustomStringConvertible {
    let description: String

    init(_ refusal: RefusedRequest) {
        description = refusal.description.split(separator: "\n")
            .map { String($0).trimmed }.joined(separator: "; ")
    }
}

/// Standard output, for a reply that comes in pieces.
private struct ReplyOutput {
    /// Whoever reads it wants no more, as `head` does.
    struct ReaderGone: Error {}

    private var output = StandardOutput()
    /// To a terminal, lines are written when they are complete.
    private var line: [UInt8] = []

    mutating func write(_ beginning: APIClient.Beginning) throws {
        output.write(line: "HTTP/1.1 \(beginning.status) \(beginning.phrase)".visible)
        for (name, value) in beginning.headers { output.write(line: "\(name): \(value)".visible) }
        output.write(line: "")
        try flush()
    }

    mutating func write(_ bytes: [UInt8]) throws {
        guard output.isTerminal else {
            output.write(bytes)
            return try flush()
        }
        line += bytes
        while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
            output.write(line: String(decoding: line[..<end], as: UTF8.self).visible)
            line.removeSubrange(...end)
        }
        try flush()
    }

    /// Writes what has no end of a line.
    mutating func finish() throws {
        guard !line.isEmpty else { return }
        output.write(line: String(decoding: line, as: UTF8.self).visible)
        _ = try output.flushUnlessGone()
    }

    private mutating func flush() throws {
        guard try output.flushUnlessGone() else { throw ReaderGone() }
    }
}
