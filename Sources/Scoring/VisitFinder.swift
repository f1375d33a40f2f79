import Geofencing
import Simulation

/// Finds the true visits to regions along a journey.
struct VisitFinder {
    private let trace: SimulatedTrace
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

    init(_ trace: SimulatedTrace, _ regions: [Region]) {
        (self.trace, self.regions) = (trace, regions)
        index = RegionIndex(RegionList(regions))
    }

    /// One for each region, in their order.
    func records() -> [Record] {
        var records = [Record](repeating: Record(), count: regions.count)
        trace.forEachStretch { look(at: $0, &records) }
        return records
    }

    private func look(at stretch: Stretch, _ records: inout [Record]) {
        let middle = stretch.coordinate(at: stretch.length / 2)
        index.forEach(near: middle, reach: stretch.length / 2 + Self.margin + 1) { number in
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
