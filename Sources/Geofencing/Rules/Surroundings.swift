/// The regions that the last look-up found, and how far the device can go before it comes to one
/// of them that is not watched.
///
/// It looks around, takes note of its neighbours, and looks at them alone until it has gone so far
/// that there may be others.
struct Surroundings: Sendable {
    let regions: RegionList
    private let index: RegionIndex
    /// By number in `index`.
    private var isWatched: [Bool]
    /// Those that are not watched, and not far …
    private var neighbours: [Neighbour] = []
    /// … and up to where each is surely not touched.
    private var limits = Limits()
    /// As `Step.travelled`: up to there no region is near that is neither watched nor a neighbour …
    private var horizon = -Double.infinity
    /// … nor one that is not watched.
    private(set) var clear = -Double.infinity
    /// Metres beyond what the device may have touched that it looks.
    private var outlook = 80.0

    struct Neighbour: Sendable {
        /// In the index.
        let number: UInt32
        /// In `regions`.
        let place: Int
    }

    private static let outlooks = 40.0...640.0
    /// Metres, of the outlook, that it does not go.
    private static let margin = 20.0
    /// So many neighbours are worth having.
    private static let neighbourhood = 4...24

    init(_ regions: RegionList = []) {
        self.regions = regions
        index = RegionIndex(regions)
        isWatched = [Bool](repeating: false, count: regions.count)
    }

    /// Nothing of what was found out before says what the next fix will touch.
    mutating func wake() { (horizon, clear) = (-.infinity, -.infinity) }

    /// The number of the region that is there in `regions`.
    func number(of place: Int) -> UInt32 {
        var number: UInt32?
        index.forEachNumber(near: regions.center(at: place), reach: 0) { found, at, _ in
            if at == place { number = found }
        }
        guard let number else { preconditionFailure("there is no region at place \(place)") }
        return number
    }

    /// Calls `body` with all that `point` is in, and some more.
    func forEach(at point: Coordinate, _ body: (Neighbour) -> Void) {
        index.forEachNumber(near: point, reach: 0) { number, place, _ in
            body(Neighbour(number: number, place: place))
        }
    }
}

// MARK: - Who is watched

extension Surroundings {
    func isWatched(_ number: UInt32) -> Bool { isWatched[Int(number)] }

    mutating func watch(_ number: UInt32) { isWatched[Int(number)] = true }

    /// Nobody watches the region any more, or nobody begins to; it is not touched up to there, as of
    /// `Step.travelled`.
    mutating func unwatch(_ number: UInt32, clear: Double) {
        isWatched[Int(number)] = false
        if clear > horizon { return }
        add(Neighbour(number: number, place: index.place(of: number)), clear: clear)
        self.clear = min(self.clear, clear)
    }

    private mutating func add(_ neighbour: Neighbour, clear: Double) {
        neighbours.append(neighbour)
        limits.append(Lull.Limit(reach: clear))
    }
}

// MARK: - Who is met

extension Surroundings {
    /// The regions that the fix, or the way to it, touches, and that are not watched yet. Each is to
    /// be watched now, or unwatched.
    mutating func arrivals(_ step: Step) -> [Neighbour] {
        if step.travelled <= clear { return [] }
        if step.travelled > horizon { lookAround(step) }
        var arrivals: [Neighbour] = []
        var limit = Lull.Limit(reach: horizon)
        var i = neighbours.count
        while let near = limits.lastOver(before: i, step, &limit) {
            i = near
            let place = neighbours[i].place
            let clearance = step.clearance(regions.center(at: place), regions.radius(at: place))
            if let clearance {
                limits[i].reach = step.travelled + clearance
                limit.keep(to: limits[i])
            } else {
                arrivals.append(neighbours[i])
                neighbours.swapAt(i, neighbours.count - 1)
                neighbours.removeLast()
                limits.remove(at: i)
            }
        }
        clear = limit.reach
        // In an order that does not depend on when they became neighbours.
        return arrivals.count > 1 ? arrivals.sorted { $0.number < $1.number } : arrivals
    }

    private mutating func lookAround(_ step: Step) {
        neighbours.removeAll(keepingCapacity: true)
        limits.removeAll()
        let reach = step.halfWay + outlook
        index.forEachNumber(near: step.middle, reach: reach) { number, place, clearance in
            if isWatched[Int(number)] { return }
            let neighbour = Neighbour(number: number, place: place)
            add(neighbour, clear: step.travelled + clearance - step.halfWay)
        }
        horizon = regions.isEmpty ? .infinity : step.travelled + outlook - Self.margin
        // Where regions are far from each other it pays to look far, and else not to.
        if neighbours.count < Self.neighbourhood.lowerBound {
            outlook = min(outlook * 2, Self.outlooks.upperBound)
        } else if neighbours.count > Self.neighbourhood.upperBound {
            outlook = max(outlook / 2, Self.outlooks.lowerBound)
        }
    }
}
