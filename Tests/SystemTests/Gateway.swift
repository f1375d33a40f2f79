import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

/// A gateway of a test's own: its folder, its port, and what its clients are told.
final class Gateway: Sendable {
    let workshop: Workshop
    let port: Int
    /// Of its socket, in the workshop.
    private let socketName: String
    /// Whether it has a certificate.
    let hasTLS: Bool

    /// `socketName`: in `workshop`.
    init(
        hasTLS: Bool = false, in workshop: Workshop = Workshop(),
        socketName: String = "gateway.sock"
    ) async throws {
        (self.workshop, self.socketName) = (workshop, socketName)
        port = try freePort()
        self.hasTLS = hasTLS
        if hasTLS { try await renewCertificate(named: "first") }
        try configure()
    }

    var file: String { workshop.file("gateway.toml") }
    var socket: String { workshop.file(socketName) }
    var state: String { workshop.file("gateway-state") }
    var url: String { "\(hasTLS ? "https" : "http")://localhost:\(port)" }

    /// `more`: lines in front of the tables; `tables`: those after them.
    func configure(_ more: String = "", tables: String = "") throws {
        let certificate = """
            certificate = "\(workshop.file("certificate"))"
            key = "\(workshop.file("key"))"
            """
        try workshop.write(
            "gateway.toml",
            """
            listen = "127.0.0.1:\(port)"
            \(hasTLS ? certificate : "")
            state_directory = "\(state)"
            socket = "\(socket)"
            \(more)
            [daemon]
            control = "\(workshop.control)"
            notifications = "\(workshop.socket)"
            \(tables)
            """)
    }

    /// What the page is called on this machine; once it runs.
    var host: String {
        get throws { "\(try text(of: "\(state)/gateway.word").trimmed).localhost:\(port)" }
    }

    /// Writes another certificate and key for `localhost`, of an organisation of that name.
    func renewCertificate(named name: String) async throws {
        let made = try await shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                -subj '/O=\(name)' -addext subjectAltName=DNS:localhost \
                -keyout \(workshop.file("key")) -out \(workshop.file("certificate")) &&
            chmod 600 \(workshop.file("key"))
            """)
        #expect(made.status == 0, "\(made)")
    }

    /// Runs it beside `body`, which begins when it listens, and ends it kindly.
    @discardableResult
    func run(
        environment: [String: String?] = [:], _ body: (Running) async throws -> Void
    ) async throws -> Int {
        try await with(.gateway, ["--config", file], environment: environment) { gateway in
            _ = try await gateway.message(with: "listening")
            try await body(gateway)
            // It may have ended by itself.
            try? gateway.send(.terminate)
        }
    }

    /// What curl prints of a path.
    func curl(_ path: String, _ options: String = "") async throws -> Finished {
        let trust = hasTLS ? "--cacert \(workshop.file("certificate"))" : ""
        return try await shell("curl -sS -m 60 \(trust) \(options) '\(url)\(path)'")
    }

    /// Whether it answers.
    func isWell() async throws -> Bool { try await curl("/health").output == #"{"status":"ok"}"# }

    /// All that is said to a client that sends just this, through TLS if the gateway has it.
    func reply(to request: String) async throws -> String {
        guard hasTLS else { return try await plainReply(to: request) }
        let input = try workshop.write("request", request)
        return try await shell(
            "openssl s_client -quiet -connect 127.0.0.1:\(port) <\(input) 2>/dev/null"
        ).output
    }

    /// As `reply(to:)`, without TLS even where the gateway has it.
    func plainReply(to bytes: String) async throws -> String {
        let client = try LocalClient(port: port)
        client.send(bytes)
        return try await client.hear(until: "\u{0}\u{0}never")
    }
}
