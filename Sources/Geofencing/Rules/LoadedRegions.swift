/// The regions that the last look-up found, and which of them have a `RegionState`.
struct LoadedRegions: Sendable {
    let regions: RegionList
    private let index: RegionIndex
    /// By number in the index.
    private var hasState: [Bool]

    /// A region by its number in the index and its offset in `regions`.
    struct Candidate: Sendable {
        let number: UInt32
        let offset: Int
    }

    init(_ regions: RegionList = []) {
        self.regions = regions
        index = RegionIndex(regions)
        hasState = [Bool](repeating: false, count: regions.count)
    }

    func hasState(_ number: UInt32) -> Bool { hasState[Int(number)] }

    mutating func setState(_ number: UInt32, _ isThere: Bool) { hasState[Int(number)] = isThere }

    /// The number in the index of the region at `offset`.
    func number(at offset: Int) -> UInt32 {
        var number: UInt32?
        forEach(at: regions.center(at: offset)) { candidate in
            if candidate.offset == offset { number = candidate.number }
        }
        guard let number else { preconditionFailure("there is no region at offset \(offset)") }
        return number
    }

    /// Calls `body` with all regions that `point` is in, and some more.
    func forEach(at point: Coordinate, _ body: (Candidate) -> Void) {
        index.forEachNumber(near: point, LocalPlane(at: point), reach: 0) { number, offset in
            body(Candidate(number: number, offset: offset))
        }
    }

    /// The regions without a state that the fix, or the way to it, touches, by number.
    @inline(__always)
    func arrivals(_ step: Step) -> [Candidate] {
        var arrivals: [Candidate] = []
        index.forEachNumber(
            near: step.fix.coordinate, step.plane, reach: step.length, where: { !hasState[$0] }
        ) { number, offset in
            if step.touches(regions.center(at: offset), radius: regions.radius(at: offset)) {
                arrivals.append(Candidate(number: number, offset: offset))
            }
        }
        return arrivals.count > 1 ? arrivals.sorted { $0.number < $1.number } : arrivals
    }
}
