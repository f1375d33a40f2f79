import Glibc

/// From one fix to the next, with what all regions ask about it worked out once.
struct Step: Sendable {
    let fix: Fix
    let plane: LocalPlane
    /// Metres; 0 if unknown.
    let accuracy: Double
    /// Whether the two times are of one clock.
    let isComparable: Bool
    /// The time of the fix before, or of this one if the two are not of one clock.
    let since: Timestamp
    /// So long without a fix that nobody knows where the device was.
    let isGap: Bool
    /// Metres, half the straight way from the fix before; 0 if that way says nothing.
    let halfWay: Double
    /// The middle of that way; without one, the fix itself.
    let middle: Coordinate

    private let way: Way?

    /// A straight way short enough in time and length to be believed.
    private struct Way {
        let start: Offset
        let startTime: Timestamp
        let accuracy: Double
        let rule: PassThroughRule
    }

    init(from previous: Fix?, to fix: Fix, _ rules: RegionRules) {
        let rule = rules.passThrough
        self.fix = fix
        plane = LocalPlane(at: fix.coordinate)
        accuracy = fix.accuracy ?? 0
        guard let previous else {
            (isComparable, since, isGap) = (true, fix.time, false)
            (halfWay, middle, way) = (0, fix.coordinate, nil)
            return
        }
        let elapsed = fix.time - previous.time
        isComparable = fix.isLater(than: previous)
        since = isComparable ? previous.time : fix.time
        isGap = isComparable && elapsed > rules.longestGap
        let start = plane.offset(to: previous.coordinate)
        let length = start.length
        guard isComparable, !fix.startsSegment, elapsed <= rule.longestTime,
            length <= rule.longestWay
        else {
            (halfWay, middle, way) = (0, fix.coordinate, nil)
            return
        }
        halfWay = length / 2
        let east = (previous.coordinate.longitude - fix.coordinate.longitude).shortWayRound / 2
        middle = Coordinate(
            latitude: (previous.coordinate.latitude + fix.coordinate.latitude) / 2,
            longitude: (fix.coordinate.longitude + east).shortWayRound)
        way = Way(
            start: start, startTime: previous.time,
            accuracy: max(accuracy, previous.accuracy ?? 0), rule: rule)
    }

    /// Where the fix is, without how it moves.
    @inline(__always)
    func position(_ region: Region) -> Position {
        let offset = plane.offset(to: region.center)
        return Position(
            distance: plane.distance(to: region.center, along: offset), accuracy: accuracy,
            radius: region.radius)
    }

    /// Where the fix is, and how it moves.
    func movement(_ region: Region) -> Position {
        var position = position(region)
        let way = plane.offset(to: region.center)
        guard way.length > 0, let velocity else { return position }
        position.speed = velocity.length
        position.approach = (way.east * velocity.east + way.north * velocity.north) / way.length
        return position
    }

    /// Metres per second; `nil` if nobody says how fast and where to.
    private var velocity: Offset? {
        guard let speed = fix.speed, let angle = fix.track?.radians else { return nil }
        return Offset(east: speed * sin(angle), north: speed * cos(angle))
    }

    /// Whether the fix, or the way to it, may be within the circle.
    @inline(__always)
    func touches(_ center: Coordinate, _ radius: Double) -> Bool {
        plane.distance(to: center, along: plane.offset(to: center)) <= radius
            || crossing(center, radius) != nil
    }

    /// Where the way leads surely through the circle; `nil` if it does not, or there is none.
    @inline(__always)
    func crossing(_ center: Coordinate, _ radius: Double) -> PassThroughRule.Crossing? {
        way.flatMap { way in
            way.rule.crossing(
                from: way.start, center: plane.offset(to: center), radius: radius,
                accuracy: way.accuracy)
        }
    }

    /// The enter and the exit of a visit between the two fixes that neither saw; `nil` if there
    /// was none within the region's window. `position`: of the fix.
    func pass(through region: Region, _ position: Position) -> (enter: Decision, exit: Decision)? {
        guard position.distance <= region.radius + 2 * halfWay,
            let crossing = crossing(region.center, region.radius)
        else { return nil }
        let (enters, exits) = (time(at: crossing.enter), time(at: crossing.exit))
        let from = max(enters, region.window?.start ?? enters)
        let to = min(exits, region.window?.end ?? exits)
        guard from <= to, region.isActive(at: from) else { return nil }
        let distance = crossing.distance
        return (
            Decision(kind: .enter, time: from, distance: distance, rule: .segment),
            Decision(kind: .exit, time: to, distance: distance, rule: .segment, stay: to - from)
        )
    }

    /// When the device was at `part` (0…1) of the way.
    private func time(at part: Double) -> Timestamp {
        guard let way else { return fix.time }
        return way.startTime + part * (fix.time - way.startTime)
    }
}
