import Glibc

/// The step from one fix to the next, with everything that regions have in common worked out once.
struct Step: Sendable {
    let fix: Fix
    let plane: LocalPlane
    /// Of the fix, in metres; 0 if unknown.
    let accuracy: Double
    /// Whether the times of the two fixes are of one clock.
    let isComparable: Bool
    /// The time of the fix before, or of this one if the two are not of one clock.
    let since: Timestamp
    /// Whether there was no fix for so long that the device may have been anywhere.
    let isGap: Bool
    /// Metres of the straight way from the fix before; 0 if there is no such way.
    let length: Double
    /// Where the device stands; `nil` if it moves, or nobody knows.
    let place: Coordinate?

    private let way: Way?

    /// A straight way short enough in time and length to be believed.
    private struct Way {
        let start: Offset
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
            startTime = start.time
            accuracy = max(start.accuracy ?? 0, end.accuracy ?? 0)
            self.rule = rule
        }
    }

    /// `provenSince` is where the track began, if it was not believed until `fix`. The way begins
    /// there if the way from `previous` is not known.
    init(
        from previous: Fix?, to fix: Fix, provenSince: Fix? = nil,
        standingAt place: Coordinate? = nil, _ rules: RegionRules
    ) {
        let (plane, rule) = (LocalPlane(at: fix.coordinate), rules.passThrough)
        (self.fix, self.place) = (fix, place)
        self.plane = plane
        accuracy = fix.accuracy ?? 0
        guard let previous else {
            (isComparable, since, isGap) = (true, fix.time, false)
            (length, way) = (0, nil)
            return
        }
        isComparable = fix.isLater(than: previous)
        since = isComparable ? previous.time : fix.time
        isGap = isComparable && fix.time - previous.time > rules.longestGap
        way =
            Way(from: previous, to: fix, plane, rule)
            ?? provenSince.flatMap { Way(from: $0, to: fix, plane, rule) }
        length = way?.start.length ?? 0
    }

    /// Whether the device stands, and more than so many metres from the middle of the region.
    func stands(beyond metres: Double, from region: Region) -> Bool {
        place.map { $0.distance(to: region.center) > metres } ?? false
    }

    /// Whether the device stands, and within so many metres of the middle of the region.
    func stands(within metres: Double, of region: Region) -> Bool {
        place.map { $0.distance(to: region.center) <= metres } ?? false
    }

    /// Metres from the fix to a point, as on a sheet.
    @inline(__always)
    func length(to point: Coordinate) -> Double { plane.offset(to: point).length }

    /// The least that `length` on the sheet is in truth: from 85° north across the pole it is 0.64 of that.
    @inline(__always)
    func least(_ length: Double) -> Double { plane.isFlat(length) ? length : length / 2 }

    /// The metres that are `length` on the sheet.
    @inline(__always)
    func distance(to point: Coordinate, length: Double) -> Double {
        plane.isFlat(length) ? length : Geodesic.distance(plane.origin, point)
    }

    /// Where the fix is, without how it moves.
    @inline(__always)
    func position(_ region: Region) -> RelativePosition {
        let offset = plane.offset(to: region.center)
        return RelativePosition(
            distance: plane.distance(to: region.center, along: offset), accuracy: accuracy,
            radius: region.radius)
    }

    /// Where the fix is, and how it moves. `position` is `position(region)`.
    func movement(_ region: Region, _ position: RelativePosition) -> RelativePosition {
        var position = position
        let way = plane.offset(to: region.center)
        guard way.length > 0, let velocity else { return position }
        position.speed = velocity.length
        position.approach = (way.east * velocity.east + way.north * velocity.north) / way.length
        return position
    }

    /// Metres per second; `nil` if the source does not give both speed and track.
    private var velocity: Offset? {
        guard let speed = fix.speed, let angle = fix.track?.radians else { return nil }
        return Offset(east: speed * sin(angle), north: speed * cos(angle))
    }

    /// Whether the fix is in a region's circle, or the way to it leads surely through. `distance`: from
    /// the fix to its middle, in metres.
    @inline(__always)
    func touches(_ regions: RegionList, _ offset: Int, _ distance: Double) -> Bool {
        let radius = regions.radius(at: offset)
        let beyond = distance - radius
        return beyond <= 0
            || beyond <= length && crossing(regions.center(at: offset), radius) != nil
    }

    /// Where the way leads surely through the circle; `nil` if it does not, or there is no way.
    @inline(__always)
    func crossing(_ center: Coordinate, _ radius: Double) -> PassThroughRule.Crossing? {
        way.flatMap { way in
            way.rule.crossing(
                from: way.start, center: plane.offset(to: center), radius: radius,
                accuracy: way.accuracy)
        }
    }

    /// The enter and the exit of a visit between the two fixes; `nil` if there was none within the
    /// region's window. `position` is that of the fix.
    @inline(__always)
    func pass(through region: Region, _ position: RelativePosition) -> (
        enter: Decision, exit: Decision
    )? {
        // Asked of the position, as most regions are not near, and a region is large.
        let isNear = position.distance <= position.radius + length
        return isNear ? pass(through: region) : nil
    }

    private func pass(through region: Region) -> (enter: Decision, exit: Decision)? {
        guard let crossing = crossing(region.center, region.radius) else { return nil }
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
