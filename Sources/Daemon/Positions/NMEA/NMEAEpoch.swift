import Geofencing

/// What the sentences with one time of day say together.
struct NMEAEpoch {
    /// Milliseconds since midnight.
    private(set) var timeOfDay: Int64
    /// That of the first of its sentences.
    let began: Int64
    /// Days since 1970-01-01; of an undated epoch, since the stream began.
    var day: Int64
    var isUndated: Bool

    private(set) var coordinate: Coordinate?
    /// Whose it is.
    private var talker = NMEASentence.Talker.all
    /// Those whose RMC says that there is no fix; then they have none, whatever other sentences say.
    private var withoutFix: [NMEASentence.Talker] = []
    /// The kinds of its sentences, a bit each.
    private var kinds: UInt32 = 0
    /// Whether one of its sentences is of a kind that has a position; else there is nothing to
    /// report.
    private(set) var isPositioned = false
    private var altitude: Double?
    private var speed: Double?
    private var track: Double?
    private var ownDilution: Double?
    var satellites = Satellites()
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
        began = timeOfDay
        self.day = day
        self.isUndated = isUndated
    }

    /// Milliseconds between two times of day.
    static func milliseconds(_ one: Int64, _ other: Int64) -> Int64 {
        let apart = abs(other - one)
        return min(apart, Timestamp.millisecondsPerDay - apart)
    }

    /// One of its sentences says this date and time of day, which count.
    mutating func date(by day: Int64, at timeOfDay: Int64) {
        (self.day, self.timeOfDay, isUndated) = (day, timeOfDay, false)
    }

    var time: Timestamp {
        Timestamp(milliseconds: day * Timestamp.millisecondsPerDay + timeOfDay)
    }

    /// `nil` if there is none.
    @inline(__always)
    var fix: Fix? {
        guard let coordinate else { return nil }
        var fix = Fix(time: time, coordinate: coordinate)
        fix.accuracy = estimates.best
        fix.hdop = ownDilution ?? satellites.dilution
        fix.speed = speed
        fix.track = track
        fix.altitude = altitude
        fix.mode = satellites.mode ?? (altitude == nil ? .twoDimensional : .threeDimensional)
        fix.isUndated = isUndated
        return fix
    }

    /// What GSA says of the satellites.
    struct Satellites {
        private(set) var dilution: Double?
        private(set) var mode: Fix.Mode?

        /// There is a GSA for each system of satellites; the best mode counts, as one that is not used
        /// has no fix.
        mutating func add(_ gsa: NMEASentence) {
            dilution = gsa.decimal(16) ?? dilution
            guard let mode = gsa[2].digits(1).flatMap({ Fix.Mode(rawValue: $0) }),
                mode.rawValue > self.mode?.rawValue ?? 0
            else { return }
            self.mode = mode
        }
    }

    /// What is known of the satellites while nothing else of the epoch is; `nil` if more is known.
    var heading: Satellites? { isPositioned || estimates.best != nil ? nil : satellites }

    func has(_ kind: NMEASentence.Kind) -> Bool { kinds & 1 << UInt32(kind.rawValue) != 0 }

    /// That talker has no fix in this epoch; of all systems together, nobody has.
    mutating func refuse(_ talker: NMEASentence.Talker) {
        withoutFix.append(talker)
        if isRefused(self.talker) { coordinate = nil }
    }

    private func isRefused(_ talker: NMEASentence.Talker) -> Bool {
        withoutFix.contains { $0 == talker || $0 == .all }
    }

    mutating func add(_ sentence: NMEASentence) {
        kinds |= 1 << UInt32(sentence.kind.rawValue)
        switch sentence.kind {
        case .rmc: addRMC(sentence)
        case .gga: addPosition(sentence, hasFix: sentence[6].first != UInt8(ascii: "0"))
        // A letter for each system of satellites; those that are not used have an N.
        case .gns:
            addPosition(sentence, hasFix: !sentence[6].allSatisfy { $0 == UInt8(ascii: "N") })
        case .gll:
            isPositioned = true
            guard sentence.letter(6) == UInt8(ascii: "A"), sentence[7].first != UInt8(ascii: "N")
            else { return }
            addCoordinate(of: sentence)
        case .gsa: satellites.add(sentence)
        case .vtg:
            track = sentence.direction(1) ?? track
            speed = sentence.decimal(5).map { $0 * Self.knot } ?? speed
        case .gst: estimates.gst = sentence.combined(6, 7)
        case .gbs: estimates.gbs = sentence.combined(2, 3)
        case .pubx00: addPUBX(sentence)
        case .psrfepe: estimates.psrfepe = sentence.decimal(4)
        case .pgrme: estimates.pgrme = sentence.decimal(1).map { $0 * Self.from50To68Percent }
        case .zda, .gsv, .pubx04, .other: break
        }
    }

    /// Of a GGA or GNS, which differ only in how the sixth field says that there is a fix.
    private mutating func addPosition(_ sentence: NMEASentence, hasFix: Bool) {
        isPositioned = true
        guard hasFix, !sentence[6].isEmpty, !isRefused(sentence.talker),
            let here = sentence.coordinate(at: 2)
        else { return }
        (coordinate, talker) = (here, sentence.talker)
        ownDilution = sentence.decimal(8)
        altitude = sentence.signedDecimal(9)
    }

    private mutating func addRMC(_ sentence: NMEASentence) {
        isPositioned = true
        guard sentence.saysThatThereIsAFix else { return refuse(sentence.talker) }
        addCoordinate(of: sentence)
        speed = sentence.decimal(7).map { $0 * Self.knot } ?? speed
        track = sentence.direction(8) ?? track
    }

    /// u-blox's own; NF is no fix, and TT knows only the time.
    private mutating func addPUBX(_ sentence: NMEASentence) {
        isPositioned = true
        estimates.pubx = sentence.decimal(9)
        guard !sentence[8].elementsEqual("NF".utf8), !sentence[8].elementsEqual("TT".utf8) else {
            return
        }
        addCoordinate(of: sentence)
        speed = speed ?? sentence.decimal(11).map { $0 / 3.6 }
        track = track ?? sentence.direction(12)
    }

    /// Unless another sentence has said it before.
    private mutating func addCoordinate(of sentence: NMEASentence) {
        guard coordinate == nil, !isRefused(sentence.talker),
            let field = sentence.coordinateField, let here = sentence.coordinate(at: field)
        else { return }
        (coordinate, talker) = (here, sentence.talker)
    }
}

extension NMEASentence {
    /// The error in the plane, from the fields of those to the north and to the east; in metres.
    fileprivate func combined(_ north: Int, _ east: Int) -> Double? {
        guard let north = decimal(north), let east = decimal(east) else { return nil }
        return (north * north + east * east).squareRoot()
    }
}
