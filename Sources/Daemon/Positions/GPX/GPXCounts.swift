import Geofencing

/// How much a GPX file contains.
struct GPXCounts {
    var tracks = 0
    /// Empty ones as well.
    var segments = 0
    var points = 0
    var routes = 0
    var routePoints = 0
    var waypoints = 0
    /// Points of any kind that are nowhere on the Earth; no other count has them.
    var invalidPoints = 0

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
