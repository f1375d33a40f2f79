import Community
import HTTPService
import HTTPTypes
import Hummingbird
import MQTT
import Messages
import Posix

/// Figures of the gateway, for programs that draw them over time.
extension GatewayAPI {
    /// For programs of this machine; over the network for whoever has the token.
    func metrics(_ request: Request, _ context: PageContext) async throws -> Response {
        if case .address = context.peer {
            let words = request.headers[.authorization]?.split(separator: " ").map { String($0) }
            guard let words, words.count == 2, words[0].lowercased() == "bearer",
                let token = Secret(words[1]), try await community.isMetricsToken(token)
            else {
                var problem = Problem(
                    .unauthorized, "send the token of geofencectl gateway token as a bearer")
                problem.headers[.wwwAuthenticate] = "Bearer"
                throw problem
            }
        }
        return Response.json(bytes: await metrics().utf8, type: MetricsText.type)
    }

    private func metrics() async -> String {
        var metrics = MetricsText()
        metrics.add(
            "geofenced_gateway_info", .gauge, "The version that runs.",
            values: [(["version": page.version], 1)])
        metrics.add(
            "geofenced_gateway_start_time_seconds", .gauge,
            "When the gateway started, since 1970.", Double(page.started))
        metrics.add(
            "geofenced_gateway_daemon_up", .gauge, "Whether geofenced answers.",
            await devices.isAway == false ? 1 : 0)
        // Whose a way is, is nobody's to draw: of people's there are sums.
        let states = await ways()
        let machines = states.filter { $0.person == nil }
        let people = Dictionary(grouping: states.filter { $0.person != nil }, by: \.kind)
            .sorted { $0.key.rawValue < $1.key.rawValue }
        metrics.add(
            "geofenced_gateway_way_up", .gauge, "Whether a way in or out works.",
            values: machines.compactMap { way in
                way.works.map { (labels(of: way), $0 ? 1 : 0) }
            })
        metrics.add(
            "geofenced_gateway_way_behind", .gauge, "What waits to be told.",
            values: machines.compactMap { way in
                way.behind.map { (labels(of: way), Double($0)) }
            }
                + people.map { kind, ways in
                    (["kind": kind.rawValue], Double(ways.compactMap(\.behind).reduce(0, +)))
                })
        metrics.add(
            "geofenced_gateway_ways_down", .gauge, "Ways of people that do not work.",
            values: people.map { kind, ways in
                (["kind": kind.rawValue], Double(ways.count { $0.works == false }))
            })
        metrics.add(
            "geofenced_gateway_way_total", .counter,
            "What was taken, told, set aside or not understood.",
            values: machines.flatMap { way in
                way.counts.sorted { $0.key < $1.key }.map { what, count in
                    (labels(of: way).merging(["what": what]) { $1 }, Double(count))
                }
            })
        return metrics.text
    }

    private func labels(of way: EndpointState) -> [String: String] {
        // Two ways may have one name, as webhooks of one host.
        ["id": way.id, "kind": way.kind.rawValue, "way": way.name]
    }
}
