import Formats
package import Geofencing

extension Scenario {
    /// A journey along a route, from its first point to its last.
    ///
    /// `path`: of the route, for messages. `speed`: metres per second on a straight way; `nil`: as
    /// usual for the mode.
    package init(along route: RouteFile, path: String, mode: TravelMode, speed: Double? = nil) {
        self.init(along: route.points, path: path, mode: mode, speed: speed)
    }

    /// The same along two points or more.
    package init(
        along points: [Coordinate], path: String, mode: TravelMode, speed: Double? = nil
    ) {
        let limits = mode.limits
        self.init(legs: [
            Leg(
                mode: mode, points: points.journey(spacing: limits.turnRadius),
                speed: speed ?? limits.speed, lights: limits.lights, sky: limits.sky,
                receiver: .module, accuracy: .honest,
                location: TOMLLocation(file: path, line: 1, key: "route"))
        ])
    }
}
