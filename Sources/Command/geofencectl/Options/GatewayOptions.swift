import APIClient
import ArgumentParser
import Glibc
import Posix

/// Options of the commands about people: where the gateway's socket is.
struct GatewayOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The gateway's socket.", valueName: "path"))
    var gatewaySocket = usualSocket

    static let usualSocket = "/run/geofenced/gateway.sock"

    /// `timeout`: until a reply is there.
    func gateway(timeout: Duration = .seconds(10)) throws -> APIClient {
        APIClient(at: try SocketPath(gatewaySocket), of: .gateway, timeout: timeout)
    }

    /// What the user is called who runs this.
    static var account: String {
        Account.name(getuid()) ?? "uid \(getuid())"
    }
}
