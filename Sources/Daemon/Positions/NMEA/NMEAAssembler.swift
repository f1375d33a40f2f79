import Geofencing

/// Joins the sentences of an epoch, and makes a report of each epoch.
struct NMEAAssembler {
    var clock: NMEAClock
    /// How many sentences were incomplete, or had a time or a date that is none.
    private(set) var malformed = 0

    /// The epoch that began last.
    private var epoch = NMEAEpoch(timeOfDay: 0, day: 0, isUndated: true)
    private var time = FieldMemory()
    /// Whether sentences may still belong to it.
    private var isOpen = false
    /// Milliseconds from the epoch before to the one that began last; `nil`: there was none before.
    private var interval: Int64?
    /// What GSA has said since the last sentence with a time, where it stands before its position.
    private var ahead: NMEAEpoch.Satellites?
    /// Whether it stands there; `nil` while there was none.
    private var satellitesLead: Bool?
    /// How many digits there were before the points of the last position, if not as many as there have
    /// to be.
    private var oddWidths: [Int]?
    private var isFirst = true
    private var reports: [Report] = []
    private var countsByKind = [Int](repeating: 0, count: NMEASentence.Kind.allCases.count)
    private var otherCounts: [String: Int] = [:]

    init(clock: NMEAClock) {
        self.clock = clock
    }

    /// Milliseconds; of a receiver that is slower, what is said within a second may be one fix.
    private static let quickest: Int64 = 900
    /// Milliseconds by which times of one fix differ that were rounded.
    private static let rounding: Int64 = 10

    mutating func add(_ sentence: NMEASentence) {
        count(sentence)
        guard sentence.isComplete, !hasLostDigits(sentence) else {
            malformed += 1
            // An RMC that broke off before it said that there is a fix is read as if there were
            // none.
            if sentence.kind == .rmc, !sentence.saysThatThereIsAFix {
                epoch.refuse(sentence.talker)
            }
            return
        }
        if let field = sentence.kind.timeField {
            guard let timeOfDay = time.value(of: sentence[field], \.timeOfDay) else {
                return addTimeless(sentence, isEmpty: sentence[field].isEmpty)
            }
            begin(timeOfDay, with: sentence)
            switch clock.set(from: sentence, at: timeOfDay) {
            case .date: epoch.date(by: clock.day, at: timeOfDay)
            case .noSuchDay: malformed += 1
            case .none: break
            }
        }
        if sentence.kind == .gsa, leads() {
            ahead = ahead ?? NMEAEpoch.Satellites()
            ahead?.add(sentence)
        } else if isOpen {
            epoch.add(sentence)
        }
    }

    /// Whether a GSA is of the position that follows. That can be seen where a stream begins with one.
    private mutating func leads() -> Bool {
        let leads = satellitesLead ?? !isOpen
        satellitesLead = leads
        return leads
    }

    /// Whether digits of a position are missing, which a checksum does not see if two are the same.
    /// There are 4 before the point of a latitude, and 5 of a longitude; what leaves leading zeros out
    /// does so again.
    private mutating func hasLostDigits(_ sentence: NMEASentence) -> Bool {
        guard let field = sentence.coordinateField else { return false }
        let (latitude, longitude) = (sentence[field], sentence[field + 2])
        if latitude.hasWholeDigits(4), longitude.hasWholeDigits(5) {
            oddWidths = nil
            return false
        }
        guard !latitude.isEmpty, !longitude.isEmpty else { return false }
        let widths = [latitude.wholeDigits, longitude.wholeDigits]
        defer { oddWidths = widths }
        return widths != oddWidths
    }

    /// A sentence without a time, as a receiver writes it that has just been switched on.
    private mutating func addTimeless(_ sentence: NMEASentence, isEmpty: Bool) {
        if !isEmpty {
            malformed += 1
        } else if sentence.kind == .rmc {
            finish()
            reports.append(.noPosition(nil))
        }
    }

