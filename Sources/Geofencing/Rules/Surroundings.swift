/// The regions that the last look-up found, and how far the device can go before it comes to one
/// of them that is not watched.
struct Surroundings: Sendable {
    let regions: RegionList
    private let index: RegionIndex
    /// By place in `regions`.
    private var isWatched: [Bool]
    /// As `Step.travelled`: up to there no region is near that is not watched.
    private(set) var clear = -Double.infinity
    /// Metres beyond what the device may have touched that it looks, to see what it can go without
    /// looking.
    private var outlook = nearestOutlook

    private static let nearestOutlook = 20.0
    private static let furthestOutlook = 640.0

    init(_ regions: RegionList = []) {
        self.regions = regions
        index = RegionIndex(regions)
        isWatched = [Bool](repeating: false, count: regions.count)
    }

    func isWatched(_ place: Int) -> Bool { isWatched[place] }

    mutating func watch(_ place: Int) { isWatched[place] = true }

    /// Nobody watches the region at `place` any more, which is not near up to there, as of
    /// `Step.travelled`.
    mutating func unwatch(_ place: Int, clear: Double) {
        isWatched[place] = false
        self.clear = min(self.clear, clear)
    }

    /// Nothing of what was found out before says what the next fix will touch.
    mutating func wake() { clear = -.infinity }

    /// The places of the regions that the fix, or the way to it, touches for the first time.
    mutating func arrivals(_ step: Step) -> [Int] {
        if step.travelled <= clear { return [] }
        var arrivals: [Int] = []
        var nearest = regions.isEmpty ? .infinity : outlook
        index.forEach(near: step.middle, reach: step.halfWay + outlook) { place in
            if isWatched[place] { return }
            let (center, radius) = (regions.center(at: place), regions.radius(at: place))
            let distance = step.plane.distance(to: center)
            if step.touches(center, radius, distance) {
                arrivals.append(place)
            } else {
                nearest = min(nearest, step.clearance(radius, distance))
            }
        }
        clear = step.travelled + nearest
        // Where regions are far from each other it pays to look far, and else not to.
        outlook = min(max(Self.nearestOutlook, 2 * nearest), Self.furthestOutlook)
        return arrivals
    }

    /// The region at `place` is touched, and yet not watched: the next fix may be in it.
    mutating func pass(_ place: Int) {
        if !isWatched[place] { clear = -.infinity }
    }

    /// Calls `body` with the places of all that `point` is in, and some more.
    func forEach(at point: Coordinate, _ body: (_ place: Int) -> Void) {
        index.forEach(near: point, reach: 0, body)
    }
}
