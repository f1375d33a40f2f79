import Geofencing

/// Finds the true visits to regions along a journey.
struct VisitFinder {
    private let way: Way
    private let scenario: Scenario
    private let regions: [Region]
    private let index: RegionIndex

    /// Metres around a circle in which it is not told apart whether one is there.
    static let margin = 30.0
    /// Metres inside, from which on there is no doubt.
    static let depth = 30.0

    /// What was seen of a region, in seconds since the journey began.
    struct Record {
        var near = Spans()
        var inside = Spans()
        var deep = Spans()
        /// Where it was nearest, stretch by stretch while near.
        var nearest: [(span: ClosedRange<Double>, metres: Double)] = []
    }

    init(_ way: Way, _ scenario: Scenario, _ regions: [Region]) {
        (self.way, self.scenario, self.regions) = (way, scenario, regions)
        index = RegionIndex(RegionList(regions))
    }

    /// One for each region, in their order.
    func records() -> [Record] {
        var records = [Record](repeating: Record(), count: regions.count)
        var motion = Motion(way, scenario)
        if way.nodes.count == 1 || way.nodes[0].wait > 0 {
            look(at: Stretch(standingAt: way.nodes[0], scenario), &records)
        }
        while let stretch = motion.next() { look(at: stretch, &records) }
        return records
    }

    private func look(at stretch: Stretch, _ records: inout [Record]) {
        let middle = stretch.point(at: stretch.length / 2).coordinate
        index.forEach(near: middle, reach: stretch.length / 2 + Self.margin + 1) { place in
            let region = regions[place]
            let pass = TruePass(stretch, past: region.center)
            guard let near = pass.time(within: region.radius + Self.margin) else { return }
            records[place].near.add(near)
            records[place].nearest.append((near, pass.nearest))
            guard let inside = pass.time(within: region.radius) else { return }
            records[place].inside.add(inside)
            let depth = region.radius - Self.depth
            guard depth > 0, let deep = pass.time(within: depth) else { return }
            records[place].deep.add(deep)
        }
    }
}