    private mutating func begin(_ timeOfDay: Int64, with sentence: NMEASentence) {
        defer { ahead = nil }
        if isOpen, epoch.timeOfDay == timeOfDay || belongs(sentence, at: timeOfDay) {
            guard let ahead else { return }
            // It stands between two sentences of one position.
            epoch.satellites = ahead
            satellitesLead = false
            return
        }
        let day = clock.advance(to: timeOfDay)
        // What came after a ZDA and has no time of its own belongs to the position that follows.
        let heading = isOpen ? epoch.heading : nil
        if epoch.isPositioned { interval = NMEAEpoch.milliseconds(epoch.began, timeOfDay) }
        finish()
        epoch = NMEAEpoch(timeOfDay: timeOfDay, day: day, isUndated: clock.isUndated)
        if let satellites = ahead ?? heading { epoch.satellites = satellites }
        isOpen = true
    }

    /// Whether a sentence is of the epoch though it says another time: of a receiver that has one fix a
    /// second, or fewer, converters cut the fraction from some sentences, and some are said later.
    private func belongs(_ sentence: NMEASentence, at timeOfDay: Int64) -> Bool {
        let apart = NMEAEpoch.milliseconds(epoch.timeOfDay, timeOfDay)
        guard apart < 1000, interval ?? .max >= Self.quickest, !epoch.has(sentence.kind),
            !epoch.isUndated || sentence.kind == .rmc
        else { return false }
        if let field = sentence.coordinateField {
            return epoch.isPositioned && sentence.coordinate(at: field) == epoch.coordinate
        }
        guard sentence.kind == .gst || sentence.kind == .gbs else { return false }
        return apart <= Self.rounding || (timeOfDay % 1000 == 0) != (epoch.timeOfDay % 1000 == 0)
    }

    /// Reports on the epoch, to which no more sentences belong.
    mutating func finish() {
        guard isOpen, epoch.isPositioned else { return }
        isOpen = false
        guard var fix = epoch.fix else {
            reports.append(.noPosition(epoch.time))
            return
        }
        fix.startsSegment = isFirst
        isFirst = false
        reports.append(.fix(fix))
    }

    mutating func takeReports() -> [Report] {
        defer { reports.removeAll(keepingCapacity: true) }
        return reports
    }

    @inline(__always)
    private mutating func count(_ sentence: NMEASentence) {
        guard sentence.kind == .other else {
            countsByKind[sentence.kind.rawValue] += 1
            return
        }
        countOther(sentence.name)
    }

    private mutating func countOther(_ name: String) {
        // A stream of made-up names must not fill the memory.
        let isKnown = otherCounts.count < Self.mostOthers || otherCounts[name] != nil
        otherCounts[isKnown ? name : "other", default: 0] += 1
    }

    private static let mostOthers = 200

    /// How many sentences of each name there were, as in `GGA`.
    var sentences: [String: Int] {
        var counts = otherCounts
        for kind in NMEASentence.Kind.allCases where countsByKind[kind.rawValue] > 0 {
            counts["\(kind)".uppercased()] = countsByKind[kind.rawValue]
        }
        return counts
    }
}

extension NMEASentence.Kind {
    /// The number of the field with the time of day; `nil` if the sentence has none.
    fileprivate var timeField: Int? {
        switch self {
        case .gga, .rmc, .gns, .gst, .gbs, .zda: 1
        case .gll: 5
        case .pubx00, .pubx04: 2
        case .gsa, .vtg, .gsv, .pgrme, .psrfepe, .other: nil
        }
    }

    /// The fewest fields that a sentence without a checksum has if it is complete.
    fileprivate var leastFields: Int {
        switch self {
        case .rmc: 8
        case .gga, .gns: 12
        case .gll: 6
        case .gsa: 17
        case .gst: 8
        case .vtg: 8
        case .gbs, .zda, .pubx04: 4
        case .pubx00: 20
        case .pgrme: 6
        case .psrfepe: 4
        case .gsv, .other: 0
        }
    }
}

extension NMEASentence {
    fileprivate var isComplete: Bool {
        hasChecksum || fieldCount >= kind.leastFields
    }
}
