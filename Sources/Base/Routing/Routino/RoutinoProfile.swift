/// What one prefers on the way, and how fast one goes, as options of `routino-router`. Its own profiles
/// have cars go 80 km/h in towns.
///
/// Chosen so that lengths and times come near those of Valhalla for pairs of places in Andorra and Monaco.
struct RoutinoProfile {
    /// As Routino calls it.
    var transport: String
    /// By kind of way: per cent of the preference for the best, and km/h. Of a kind that is not named, as
    /// its own profile has it.
    var ways: [(kind: String, preference: Int, speed: Int)]

    init(_ travel: Travel) {
        switch travel {
        case .foot:
            transport = "foot"
            ways = [
                ("trunk", 60, 5), ("primary", 70, 5), ("secondary", 80, 5), ("tertiary", 90, 5),
                ("unclassified", 95, 5), ("residential", 100, 5), ("service", 95, 5),
                ("track", 90, 5), ("cycleway", 100, 5), ("path", 100, 5), ("steps", 70, 3),
            ]
        case .bike:
            transport = "bicycle"
            ways = [
                ("trunk", 70, 16), ("primary", 90, 16), ("secondary", 95, 16),
                ("tertiary", 100, 16), ("unclassified", 100, 16), ("residential", 100, 16),
                ("service", 85, 16), ("track", 60, 12), ("cycleway", 100, 16), ("path", 50, 12),
            ]
        case .car:
            transport = "motorcar"
            ways = [
                ("motorway", 100, 105), ("trunk", 100, 80), ("primary", 100, 65),
                ("secondary", 100, 55), ("tertiary", 95, 45), ("unclassified", 90, 35),
                ("residential", 90, 25), ("service", 70, 15),
            ]
        }
    }

    var options: [String] {
        // All alike: neither a bridge nor a signed route is better than another way.
        ["paved", "multilane", "bridge", "tunnel", "footroute", "bicycleroute"]
            .map { "--property-\($0)=50" }
            + ways.flatMap {
                ["--highway-\($0.kind)=\($0.preference)", "--speed-\($0.kind)=\($0.speed)"]
            } + ["--transport=\(transport)", "--quickest"]
    }
}
