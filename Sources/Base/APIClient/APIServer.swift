package import Posix

/// Who answers requests: a socket of this machine, and the program that listens there.
package struct APIServer: Hashable, Sendable {
    package enum Program: String, Sendable {
        case daemon = "geofenced"
        case gateway = "geofenced-gateway"
    }

    package var socket: SocketPath
    package var program: Program

    package init(at socket: SocketPath, of program: Program = .daemon) {
        (self.socket, self.program) = (socket, program)
    }

    /// The socket, safe for a terminal.
    var shown: String { socket.description.visible }

    /// What to do when nobody listens.
    var remedy: String {
        switch program {
        case .daemon: "geofencectl doctor says what to do"
        case .gateway: "sudo systemctl start geofenced-gateway, or apt install geofenced-gateway"
        }
    }

    /// What people call the socket.
    var name: String {
        switch program {
        case .daemon: "the control socket of geofenced"
        case .gateway: "the socket of geofenced-gateway"
        }
    }
}
