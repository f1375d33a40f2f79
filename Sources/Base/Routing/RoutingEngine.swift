package import Geofencing

/// Finds ways along streets.
package protocol RoutingEngine: Sendable {
    /// As answers name it.
    var name: String { get }

    /// Throws `CancellationError` as well.
    func route(_ request: RouteRequest) async throws -> Route
}

/// Why there is no route.
package enum RoutingError: Error, Hashable, CustomStringConvertible {
    /// Nothing on this machine finds ways.
    case noEngine
    case tooFar(End)
    /// Both ends are at ways, and none leads from one to the other.
    case unconnected(Travel)
    /// It took too long, or needed too much memory.
    case tooMuch(engine: String)
    /// The engine has ended, or answered, as it should not; how.
    case failed(engine: String, String)

    /// One end of a route that is at no way.
    package struct End: Hashable, Sendable {
        /// `nil`: nobody says which.
        package var isStart: Bool?
        package var by: Travel
        /// Of the nearest way; `nil`: there is none for a long way around.
        package var nearest: Coordinate?
        /// Metres to it.
        package var distance: Double?

        package init(
            isStart: Bool?, by: Travel, nearest: Coordinate? = nil, distance: Double? = nil
        ) {
            (self.isStart, self.by) = (isStart, by)
            (self.nearest, self.distance) = (nearest, distance)
        }
    }

    /// Metres from an end to the nearest way, beyond which it is at none.
    package static let farthest = 500.0

    /// A word that stays, by which programs know what is wrong.
    package var code: String {
        switch self {
        case .noEngine: "no_routes"
        case .tooFar: "no_way_near"
        case .unconnected: "no_way"
        case .tooMuch: "too_long"
        case .failed: "router_failed"
        }
    }

    package var description: String {
        switch self {
        case .noEngine:
            "no routes are known here: import an extract with geofencectl places import FILE.osm.pbf, "
                + "where routino is installed, or name a Valhalla in gateway.toml ([routes])"
        case .tooFar(let end): "\(end)"
        case .unconnected(let by):
            "no way leads there \(by.words): choose another end, or another way to travel"
        case .tooMuch(let engine):
            "\(engine) needs too long: choose ends that are nearer to each other"
        case .failed(let engine, let why): "\(engine) finds no route: \(why)"
        }
    }
}

extension RoutingError.End: CustomStringConvertible {
    package var description: String {
        let end = isStart.map { $0 ? "the start" : "the goal" } ?? "one end"
        guard let nearest, let distance else {
            return "\(end) is at no way \(by.words), nor near one: choose another point"
        }
        let degrees = [nearest.latitude, nearest.longitude].map { ($0 * 1e5).rounded() / 1e5 }
        return "\(end) is at no way \(by.words): the nearest is \(Int(distance)) m away, at "
            + "\(degrees[0]),\(degrees[1])"
    }
}

extension Travel {
    /// As in "no way leads there on foot".
    package var words: String {
        switch self {
        case .foot: "on foot"
        case .bike: "by bike"
        case .car: "by car"
        }
    }
}

extension Route {
    /// Where one is already.
    package static func none(
        at point: Coordinate, by travel: Travel, engine: String, credit: String
    ) -> Route {
        Route(
            distance: 0, duration: 0, line: [point, point], steps: [], by: travel,
            engine: engine, credit: credit)
    }

    /// Throws if it begins or ends too far from where it was asked for.
    func checkEnds(_ request: RouteRequest) throws(RoutingError) {
        for (isStart, asked, found) in [
            (true, request.from, line.first), (false, request.to, line.last),
        ] {
            guard let found else { continue }
            let distance = asked.distance(to: found)
            if distance > RoutingError.farthest {
                throw .tooFar(
                    .init(
                        isStart: isStart, by: request.by, nearest: found, distance: distance))
            }
        }
    }
}
