import Geofencing

/// The data for the script of the page: columns of whole numbers. Positions and times are
/// differences to the row before.
struct MapJourney: Encodable {
    /// One of this number of fixes is in the data.
    var every: Int
    var reasons = DropReason.allCases.map(\.sentence)
    var fixes = Fixes()
    var truth: Way
    var regions: [Circle]
    var notices: [Told]
    /// From when on which clock counts, earliest first; one at least.
    var zones: [Zone]
    /// Whether the day is not known: then times are of no zone.
    var undated: Bool

    struct Fixes: Encodable {
        /// Ten-millionths of a degree.
        var lat: [Int] = []
        var lon: [Int] = []
        /// Milliseconds since 1970.
        var time: [Int64] = []
        /// Decimetres; 0 if unknown.
        var accuracy: [Int] = []
        /// The index in `reasons` of why it was dropped; -1 if it was not.
        var reason: [Int] = []
        /// The indices of fixes that no line leads to.
        var breaks: [Int] = []
    }

    struct Way: Encodable {
        var lat: [Int] = []
        var lon: [Int] = []

        init(_ places: [Coordinate]) {
            (lat, lon) = (places.map(\.latitude).steps, places.map(\.longitude).steps)
        }
    }

    struct Circle: Encodable {
        var id: String
        var kind: String
        var name: String
        var lat: Double
        var lon: Double
        var radius: Double
    }

    struct Told: Encodable {
        var type: String
        var verb: String
        var region: String
        var name: String
        var time: Int64
        var lat: Double
        var lon: Double
        var distance: Int
        var rule: String
        var why: String
    }

    struct Zone: Encodable {
        /// Milliseconds since 1970.
        var from: Int64
        /// Seconds east of UTC.
        var offset: Int
        var name: String
    }

    /// Seconds between two fixes: after a longer time, a line between them would be a guess.
    private static let longestGap = 60.0
    /// Columns of a terminal; a longer name says no more on a map.
    private static let longestName = 120

    init(_ page: MapPage, atMost limit: Int) {
        every = max(1, (page.fixes.count + limit - 1) / limit)
        let kept = stride(from: 0, to: page.fixes.count, by: every).map { page.fixes[$0] }
        truth = Way(
            stride(from: 0, to: page.truth.count, by: max(1, page.truth.count / limit)).map {
                page.truth[$0]
            })
        regions = page.regions.map {
            Circle(
                id: $0.id, kind: $0.kind, name: $0.name.cut(toWidth: Self.longestName),
                lat: $0.center.latitude, lon: $0.center.longitude, radius: $0.radius)
        }
        notices = page.notices.map {
            Told(
                type: $0.kind.rawValue, verb: $0.verb, region: $0.region.id,
                name: $0.region.name.cut(toWidth: Self.longestName), time: $0.time.milliseconds,
                lat: $0.fix.coordinate.latitude, lon: $0.fix.coordinate.longitude,
                distance: Int($0.distance.rounded()), rule: $0.rule.rawValue, why: $0.sentence)
        }
        undated = page.fixes.contains { $0.fix.isUndated }
        zones = undated ? [Zone(0, .utc)] : Self.zones(of: kept.map(\.fix.time))
        add(kept)
    }

    private mutating func add(_ kept: [(fix: Fix, dropReason: DropReason?)]) {
        let way = Way(kept.map(\.fix.coordinate))
        (fixes.lat, fixes.lon) = (way.lat, way.lon)
        fixes.accuracy = kept.map { Int(min(1e6, ($0.fix.accuracy ?? 0) * 10).rounded()) }
        fixes.reason = kept.map { $0.dropReason?.rawValue ?? -1 }
        var time: Int64 = 0
        var last: Fix?
        for (i, (fix, dropReason)) in kept.enumerated() {
            fixes.time.append(fix.time.milliseconds - time)
            time = fix.time.milliseconds
            guard dropReason == nil else { continue }
            if let last, fix.startsSegment || fix.time - last.time > Self.longestGap * Double(every)
            {
                fixes.breaks.append(i)
            }
            last = fix
        }
    }

    /// The clocks along the journey: there are two where summer time begins or ends.
    private static func zones(of times: [Timestamp]) -> [Zone] {
        var zones: [Zone] = []
        for time in times.sorted() {
            let zone = LocalZone(at: time)
            if zones.last?.name == zone.name { continue }
            zones.append(Zone(time.milliseconds, zone))
        }
        return zones.isEmpty ? [Zone(0, .utc)] : zones
    }
}

extension MapJourney.Zone {
    fileprivate init(_ from: Int64, _ zone: LocalZone) {
        self.init(from: from, offset: zone.offset, name: zone.name)
    }
}

extension [Double] {
    /// The numbers in ten-millionths, each as the difference to the one before.
    fileprivate var steps: [Int] {
        var last = 0
        return map { value in
            let now = Int((value * 1e7).rounded())
            defer { last = now }
            return now - last
        }
    }
}
