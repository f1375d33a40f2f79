import APIClient
import ArgumentParser
import Glibc
import Places
import Posix
import Settings

/// Whether the daemon answers, who may ask it, and whether it has its database.
struct DaemonFindings {
    var daemon: Finding
    var notifications: Finding
    var access: Finding
    var database: Finding

    private struct Status: Decodable {
        var version: String
        var places: Int
    }

    /// `file`: where that is; by default it is the service's.
    init(_ configuration: Configuration, file: String) async {
        let isService = file == Configuration.defaultPath
        let start = isService ? Self.startService : "geofenced --config \(file)"
        let (control, socket) = (configuration.control.socket, configuration.notifications.socket)
        var status: Status?
        do {
            let answer = try await Daemon(at: SocketPath(control))
                .get("/v1/status", as: Status.self)
            status = answer
            daemon =
                answer.version == Geofencectl.configuration.version
                ? .ok("daemon", "geofenced \(answer.version) answers at \(control)")
                : .problem(
                    "daemon", "it is of version \(answer.version), and this is another one",
                    isService ? "sudo systemctl restart geofenced" : "stop it, then \(start)")
        } catch APIError.cannotConnect(_, Errno(EACCES)) {
            daemon = .unknown("daemon", "\(control) may not be opened")
        } catch APIError.cannotConnect(_, let error) {
            daemon = .problem("daemon", "nobody answers at \(control): \(error)", start)
        } catch {
            daemon = .problem("daemon", Self.oneLine(error), start)
        }
        notifications = Self.notifications(socket, daemon, start)
        access = Self.access(to: [control, socket])
        database = await Self.database(configuration.stateDirectory, places: status?.places)
    }

    private static let startService =
        "sudo systemctl enable --now geofenced; journalctl -u geofenced says why it ends"

    private static func oneLine(_ error: any Error) -> String {
        String("\(error)".prefix { $0 != "\n" })
    }

    private static func notifications(
        _ socket: String, _ daemon: Finding, _ start: String
    ) -> Finding {
        let name = "notifications"
        do {
            close(try SocketPath(socket).connect())
            return .ok(name, "the daemon listens at \(socket)")
        } catch .cannotConnect(_, Errno(EACCES)) {
            return .unknown(name, "\(socket) may not be opened")
        } catch .cannotConnect(_, let error) {
            let text = "nobody listens at \(socket): \(error)"
            // One thing to do is enough.
            return daemon.state == .problem ? .unknown(name, text) : .problem(name, text, start)
        } catch {
            return .problem(name, "\(error)", start)
        }
    }

    private static func access(to sockets: [String]) -> Finding {
        let name = "permissions"
        guard let closed = sockets.first(where: { Glibc.access($0, W_OK) != 0 && errno == EACCES })
        else {
            if sockets.allSatisfy({ Glibc.access($0, W_OK) == 0 }) {
                return .ok(name, "this account may use the daemon's sockets")
            }
            return .unknown(name, "there are no sockets to look at")
        }
        var status = stat()
        let group = stat(closed, &status) == 0 ? Account.groupName(status.st_gid) : nil
        guard let group else {
            return .problem(
                name, "\(closed) may not be opened", "look at its folder: ls -ld \(closed)")
        }
        let user = Account.name(getuid()) ?? "$USER"
        return .problem(
            name, "\(user) is not in group \(group)",
            "sudo usermod -aG \(group) \(user), then log in again")
    }

    /// `places`: as the daemon says; `nil` if it says nothing.
    private static func database(_ directory: String, places: Int?) async -> Finding {
        let name = "database"
        let advice = "geofencectl places import FILE brings some"
        if let places {
            return .ok(name, places == 0 ? "no places yet: \(advice)" : "\(places) places")
        }
        let file = "\(directory)/\(PlaceStore.fileName)"
        guard Glibc.access(directory, X_OK) == 0 else {
            return errno == ENOENT
                ? .unknown(name, "\(directory) is not there yet: the daemon makes it")
                : .unknown(
                    name, "only the daemon may look into \(directory)", "sudo geofencectl doctor")
        }
        guard InputFile.exists(file) else { return .ok(name, "no places yet: \(advice)") }
        do {
            let count = try await PlaceDatabase(.readOnly(file)).with { try $0.placeCount() }
            return .ok(name, "\(count) places in \(file)")
        } catch {
            return .problem(
                name, oneLine(error), "move it away; the daemon begins a new one, to import into")
        }
    }
}

extension Account {
    fileprivate static func groupName(_ id: gid_t) -> String? {
        getgrgid(id).map { String(cString: $0.pointee.gr_name) }
    }

    fileprivate static func name(_ id: uid_t) -> String? {
        getpwuid(id).map { String(cString: $0.pointee.pw_name) }
    }
}
