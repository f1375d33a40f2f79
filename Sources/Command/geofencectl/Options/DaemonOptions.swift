import APIClient
import ArgumentParser
import Posix
import Settings

/// Options of the commands that need a running daemon: where its control socket is.
struct DaemonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's control socket. (default: from the configuration)", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp("The daemon's configuration, for its socket.", valueName: "file"))
    var config: String?

    /// `timeout`: until a reply is there.
    func daemon(timeout: Duration = .seconds(10)) throws -> APIClient {
        APIClient(
            at: try SocketPath(
                socket ?? Configuration.load(orDefault: config).control.socket),
            timeout: timeout)
    }
}
