import APIClient
import Glibc
import Posix

/// Finds out whether the gateway answers, and what of its ways in and out does not work.
struct GatewayFindings {
    private(set) var all: [Finding] = []

    /// Where it is as installed.
    private static let configuration = "/etc/geofenced/gateway.toml"
    private static let broker = "/etc/mosquitto/mosquitto.conf"

    /// `socket`: of the gateway. No findings if there is no gateway on this machine.
    init(_ socket: String) async {
        let isThere = InputFile.exists(Self.configuration) || InputFile.exists(socket)
        guard isThere || socket != GatewayOptions.usualSocket else { return }
        let name = "gateway"
        do {
            let status = try await APIClient(at: SocketPath(socket), of: .gateway)
                .get("/api/status", as: GatewayStatus.self)
            all.append(
                status.daemon == "works"
                    ? .ok(name, "geofenced-gateway \(status.version) answers at \(socket)")
                    : .problem(
                        name, "it cannot reach geofenced",
                        "see daemon.control in \(Self.configuration), and journalctl -u geofenced-gateway"
                    ))
            all += Self.findings(of: status.ways)
            if let routes = status.routes { all.append(Self.finding(of: routes)) }
            // The session at the broker is called after its host and port.
            if let session = status.ways.first(where: { $0.id == "mqtt" }),
                InputFile.exists(Self.broker),
                let finding = BrokerFile(Self.broker, broker: session.name).finding
            {
                all.append(finding)
            }
        } catch APIError.cannotConnect(_, Errno(EACCES)) {
            all.append(.unknown(name, "\(socket) may not be opened"))
        } catch APIError.cannotConnect(_, let error) {
            all.append(
                .problem(
                    name, "nobody answers at \(socket): \(error)",
                    "sudo systemctl enable --now geofenced-gateway; "
                        + "journalctl -u geofenced-gateway says why it ends"))
        } catch {
            all.append(
                .problem(
                    name, DaemonFindings.oneLine(error), "sudo systemctl restart geofenced-gateway"
                ))
        }
    }

    static func finding(of routes: GatewayStatus.Routes) -> Finding {
        if !routes.engines.isEmpty {
            return .ok("routes", "found by \(routes.engines.joined(separator: ", then "))")
        }
        if routes.prepared != nil {
            return .problem(
                "routes", "the streets are there, and routino is not", "sudo apt install routino")
        }
        return .unknown(
            "routes", "no streets are prepared",
            "sudo apt install routino; geofencectl places import FILE.osm.pbf")
    }

    /// One for each way that does not work; else one for all.
    static func findings(of ways: [GatewayStatus.Way]) -> [Finding] {
        let broken = ways.filter { $0.works == false }
        guard !broken.isEmpty else {
            let count = ways.count { $0.works == true }
            return [
                .ok(
                    "ways",
                    count == 0 ? "none in or out is in use yet" : "\(count) in use, all work")
            ]
        }
        return broken.map { way in
            let waiting = way.behind.map { $0 > 0 ? "; \($0) wait" : "" } ?? ""
            let name = way.shownName(among: ways)
            let subject = way.kind == name ? name : "\(way.kind) \(name)"
            let whose = way.person.map { " of \($0)" } ?? ""
            return .problem(
                "ways", "\(subject)\(whose): \(way.error ?? "does not work")\(waiting)",
                way.remedy ?? "it is tried again by itself: geofencectl gateway status")
        }
    }
}
