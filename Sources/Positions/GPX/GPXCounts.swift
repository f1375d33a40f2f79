import Geofencing

/// How much of what was in a GPX file.
struct GPXCounts {
    var tracks = 0
    /// Empty ones as well.
    var segments = 0
    var points = 0
    var routes = 0
    var routePoints = 0
    var waypoints = 0
    /// Of all three kinds; they are in no other count.
    var invalidPoints = 0

    /// Where there are no others: in a segment.
    var trackPoints: Int { points + invalidPoints }

    var tally: [Tally] {
        [
            Tally("tracks", tracks),
            Tally("segments", segments),
            Tally("points", points),
            Tally("routes", routes),
            Tally("route_points", routePoints),
            Tally("waypoints", waypoints),
            Tally("invalid_points", invalidPoints),
        ]
    }
}
