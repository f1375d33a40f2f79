import Glibc

extension Message.Position {
    /// Metres between the middles of circles that are at one place, at most.
    static let samePlace = 30.0
    /// Metres of one degree of latitude: of a sphere, which is half a percent off at most.
    private static let degree = 111_195.0

    /// `distance`: metres.
    func isNear(_ other: Message.Position, within distance: Double = samePlace) -> Bool {
        var east = abs(longitude - other.longitude)
        if east > 180 { east = 360 - east }
        let width = cos((latitude + other.latitude) / 2 * .pi / 180)
        return hypot(latitude - other.latitude, east * width) * Self.degree <= distance
    }
}
