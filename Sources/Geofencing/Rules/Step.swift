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
    /// Metres: between the ends of two steps there is never more than the difference.
    let travelled: Double
    /// Metres, half the straight way from the fix before; 0 if that way says nothing.
    let halfWay: Double
    /// The middle of that way; without one, the fix itself.
    let middle: Coordinate

    /// Before the fix …
    let sightings: Sightings
    /// … and with it, where only time has gone by as before.
    let seen: Sightings

    private let way: Way?

    /// A straight way short enough in time and length to be believed.
    private struct Way {
        let start: Offset
        let startCoordinate: Coordinate
        let startTime: Timestamp
        let accuracy: Double
        let rule: PassThroughRule

        /// `nil` if it is too long, or of two clocks, or of two segments of a track.
        init?(from start: Fix, to end: Fix, _ plane: LocalPlane, _ rule: PassThroughRule) {
            let offset = plane.offset(to: start.coordinate)
            guard end.isLater(than: start), !end.startsSegment,
                end.time - start.time <= rule.longestTime, offset.length <= rule.longestWay
            else { return nil }
            self.start = offset
            startCoordinate = start.coordinate
            startTime = start.time
            accuracy = max(start.accuracy ?? 0, end.accuracy ?? 0)
            self.rule = rule
        }
    }

    /// `provenSince`: where the track to `fix` began, if it was not believed until now. It is where
    /// the way begins if nobody knows the way from `previous`.
    ///
    /// `travelled`: at `fix`. `sightings`: before it, and with it.
    init(
        from previous: Fix?, to fix: Fix, provenSince: Fix? = nil, travelled: Double = 0,
        sightings: (before: Sightings, after: Sightings) = (Sightings(), Sightings()),
        _ rules: RegionRules
    ) {
        let (plane, rule) = (LocalPlane(at: fix.coordinate), rules.passThrough)
        self.fix = fix
        self.plane = plane
        self.travelled = travelled
        (self.sightings, seen) = sightings
        accuracy = fix.accuracy ?? 0
        guard let previous else {
            (isComparable, since, isGap) = (true, fix.time, false)
            (halfWay, middle, way) = (0, fix.coordinate, nil)
            return
        }
        isComparable = fix.isLater(than: previous)
        since = isComparable ? previous.time : fix.time
        isGap = isComparable && fix.time - previous.time > rules.longestGap
        way =
            Way(from: previous, to: fix, plane, rule)
            ?? provenSince.flatMap { Way(from: $0, to: fix, plane, rule) }
        guard let way else {
            (halfWay, middle) = (0, fix.coordinate)
            return
        }
        halfWay = way.start.length / 2
        middle = fix.coordinate.middle(to: way.startCoordinate)
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
    func movement(_ region: Region) -> Position { movement(region, position(region)) }

    /// The same, where `position(region)` is known already.
    func movement(_ region: Region, _ position: Position) -> Position {
        var position = position
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

    /// Metres that the device can go before it may touch a circle; `nil` if the fix, or the way to
    /// it, may be within already.
    @inline(__always)
    func clearance(_ center: Coordinate, _ radius: Double) -> Double? {
        let distance = plane.distance(to: center)
        let metres = distance - radius
        if metres <= 0 || metres <= 2 * halfWay && crossing(center, radius) != nil { return nil }
        return clearance(metres, at: distance)
    }

    /// The same of an edge so far away, and of a centre.
    func clearance(_ metres: Double, at distance: Double) -> Double {
        if plane.isFlat(distance) { return metres - Lull.slack }
        // Ways seem to lead through what they do not: by far less than this, but at the poles.
        return plane.isFlat(0) ? metres - 0.005 * distance : -.infinity
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
