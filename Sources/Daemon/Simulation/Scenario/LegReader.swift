import Formats
import Posix

/// What a leg has that it does not say itself.
struct LegDefaults {
    var from: Scenario.Point?
    /// The sky of the leg before, for a stay.
    var sky: Sky?
    var receiver: ReceiverKind
    var accuracy = StatedAccuracy.honest
    /// Of the scenario.
    let isMeasured: Bool

    init(isMeasured: Bool) {
        (self.isMeasured, receiver) = (isMeasured, isMeasured ? .phone : .module)
    }

    /// Each version has its own.
    func receiver(_ value: TOMLValue) throws(TOMLError) -> ReceiverKind {
        try value.choice(among: isMeasured ? ReceiverKind.measured : ReceiverKind.assumed)
    }
}

/// Reads one `[[leg]]`.
struct LegReader {
    private let value: TOMLValue
    private let values: [String: TOMLValue]
    private let reader: PointReader

    private static let keys = [
        "mode", "from", "to", "via", "route", "speed", "speed_kmh", "stop", "stop_each", "lights",
        "sky", "receiver", "accuracy",
    ]
    private static let speeds = Scenario.speeds

    init(_ value: TOMLValue, _ reader: PointReader) throws {
        let (values, errors) = try value.table().values(for: Self.keys)
        if let error = errors.first { throw error }
        self.value = value
        self.values = values
        self.reader = reader
    }

    func leg(_ defaults: LegDefaults) async throws -> Scenario.Leg {
        guard let mode: TravelMode = try values["mode"]?.choice() else {
            throw missing("mode", "say how, as in mode = \"walk\"")
        }
        let limits = mode.limits
        return Scenario.Leg(
            mode: mode, points: try await points(mode, defaults), speed: try speed(limits),
            lights: try values["lights"]?.number(of: "metres", from: 0, to: 100_000)
                ?? limits.lights,
            sky: try values["sky"]?.choice()
                ?? (mode == .parked ? defaults.sky : nil) ?? limits.sky,
            receiver: try values["receiver"].map(defaults.receiver) ?? defaults.receiver,
            accuracy: try values["accuracy"]?.choice() ?? defaults.accuracy,
            location: value.location)
    }

    private func missing(_ key: String, _ remedy: String) -> TOMLError {
        var location = value.location
        location.key += ".\(key)"
        return .badKey(location, what: "is missing", remedy: remedy)
    }

    private func speed(_ limits: TravelMode.Limits) throws -> Double {
        if let speed = values["speed"] {
            if let other = values["speed_kmh"] {
                throw other.error("and speed are both there", use: "one of them")
            }
            return try speed.number(
                of: "metres per second", from: Self.speeds.lowerBound, to: Self.speeds.upperBound)
        }
        let speed = try values["speed_kmh"]?.number(
            of: "kilometres per hour", from: Self.speeds.lowerBound * 3.6,
            to: Self.speeds.upperBound * 3.6)
        return speed.map { $0 / 3.6 } ?? limits.speed
    }

    private func seconds(_ key: String) throws -> Double? {
        try values[key]?.number(of: "seconds", from: 0, to: Scenario.longest)
    }

    // MARK: - Where it leads

    private func points(
        _ mode: TravelMode, _ defaults: LegDefaults
    ) async throws -> [Scenario.Point] {
        var points = [defaults.from].compactMap(\.self)
        if let from = values["from"] {
            if mode == .parked, !points.isEmpty {
                throw from.error("is elsewhere than where the journey is", use: "another mode")
            }
            points.append(try await reader.point(from))
        }
        if mode == .parked { return try stay(points) }
        let stopEach = try seconds("stop_each") ?? mode.limits.stop
        var via = try await via()
        for index in via.indices where via[index].stop == 0 { via[index].stop = stopEach }
        points += via
        let route = values["route"]
        let followsStreets = route.flatMap { try? $0.boolean() }
        if let route, followsStreets == nil {
            points += try reader.route(route, spacing: mode.limits.turnRadius)
        }
        if let to = values["to"] { points.append(try await reader.point(to)) }
        if let route, followsStreets == true, points.count > 1 {
            points = try await reader.alongStreets(points, mode, route)
        }
        try check(points)
        points[points.count - 1].stop += try seconds("stop") ?? 0
        return points
    }

    private func via() async throws -> [Scenario.Point] {
        guard let list = values["via"] else { return [] }
        var points: [Scenario.Point] = []
        for value in try list.list(of: "points, as in [[52.37, 4.89], [52.38, 4.90]]") {
            points.append(try await reader.point(value))
        }
        return points
    }

    private func stay(_ points: [Scenario.Point]) throws -> [Scenario.Point] {
        for key in ["to", "via", "route", "stop_each", "lights"] {
            if let value = values[key] { throw value.error("leads on", use: "another mode") }
        }
        guard var here = points.first else {
            throw missing("from", "say where, as in from = [52.3731, 4.8926]")
        }
        guard let stop = try seconds("stop") else {
            throw missing("stop", "say for how many seconds, as in stop = 3600")
        }
        here.stop = stop
        return [here]
    }

    private func check(_ points: [Scenario.Point]) throws {
        guard points.count > 1 else {
            if points.isEmpty {
                throw missing("from", "say where it begins, as in from = [52.3731, 4.8926]")
            }
            throw missing("to", "say where it leads: to, via or route")
        }
        for (a, b) in zip(points, points.dropFirst()) {
            guard (Vector(a.coordinate) - Vector(b.coordinate)).length <= Scenario.longestWay else {
                throw value.error(
                    "two points are more than \(plain(Scenario.longestWay / 1000)) km apart",
                    use: "more points in between")
            }
        }
    }
}
