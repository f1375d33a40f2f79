/// The values of the rules, as they are written down: members in order.
extension Timestamp: Remembered {
    func write(to bytes: inout StateWriter) { bytes.put(Int(milliseconds)) }

    init(from bytes: inout StateReader) throws(StateError) {
        let number: Int = try bytes.take()
        self.init(milliseconds: Int64(number))
    }
}

extension Coordinate: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(latitude)
        bytes.put(longitude)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(latitude: try bytes.take(), longitude: try bytes.take())
    }
}

extension Fix.Mode: Remembered {}
extension Fix.AccuracyOrigin: Remembered {}
extension Fix.Clock: Remembered {}

extension Fix: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(time)
        bytes.put(coordinate)
        for number in [accuracy, hdop, speed, track, altitude] { bytes.put(number) }
        bytes.put(accuracyOrigin)
        bytes.put(satellites)
        bytes.put(mode)
        bytes.put(clock)
        bytes.put(isUndated)
        bytes.put(startsSegment)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(time: try bytes.take(), coordinate: try bytes.take())
        accuracy = try bytes.take()
        hdop = try bytes.take()
        speed = try bytes.take()
        track = try bytes.take()
        altitude = try bytes.take()
        accuracyOrigin = try bytes.take()
        satellites = try bytes.take()
        mode = try bytes.take()
        clock = try bytes.take()
        isUndated = try bytes.take()
        startsSegment = try bytes.take()
    }
}

extension TimeWindow: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(start)
        bytes.put(end)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(start: try bytes.take(), end: try bytes.take())
    }
}

extension Region.Field: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(name)
        bytes.put(value)
        bytes.put(isJSON)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(
            try bytes.take(), try bytes.take(), isJSON: bytes.version > 2 ? try bytes.take() : false
        )
    }
}

extension Region.Details: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(title)
        bytes.put(fields)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(title: try bytes.take(), fields: try bytes.take())
    }
}

extension Region: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(id)
        bytes.put(kind)
        bytes.put(name)
        bytes.put(center)
        bytes.put(radius)
        bytes.put(window)
        bytes.put(details)
        bytes.put(place)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(
            id: try bytes.take(), kind: try bytes.take(), name: try bytes.take(),
            center: try bytes.take(), radius: try bytes.take(), window: try bytes.take(),
            details: try bytes.take(), place: bytes.version > 2 ? try bytes.take() : nil)
    }
}

extension Transition.Cause: Remembered {}

extension ExitRule.Run: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(since)
        bytes.put(Int(count))
        bytes.put(Int(stationary))
    }

    init(from bytes: inout StateReader) throws(StateError) {
        since = try bytes.take()
        count = Int32(clamping: try bytes.take() as Int)
        stationary = Int32(clamping: try bytes.take() as Int)
    }
}

extension RegionState.Phase: Remembered {
    func write(to bytes: inout StateWriter) {
        switch self {
        case .approached(let count, let initial):
            bytes.put(0)
            bytes.put(count)
            bytes.put(initial)
        case .inside(let stay):
            bytes.put(1)
            bytes.put(stay)
        case .left(let absence, let count):
            bytes.put(2)
            bytes.put(absence)
            bytes.put(count)
        }
    }

    init(from bytes: inout StateReader) throws(StateError) {
        let kind: Int = try bytes.take()
        switch kind {
        case 0: self = .approached(count: try bytes.take(), initial: try bytes.take())
        case 1: self = .inside(try bytes.take())
        case 2: self = .left(try bytes.take(), count: try bytes.take())
        default: throw .damaged
        }
    }
}
