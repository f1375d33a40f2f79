import ArgumentParser
import Posix
import Simulation

/// How one travels along a route that says only where it leads.
struct RouteOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How to travel along a GPX or GeoJSON file. (default: foot)", valueName: "mode"))
    var by: TravelChoice?

    @Option(
        help: ArgumentHelp(
            "How fast along it, where the way is straight. (default: as the mode is)",
            valueName: "km/h"))
    var speedKmh: Double?

    var isGiven: Bool { by != nil || speedKmh != nil }

    func validate() throws {
        if let speedKmh, !Scenario.speeds.contains(speedKmh / 3.6) {
            throw ValidationError(
                "--speed-kmh: '\(plain(speedKmh))' is not a speed: use kilometres per hour from "
                    + "0.36 to 540")
        }
    }

    /// The journey along the file at `path`.
    func scenario(_ path: String) throws -> Scenario {
        let route = try RouteFile(path)
        if route.hasTimes {
            StandardError.write(
                line: "\(path.visible): the times in it are left out: replay plays it as it was")
        }
        return Scenario(
            along: route, path: path, mode: by?.mode ?? .walk, speed: speedKmh.map { $0 / 3.6 })
    }
}

/// A mode of travel, where one moves.
struct TravelChoice: ExpressibleByArgument {
    let mode: TravelMode

    static let allValueStrings =
        ["foot"] + TravelMode.allCases.filter { $0 != .parked }.map(\.rawValue)

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        mode = TravelMode(rawValue: argument) ?? .walk
    }
}
