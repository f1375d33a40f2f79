import Geofencing

// As `/api/route` answers it: metres, seconds, and a GeoJSON LineString.

extension Route: Codable {
    private enum CodingKeys: String, CodingKey {
        case distance, duration, line, steps, by, engine, credit
    }

    private struct LineString: Codable {
        var type = "LineString"
        /// Longitude and latitude.
        var coordinates: [[Double]]
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(distance.rounded(), forKey: .distance)
        try members.encode(duration.rounded(), forKey: .duration)
        let line = LineString(coordinates: line.map { [$0.longitude, $0.latitude] })
        try members.encode(line, forKey: .line)
        try members.encode(steps, forKey: .steps)
        try members.encode(by, forKey: .by)
        try members.encode(engine, forKey: .engine)
        try members.encode(credit, forKey: .credit)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let line = try members.decode(LineString.self, forKey: .line)
        self.init(
            distance: try members.decode(Double.self, forKey: .distance),
            duration: try members.decode(Double.self, forKey: .duration),
            line: line.coordinates.compactMap { pair in
                pair.count == 2 ? Coordinate(latitude: pair[1], longitude: pair[0]) : nil
            },
            steps: try members.decode([Step].self, forKey: .steps),
            by: try members.decode(Travel.self, forKey: .by),
            engine: try members.decode(String.self, forKey: .engine),
            credit: try members.decode(String.self, forKey: .credit))
    }
}

extension Route.Step: Codable {
    private enum CodingKeys: String, CodingKey { case text, distance, duration, at, name }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(text, forKey: .text)
        try members.encode(distance.rounded(), forKey: .distance)
        try members.encode(duration.rounded(), forKey: .duration)
        try members.encode([at.latitude, at.longitude], forKey: .at)
        try members.encodeIfPresent(name, forKey: .name)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let at = try members.decode([Double].self, forKey: .at)
        guard at.count == 2 else {
            throw DecodingError.dataCorruptedError(
                forKey: .at, in: members, debugDescription: "no latitude and longitude")
        }
        self.init(
            try members.decode(String.self, forKey: .text),
            distance: try members.decode(Double.self, forKey: .distance),
            duration: try members.decode(Double.self, forKey: .duration),
            at: Coordinate(latitude: at[0], longitude: at[1]),
            name: try members.decodeIfPresent(String.self, forKey: .name))
    }
}
