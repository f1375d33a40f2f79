import Geofencing

/// What the sentences of one time of day say together.
struct NMEAEpoch {
    /// Milliseconds since midnight.
    let timeOfDay: Int64
    /// Days since 1970-01-01; of an undated epoch, since the stream began.
    var day: Int64
    var isUndated: Bool

    private var coordinate: Coordinate?
    /// An epoch whose RMC says that there is no fix has none, whatever the others say.
    private var isVoid = false
    /// Sentences that could have had a position, or did.
    private var isPositioned = false
    private var altitude: Double?
    private var speed: Double?
    private var track: Double?
    private var ownDilution: Double?
    private var satelliteDilution: Double?
    private var satelliteMode: Fix.Mode?
    private var estimates = Estimates()

    /// The receiver's own, in metres, best first.
    private struct Estimates {
        var gst: Double?
        var pubx: Double?
        var psrfepe: Double?
        var pgrme: Double?
        var gbs: Double?

        var best: Double? { gst ?? pubx ?? psrfepe ?? pgrme ?? gbs }
    }

    /// Metres per second.
    private static let knot = 1852.0 / 3600
    /// From the radius that holds 50 % of a circular error to the one that holds 68 %.
    private static let from50To68Percent = 1.28

    init(timeOfDay: Int64, day: Int64, isUndated: Bool, after heading: Heading?) {
        self.timeOfDay = timeOfDay
        self.day = day
        self.isUndated = isUndated
        satelliteDilution = heading?.dilution
        satelliteMode = heading?.mode
    }

    /// `nil` if no sentence was about a position.
    var report: Report? {
        guard isPositioned else { return nil }
        let time = Timestamp(milliseconds: day * Timestamp.millisecondsPerDay + timeOfDay)
        guard !isVoid, let coordinate else { return .noPosition(time) }
        var fix = Fix(time: time, coordinate: coordinate)
        fix.accuracy = estimates.best
        fix.hdop = ownDilution ?? satelliteDilution
        fix.speed = speed
        fix.track = track
        fix.altitude = altitude
        fix.mode = satelliteMode ?? (altitude == nil ? .twoDimensional : .threeDimensional)
        fix.isUndated = isUndated
        return .fix(fix)
    }

    /// What is known of the satellites, where that and the time are all that there is.
    struct Heading {
        var dilution: Double?
        var mode: Fix.Mode?
    }

    var heading: Heading? {
        guard !isPositioned, estimates.best == nil else { return nil }
        return Heading(dilution: satelliteDilution, mode: satelliteMode)
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
            guard sentence[6].isLetter("A"), sentence[7].first != UInt8(ascii: "N") else { return }
            coordinate = coordinate ?? sentence.coordinate(at: 1)
        case .gsa:
            addMode(sentence[2].digits(1).flatMap { Fix.Mode(rawValue: $0) })
            satelliteDilution = sentence[16].decimal ?? satelliteDilution
        case .vtg:
            track = sentence[1].direction ?? track
            speed = sentence[5].decimal.map { $0 * Self.knot } ?? speed
        case .gst: estimates.gst = Self.combined(sentence[6], sentence[7])
        case .gbs: estimates.gbs = Self.combined(sentence[2], sentence[3])
        case .pubx00: estimates.pubx = sentence[9].decimal
        case .psrfepe: estimates.psrfepe = sentence[4].decimal
        case .pgrme: estimates.pgrme = sentence[1].decimal.map { $0 * Self.from50To68Percent }
        case .zda, .gsv, .other: break
        }
    }

    /// GGA and GNS differ only in how their sixth field begins when there is no fix.
    private mutating func addPosition(_ sentence: NMEASentence, noFix: UInt8) {
        isPositioned = true
        guard let status = sentence[6].first, status != noFix,
            let here = sentence.coordinate(at: 2)
        else { return }
        coordinate = here
        ownDilution = sentence[8].decimal
        altitude = sentence[9].signedDecimal
    }

    private mutating func addRMC(_ sentence: NMEASentence) {
        isPositioned = true
        guard sentence.saysThatThereIsAFix else { return refuse() }
        coordinate = coordinate ?? sentence.coordinate(at: 3)
        speed = sentence[7].decimal.map { $0 * Self.knot } ?? speed
        track = sentence[8].direction ?? track
    }

    /// A system of which no satellite is used says that it has no fix; another may have one.
    private mutating func addMode(_ mode: Fix.Mode?) {
        guard let mode, mode.rawValue > satelliteMode?.rawValue ?? 0 else { return }
        satelliteMode = mode
    }

    private static func combined(
        _ latitudeError: UnsafeRawBufferPointer, _ longitudeError: UnsafeRawBufferPointer
    ) -> Double? {
        guard let latitude = latitudeError.decimal, let longitude = longitudeError.decimal else {
            return nil
        }
        return (latitude * latitude + longitude * longitude).squareRoot()
    }
}
