/// Where a device stands: in the middle of what its fixes say while it does.
///
/// The error of a position creeps. Whoever stands for half an hour gets fixes that are 30 m off for
/// minutes, and their accuracy does not say so; their mean is off by much less.
///
/// A slow speed alone does not say that a device stands: between high buildings, phones report 0.3 m/s
/// of whoever walks. Nor does a position that moves say that it does not.
package struct Standing: Hashable, Sendable {
    /// Metres per second; a slower device may stand. Walks are reported slower than they are.
    package var slowest = 0.7
    /// Seconds of slow fixes in one place after which it does.
    package var patience = 20.0
    /// Seconds of faster fixes in a row that are no noise.
    package var start = 3.0
    /// Metres that it is off from where it began to stand, or from where it stands, by its speed
    /// moving: it has gone.
    package var step = 9.0
    /// The same, whatever its speed: nine in ten errors that last for a while are below 56 m
    /// (docs/simulation.md).
    package var reach = 60.0
    /// Seconds over which the mean is taken: several errors of a minute or two each fit into it, and
    /// whoever has moved a few steps with a receiver that did not see it is not held for longer.
    package var memory = 600.0
    /// Seconds without a fix after which it may have been anywhere.
    package var longestPause = 30.0

    private var stand: Stand?
    /// Of the last fix.
    private var last: Timestamp?
    /// Seconds of faster fixes in a row.
    private var moving = 0.0
    private var isCertain = false

    /// Fixes in one place.
    fileprivate struct Stand: Hashable, Sendable {
        let since: Timestamp
        /// Of the first fix.
        let origin: Coordinate
        /// The sums of how many degrees the fixes lie north and east of it, each times the seconds since the
        /// one before, and of these.
        var north = 0.0
        var east = 0.0
        var seconds = 0.0

        var mean: Coordinate {
            guard seconds > 0 else { return origin }
            return Coordinate(
                latitude: origin.latitude + north / seconds,
                longitude: (origin.longitude + east / seconds).shortWayRound)
        }

        /// `memory`: the seconds that count at most, so that the latest do.
        mutating func add(_ point: Coordinate, for pause: Double, memory: Double) {
            let kept = min(1, memory / (seconds + pause))
            (north, east, seconds) = (kept * north, kept * east, kept * seconds)
            north += pause * (point.latitude - origin.latitude)
            east += pause * (point.longitude - origin.longitude).shortWayRound
            seconds += pause
        }
    }

    package init() {}

    /// Where it stands; `nil` if it moves, or nobody knows.
    package var place: Coordinate? { isCertain ? stand?.mean : nil }

    /// Takes the next fix that is believed.
    package mutating func add(_ fix: Fix) {
        defer { last = fix.time }
        guard let speed = fix.speed, let last, fix.time > last, !fix.startsSegment else {
            (stand, moving, isCertain) = (nil, 0, false)
            return
        }
        let pause = fix.time - last
        moving = speed < slowest ? 0 : moving + pause
        guard let stand, pause <= longestPause, !hasLeft(stand, for: fix.coordinate) else {
            stand = Stand(since: fix.time, origin: fix.coordinate)
            (moving, isCertain) = (0, false)
            return
        }
        if isCertain || speed < slowest {
            self.stand?.add(fix.coordinate, for: pause, memory: memory)
        }
        isCertain = isCertain || fix.time - stand.since >= patience
    }

    private func hasLeft(_ stand: Stand, for point: Coordinate) -> Bool {
        let isMoving = moving >= start
        guard isCertain else { return isMoving || !point.isWithin(step, of: stand.origin) }
        return !point.isWithin(isMoving ? step : reach, of: stand.mean)
    }
}

// MARK: - What outlives the process

extension Standing: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(stand)
        bytes.put(last)
        bytes.put(moving)
        bytes.put(isCertain)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        (stand, last) = (try bytes.take(), try bytes.take())
        (moving, isCertain) = (try bytes.take(), try bytes.take())
    }
}

extension Standing.Stand: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(since)
        bytes.put(origin)
        bytes.put(north)
        bytes.put(east)
        bytes.put(seconds)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        (since, origin) = (try bytes.take(), try bytes.take())
        (north, east, seconds) = (try bytes.take(), try bytes.take(), try bytes.take())
    }
}
