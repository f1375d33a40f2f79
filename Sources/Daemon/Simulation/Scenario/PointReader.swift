import Formats
import Geofencing
import Posix

/// Reads points of a journey: `[52.37, 4.89]`, `"52.37, 4.89"`, the name of a place, or one of
/// these with a stop, `{ at = [52.37, 4.89], stop = 60 }`.
struct PointReader {
    private let file: String
    private let lookup: Scenario.Lookup
    private let streets: Scenario.Streets?
    private static let wanted = "[latitude, longitude] in degrees, or the name of a place"

    init(
        _ file: String, _ lookup: @escaping Scenario.Lookup, _ streets: Scenario.Streets?
    ) {
        (self.file, self.lookup, self.streets) = (file, lookup, streets)
    }

    func point(_ value: TOMLValue) async throws -> Scenario.Point {
        if value.isTable {
            let (values, errors) = try value.table().values(for: ["at", "stop"])
            if let error = errors.first { throw error }
            guard let at = values["at"] else {
                throw value.error("has no 'at'", use: "{ at = [52.37, 4.89], stop = 60 }")
            }
            let stop = try values["stop"]?.number(of: "seconds", from: 0, to: Scenario.longest)
            return Scenario.Point(coordinate: try await coordinate(at), stop: stop ?? 0)
        }
        return Scenario.Point(coordinate: try await coordinate(value))
    }

    private func coordinate(_ value: TOMLValue) async throws -> Coordinate {
        guard let text = value.asText else { return try numbers(value) }
        let parts = text.split(separator: ",").map { Double(String($0).trimmed) }
        if parts.count == 2, let latitude = parts[0], let longitude = parts[1] {
            return try checked(Coordinate(latitude: latitude, longitude: longitude), value)
        }
        guard let place = try await lookup(text) else {
            throw value.error("no place is called \(text.quoted)", use: Self.wanted)
        }
        return place
    }

    private func numbers(_ value: TOMLValue) throws -> Coordinate {
        let numbers = try value.list(of: "two numbers, \(Self.wanted)").map(\.asNumber)
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
            throw value.error("is not two numbers", use: Self.wanted)
        }
        return try checked(Coordinate(latitude: latitude, longitude: longitude), value)
    }

    private func checked(_ point: Coordinate, _ value: TOMLValue) throws -> Coordinate {
        guard point.isValid else {
            throw value.error(
                "\(plain(point.latitude)), \(plain(point.longitude)) is nowhere on the Earth",
                use: "a latitude from -90 to 90 and a longitude from -180 to 180")
        }
        return point
    }

    /// The way by all `points` along streets; `value`: what asks for it. One stops where one would have.
    func alongStreets(
        _ points: [Scenario.Point], _ mode: TravelMode, _ value: TOMLValue
    ) async throws -> [Scenario.Point] {
        guard let streets else {
            throw value.error(
                "needs streets, which geofencectl simulate asks the gateway for",
                use: "the trace that it writes")
        }
        guard mode.followsStreets else {
            throw value.error(
                "is true, and a \(mode.rawValue) follows no streets", use: "walk, bike or car")
        }
        guard var way = points.first.map({ [$0] }) else { return points }
        for (start, end) in zip(points, points.dropFirst()) {
            let line = try await streets(start.coordinate, end.coordinate, mode)
            way += line.journey(spacing: mode.limits.turnRadius)
            way.append(end)
        }
        return way
    }

    /// The points of a GPX or GeoJSON file. A relative path begins at the folder of the scenario.
    /// `spacing`: as in `RouteFile.journey`.
    func route(_ value: TOMLValue, spacing: Double) throws -> [Scenario.Point] {
        let name = try value.text("the path of a GPX or GeoJSON file in quotes")
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        return try RouteFile(path).points.journey(spacing: spacing)
    }
}

extension String {
    /// Without spaces and tabs around it.
    fileprivate var trimmed: String {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: blank).reversed().drop(while: blank).reversed())
    }
}
