import Geofencing

/// What the sentences with one time of day say together.
struct NMEAEpoch {
    /// Milliseconds since midnight.
    let timeOfDay: Int64
    /// Days since 1970-01-01; of an undated epoch, since the stream began.
    var day: Int64
    var isUndated: Bool

    private var coordinate: Coordinate?
    /// Whether an RMC says that there is no fix; then there is none, whatever other sentences say.
    private var isVoid = false
    /// Whether one of its sentences is of a kind that has a position; else there is nothing to
    /// report.
    private(set) var isPositioned = false
    private var altitude: Double?
    private var speed: Double?
    private var track: Double?
    private var ownDilution: Double?
    private var satelliteDilution: Double?
    private var satelliteMode: Fix.Mode?
    private var estimates = Estimates()

    /// The receiver's own estimates of its accuracy in metres, by sentence, the best first.
    private struct Estimates {
        var gst: Double?
        var pubx: Double?
        var psrfepe: Double?
        var pgrme: Double?
        var gbs: Double?

        var best: Double? { gst ?? pubx ?? psrfepe ?? pgrme ?? gbs }
    }

    /// Metres per second in a knot.
    private static let knot = 1852.0 / 3600
    /// The radius that holds 68 % of a circular error, in radii that hold 50 %.
    private static let from50To68Percent = 1.28

    init(timeOfDay: Int64, day: Int64, isUndated: Bool) {
        self.timeOfDay = timeOfDay
        self.day = day
        self.isUndated = isUndated
    }

    var time: Timestamp {
        Timestamp(milliseconds: day * Timestamp.millisecondsPerDay + timeOfDay)
    }

    /// `nil` if there is none.
    @inline(__always)
    var fix: Fix? {
        guard !isVoid, let coordinate else { return nil }
        var fix = Fix(time: time, coordinate: coordinate)
        fix.accuracy = estimates.best
        fix.hdop = ownDilution ?? satelliteDilution
        fix.speed = speed
        fix.track = track
        fix.altitude = altitude
        fix.mode = satelliteMode ?? (altitude == nil ? .twoDimensional : .threeDimensional)
        fix.isUndated = isUndated
        return fix
    }

    /// What is known of the satellites while nothing else of the epoch is.
    struct Heading {
        var dilution: Double?
        var mode: Fix.Mode?
    }

    /// `nil` if more is known.
    var heading: Heading? {
        guard !isPositioned, estimates.best == nil else { return nil }
        return Heading(dilution: satelliteDilution, mode: satelliteMode)
    }

    mutating func add(_ heading: Heading) {
        (satelliteDilution, satelliteMode) = (heading.dilution, heading.mode)
    }

    /// There is no fix in this epoch, whatever its sentences say.
    mutating func refuse() {
        isVoid = true
    }

    mutating func add(_ sentence: NMEASentence) {
        switch sentence.kind {
        case .rmc: addRMC(sentence)
        case .gga: addPosition(sentence, noFix: UInt8(ascii: "0"))
        case .gns: addPosition(sentence, noFix: UInt8(ascii: "N"))
        case .gll:
            isPositioned = true
            guard sentence.letter(6) == UInt8(ascii: "A"), sentence[7].first != UInt8(ascii: "N")
            else { return }
            coordinate = coordinate ?? sentence.coordinate(at: 1)
        case .gsa:
            addMode(sentence[2].digits(1).flatMap { Fix.Mode(rawValue: $0) })
            satelliteDilution = sentence.decimal(16) ?? satelliteDilution
        case .vtg:
            track = sentence.direction(1) ?? track
            speed = sentence.decimal(5).map { $0 * Self.knot } ?? speed
        case .gst: estimates.gst = sentence.combined(6, 7)
        case .gbs: estimates.gbs = sentence.combined(2, 3)
        case .pubx00: estimates.pubx = sentence.decimal(9)
        case .psrfepe: estimates.psrfepe = sentence.decimal(4)
        case .pgrme: estimates.pgrme = sentence.decimal(1).map { $0 * Self.from50To68Percent }
        case .zda, .gsv, .other: break
        }
    }

    /// Of a GGA or GNS, which differ only in how the sixth field begins if there is no fix.
    private mutating func addPosition(_ sentence: NMEASentence, noFix: UInt8) {
        isPositioned = true
        guard let status = sentence[6].first, status != noFix,
            let here = sentence.coordinate(at: 2)
        else { return }
        coordinate = here
        ownDilution = sentence.decimal(8)
        altitude = sentence.signedDecimal(9)
    }

    private mutating func addRMC(_ sentence: NMEASentence) {
        isPositioned = true
        guard sentence.saysThatThereIsAFix else { return refuse() }
        coordinate = coordinate ?? sentence.coordinate(at: 3)
        speed = sentence.decimal(7).map { $0 * Self.knot } ?? speed
        track = sentence.direction(8) ?? track
    }

    /// There is a GSA for each system of satellites; the best counts, as one that is not used has
    /// no fix.
    private mutating func addMode(_ mode: Fix.Mode?) {
        guard let mode, mode.rawValue > satelliteMode?.rawValue ?? 0 else { return }
        satelliteMode = mode
    }
}

extension NMEASentence {
    /// The error in the plane, from the fields of those to the north and to the east; in metres.
    fileprivate func combined(_ north: Int, _ east: Int) -> Double? {
        guard let north = decimal(north), let east = decimal(east) else { return nil }
        return (north * north + east * east).squareRoot()
    }
}
