import APIClient
import ArgumentParser
import Glibc
import Posix
import Settings

/// Finds out whether the daemon answers, who may ask it, and whether it can write its state.
struct DaemonFindings {
    var daemon: Finding
    var notifications: Finding
    var access: Finding
    var database: Finding
    /// `nil` if nothing is known of the disk.
    var disk: Finding?
    /// `nil` if there are no devices but the own source.
    var devices: Finding?
    /// What the daemon follows, and whether its fixes count; `nil` if it does not say.
    var source: SourceStatus?
    /// Of a trace that is played, if its time is not now; in words.
    var deviceClock: String?

    private struct Status: Decodable {
        var version: String
        var places: Int
        var notifications: WaitingNotices
        var devices: FleetStatus?
        /// `nil` if the daemon does not say enough.
        var clock: DeviceClock?
        var source: SourceStatus?

        private enum CodingKeys: CodingKey { case version, places, notifications, devices }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            version = try members.decode(String.self, forKey: .version)
            places = try members.decode(Int.self, forKey: .places)
            notifications = try members.decode(WaitingNotices.self, forKey: .notifications)
            devices = try members.decodeIfPresent(FleetStatus.self, forKey: .devices)
            // Without it, there is nothing to say of the clock.
            clock = try? DeviceClock(from: decoder)
            // Likewise of its source.
            source = try? SourceStatus(from: decoder)
        }
    }

    /// `file`: the path of the configuration. At the usual path, it is that of the service.
    init(_ configuration: Configuration, file: String) async {
        let isService = file == Configuration.defaultPath
        let runner = isService ? Runner.service : .me
        let start = isService ? Self.startService : "geofenced --config \(file)"
        let (control, socket) = (configuration.control.socket, configuration.notifications.socket)
        var status: Status?
        do {
            let answer = try await APIClient(at: SocketPath(control))
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
            let fault = isService ? nil : runner.fault(making: control)
            daemon = .problem(
                "daemon", "nobody answers at \(control): \(fault?.text ?? "\(error)")",
                fault.map { "\($0.remedy), then \(start)" } ?? start)
        } catch {
            daemon = .problem("daemon", Self.oneLine(error), start)
        }
        let state = StateFindings(configuration.stateDirectory, runner)
        notifications =
            state.waiting(status?.notifications) ?? Self.notifications(socket, daemon, start)
        access = Self.access(to: [control, socket])
        database = await state.database(places: status?.places)
        disk = state.disk
        devices = status?.devices?.finding
        source = status?.source
        deviceClock = status?.clock?.words(at: .now)
    }

    private static let startService =
        "sudo systemctl enable --now geofenced; journalctl -u geofenced says why it ends"

    static func oneLine(_ error: any Error) -> String {
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
            // One remedy is enough.
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
        return access(
            to: closed, group: stat(closed, &status) == 0 ? status.st_gid : nil,
            user: Account.name(getuid()) ?? "$USER")
    }

    /// The finding for a socket that this account may not open. `group`: the group of the socket;
    /// `nil` if it is not known.
    static func access(to closed: String, group: gid_t?, user: String) -> Finding {
        let name = "permissions"
        guard let group, let groupName = Account.groupName(group) else {
            return .problem(
                name, "\(closed) may not be opened", "look at its folder: ls -ld \(closed)")
        }
        guard group != 0 else {
            return .problem(
                name, "\(closed) belongs to group root, as of a daemon that root started by hand",
                "use sudo, or run it as a service: sudo systemctl enable --now geofenced")
        }
        return .problem(
            name, "\(user) is not in group \(groupName)",
            "sudo usermod -aG \(groupName) \(user), then log in again")
    }
}

extension Account {
    static func groupName(_ id: gid_t) -> String? {
        getgrgid(id).map { String(cString: $0.pointee.gr_name) }
    }

    static func name(_ id: uid_t) -> String? {
        getpwuid(id).map { String(cString: $0.pointee.pw_name) }
    }
}
