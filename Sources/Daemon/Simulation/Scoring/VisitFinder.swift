import Geofencing

/// Finds the true visits to regions along a journey.
struct VisitFinder {
    private let trace: SimulatedTrace
    private let regions: [Region]
    private let index: RegionIndex

    /// Metres around a circle that still count as near it.
    static let margin = 30.0
    /// Metres inside a circle from which on there is no doubt.
    static let depth = 30.0

    /// When the journey was near a region, inside of it, and deep inside.
    struct Record {
        var near = Spans()
        var inside = Spans()
        var deep = Spans()
        /// The least distance to the centre, for each stretch that is near.
        var nearest: [(span: ClosedRange<Double>, metres: Double)] = []
    }

    init(_ trace: SimulatedTrace, _ regions: [Region]) {
        (self.trace, self.regions) = (trace, regions)
        index = RegionIndex(RegionList(regions))
    }

    /// One record for each region, in their order.
    func records() -> [Record] {
        var records = [Record](repeating: Record(), count: regions.count)
        trace.forEachStretch { look(at: $0, &records) }
        return records
    }

    private func look(at stretch: Stretch, _ records: inout [Record]) {
        let middle = LocalPlane(at: stretch.coordinate(at: stretch.length / 2))
        let reach = stretch.length / 2 + Self.margin + 1
        index.forEach(near: middle, reach: reach) { _, number, _ in
            let region = regions[number]
            let pass = TruePass(stretch, past: region.center)
            guard let near = pass.time(within: region.radius + Self.margin) else { return }
            records[number].near.add(near)
            records[number].nearest.append((near, pass.nearest))
            guard let inside = pass.time(within: region.radius) else { return }
            records[number].inside.add(inside)
            let depth = region.radius - Self.depth
            guard depth > 0, let deep = pass.time(within: depth) else { return }
            records[number].deep.add(deep)
        }
    }
}
