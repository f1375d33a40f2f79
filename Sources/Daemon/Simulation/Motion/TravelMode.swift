/// How somebody travels.
package enum TravelMode: String, CaseIterable, Sendable {
    case walk, bike, car, motorway, tram, metro, train, boat, parked

    /// Whether a router for people on foot, on bicycles and in cars knows its ways.
    package var followsStreets: Bool { [.walk, .bike, .car, .motorway].contains(self) }

    /// What is physically and humanly possible. Metres, metres per second, metres per second
    /// squared.
    struct Limits {
        /// The average on a straight way.
        var speed: Double
        var acceleration: Double
        var braking: Double
        /// The acceleration towards the side, in a bend.
        var sideways: Double
        /// The radius to which a corner of the route is rounded.
        var turnRadius: Double
        /// Seconds at each stop that the mode makes by itself; 0: it makes none.
        var stop = 0.0
        /// The average between two red lights; 0: there are none.
        var lights = 0.0
        var sky = Sky.suburban
    }

    /// The table of modes in docs/simulation.md, which says where the numbers come from.
    var limits: Limits {
        switch self {
        case .walk:
            Limits(speed: 1.4, acceleration: 0.7, braking: 0.7, sideways: 1, turnRadius: 1)
        case .bike:
            Limits(speed: 4.7, acceleration: 0.8, braking: 1.5, sideways: 2, turnRadius: 5)
        case .car:
            Limits(
                speed: 12.5, acceleration: 1.5, braking: 2, sideways: 2, turnRadius: 12,
                lights: 600)
        case .motorway:
            Limits(
                speed: 33, acceleration: 1, braking: 2, sideways: 1.5, turnRadius: 600, sky: .open)
        case .tram:
            Limits(
                speed: 11, acceleration: 1, braking: 1.2, sideways: 1, turnRadius: 30, stop: 20)
        case .metro:
            Limits(
                speed: 19, acceleration: 1.1, braking: 1.1, sideways: 1, turnRadius: 200, stop: 25,
                sky: .tunnel)
        case .train:
            Limits(
                speed: 36, acceleration: 0.5, braking: 0.7, sideways: 0.8, turnRadius: 800,
                stop: 60, sky: .open)
        case .boat:
            Limits(
                speed: 5, acceleration: 0.2, braking: 0.2, sideways: 0.3, turnRadius: 40, sky: .open
            )
        case .parked:
            Limits(speed: 1, acceleration: 1, braking: 1, sideways: 1, turnRadius: 1)
        }
    }
}
