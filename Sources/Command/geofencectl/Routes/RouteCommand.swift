import APIClient
import ArgumentParser
import Geofencing
import Posix
import Routing

struct RouteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Finds the way from one point to another along streets.",
        discussion: """
            The gateway finds it, in the streets of the extract that was imported last, by routino; \
            or asks the Valhalla that gateway.toml names. docs/routes.md has more.

            EXAMPLES:
              geofencectl route here 'Dam 20, Amsterdam'
              geofencectl route 42.5078,1.5211 42.4637,1.4917 --by car
              geofencectl route Escaldes Ordino --by bike --gpx >ride.gpx
            """)

    @Argument(help: ArgumentHelp("Where it begins: \(PlaceForms.words).", valueName: "from"))
    var from: String

    @Argument(help: ArgumentHelp("Where it leads.", valueName: "to"))
    var to: String

    @Option(help: ArgumentHelp("How to go there.", valueName: "mode"))
    var by = Travel.foot

    @Flag(help: "Write it as a route of GPX.")
    var gpx = false

    @Flag(help: "Write it as one JSON object.")
    var json = false

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        if gpx, json { throw ValidationError("--gpx: --json is another form: leave one out") }
    }

    func run() async throws {
        let route = try await Self.found(
            RouteQuestion(from: from, to: to, by: by),
            by: try gateway.gateway(timeout: .seconds(60)))
        var output = StandardOutput()
        if gpx {
            output.write(Array(route.gpx(name: "\(from) – \(to)".visible).utf8))
        } else if json {
            try output.write(json: route)
        } else {
            output.write(lines: route.lines)
        }
        _ = try output.flushUnlessGone()
    }

    static func found(_ question: RouteQuestion, by gateway: APIClient) async throws -> Route {
        try await gateway.send(.post, "/api/route", question, as: Route.self).answer
    }
}

/// As `/api/route` takes it.
struct RouteQuestion: Encodable {
    var from: String
    var to: String
    var by: Travel
}

extension Travel: ExpressibleByArgument {}

extension Route {
    /// How far and how long, the steps with the metres at which they come, and whose data they are.
    fileprivate var lines: [String] {
        guard !steps.isEmpty else { return ["you are there"] }
        var metres = 0.0
        let places = steps.map { step in
            defer { metres += step.distance }
            // Each step is rounded by itself.
            return min(metres, distance).inMetres
        }
        let width = places.map(\.count).max() ?? 0
        return ["\(distance.inMetres) \(by.words), \(duration.inTime)"]
            + zip(places, steps).map { "  \($0.padded(to: width))  \($1.text.visible)" }
            + ["\(credit.visible); found by \(engine.visible)"]
    }

    /// GPX 1.1: one route of all points, with what is done there.
    func gpx(name: String) -> String {
        var left = steps[...]
        let points = line.map { point in
            var words: [String] = []
            while let step = left.first, step.at == point {
                words.append(step.text)
                left.removeFirst()
            }
            let text = words.joined(separator: "; ").visible.markup
            return "<rtept lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">"
                + (text.isEmpty ? "" : "<desc>\(text)</desc>") + "</rtept>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="geofenced" xmlns="http://www.topografix.com/GPX/1/1">
            <rte>
            <name>\(name.markup)</name>
            <src>\(credit.visible.markup)</src>
            \(points.joined())</rte>
            </gpx>

            """
    }
}
