import HTTPService
import Logging
import Posix
import Settings

/// The daemon's two sockets: those that systemd has passed, or else new ones at the configured
/// paths.
struct ListeningSockets {
    let notifications: Int32
    let control: Int32
    /// The paths of those that this process has made.
    private let ours: [SocketPath]

    /// The names in the units (`FileDescriptorName=`).
    private enum Name: String, CaseIterable { case notifications, control }

    init(_ configuration: Configuration, _ passed: PassedSockets, _ log: Logger) throws {
        var ours: [SocketPath] = []
        var sockets: [(path: SocketPath, descriptor: Int32)] = []
        let wanted: [(Name, String, Configuration.Key)] = [
            (.notifications, configuration.notifications.socket, .notificationSocket),
            (.control, configuration.control.socket, .controlSocket),
        ]
        for (name, path, key) in wanted {
            do {
                if let socket = try passed.socket(named: name.rawValue) {
                    sockets.append(socket)
                    if socket.path.description != path {
                        log.warning(
                            "systemd's socket is used instead of the configured one",
                            metadata: ["key": "\(key.rawValue)", "socket": "\(socket.path)"])
                    }
                } else {
                    let path = try SocketPath(path)
                    sockets.append((path, try path.listen()))
                    ours.append(path)
                }
            } catch {
                for path in ours { path.remove() }
                throw KeyError(key: key.rawValue, error: error)
            }
        }
        for name in passed.names where Name(rawValue: name) == nil {
            log.warning(
                "systemd's socket has a name that is not known", metadata: ["name": "\(name)"])
        }
        self.ours = ours
        (notifications, control) = (sockets[0].descriptor, sockets[1].descriptor)
        log.notice(
            "listening",
            metadata: ["notifications": "\(sockets[0].path)", "control": "\(sockets[1].path)"])
    }

    /// Removes the sockets that this process has made. Those that were passed stay: systemd goes on
    /// listening for the next daemon.
    func remove() {
        for path in ours { path.remove() }
    }
}
