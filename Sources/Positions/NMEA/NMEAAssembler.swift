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
    private var isFirst = true
    private var reports: [Report] = []
    private var countsByKind = [Int](repeating: 0, count: NMEASentence.Kind.allCases.count)
    private var otherCounts: [String: Int] = [:]

    init(clock: NMEAClock) {
        self.clock = clock
    }

    mutating func add(_ sentence: NMEASentence) {
        count(sentence)
        guard sentence.isComplete else {
            malformed += 1
            // An RMC that broke off before it said that there is a fix is read as if there were
            // none.
            if sentence.kind == .rmc, !sentence.saysThatThereIsAFix { epoch.refuse() }
            return
        }
        if let field = sentence.kind.timeField {
            let timeOfDay = time.value(of: field, in: sentence) { sentence.timeOfDay(field) }
            guard let timeOfDay else {
                return addTimeless(sentence, isEmpty: sentence[field].isEmpty)
            }
            begin(timeOfDay)
        }
        switch clock.set(from: sentence) {
        case .date: (epoch.day, epoch.isUndated) = (clock.day, false)
        case .noSuchDay: malformed += 1
        case .none: break
        }
        if isOpen { epoch.add(sentence) }
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

    private mutating func begin(_ timeOfDay: Int64) {
        if isOpen, epoch.timeOfDay == timeOfDay { return }
        clock.advance(to: timeOfDay)
        // What came after a ZDA and has no time of its own belongs to the position that follows.
        let heading = isOpen ? epoch.heading : nil
        finish()
        epoch = NMEAEpoch(timeOfDay: timeOfDay, day: clock.day, isUndated: clock.isUndated)
        if let heading { epoch.add(heading) }
        isOpen = true
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
        case .pubx00: 2
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
        case .gbs, .zda: 4
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
