/// One position, as a receiver or a trace reported it.
package struct Fix: Hashable, Sendable {
    /// When the receiver was there, by its own clock: never when we read it.
    package var time: Timestamp
    package var coordinate: Coordinate
    /// The radius in metres within which the receiver is with 68 % probability; `nil` if nobody
    /// says.
    ///
    /// A source fills in the receiver's own estimate, if there is one; `AccuracyLadder` the rest.
    package var accuracy: Double?
    /// Horizontal dilution of precision, without unit; `nil` if the source does not say.
    package var hdop: Double?
    /// Whether `accuracy` is the receiver's own, or made from `hdop`.
    package var accuracyOrigin = AccuracyOrigin.receiver
    /// How many satellites the position was made from; `nil` if the source does not say.
    package var satellites: Int?
    /// Over ground, in metres per second.
    package var speed: Double?
    /// Direction of travel in degrees from true north, 0..<360.
    package var track: Double?
    /// Metres above mean sea level.
    package var altitude: Double?
    package var mode = Mode.twoDimensional
    /// The source knows no date (or no time at all): `time` only orders its fixes, from
    /// 1970-01-01 on.
    package var isUndated = false
    /// Whose time `time` is.
    package var clock = Clock.receiver
    /// No travel may be assumed between the fix before and this one: a track was interrupted, or
    /// another trace begins.
    package var startsSegment = false

    /// As gpsd numbers them.
    package enum Mode: Int, Sendable {
        /// The source gives a position, and says that it is none.
        case noFix = 1
        case twoDimensional = 2
        case threeDimensional = 3
    }

    /// What a live source dates a fix by.
    package enum Clock: String, Sendable {
        case receiver
        /// The receiver's, whose week counter had overflowed.
        case mended
        /// The receiver's last good time, carried on: it told none, or an impossible one.
        case carried
        /// The system's, as the receiver never told a date.
        case system
    }

    package enum AccuracyOrigin: String, Sendable {
        case receiver, hdop
    }

    package init(time: Timestamp, coordinate: Coordinate) {
        self.time = time
        self.coordinate = coordinate
    }

    /// By one clock: between a date and none, or after a clock was put back, time says nothing.
    package func isLater(than other: Fix) -> Bool {
        time > other.time && isUndated == other.isUndated
    }
}

/// What a source has to say about one epoch.
package enum Report: Hashable, Sendable {
    case fix(Fix)
    /// The receiver works, but does not know where it is; perhaps it knows the time.
    case noPosition(Timestamp?)
    /// A position whose time nobody knows, where others have theirs: that of the fix means nothing.
    case noTime(Fix)
    /// No word from the receiver: a live source's clock has come so far that a region's time may
    /// have begun or ended.
    case clock(Timestamp)
    /// Nothing about where the device is, but about the receiver that should say so.
    case reception(Reception)

    /// `nil` if it is another report.
    package var fix: Fix? {
        if case .fix(let fix) = self { fix } else { nil }
    }

    package var time: Timestamp? {
        switch self {
        case .fix(let fix): fix.time
        case .noPosition(let time): time
        case .clock(let time): time
        case .noTime, .reception: nil
        }
    }
}
