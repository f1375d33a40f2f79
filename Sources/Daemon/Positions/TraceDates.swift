package import Geofencing

/// Knows when a recorded receiver told a date that was not so. What it said before it had set its clock,
/// after it was switched on, is dated by what follows. What it said for a moment later has no time that
/// means anything.
///
/// What is doubtful is kept back until the trace itself decides. A pause between two segments is none.
struct TraceDates {
    /// Of the last report whose date was believed.
    private var last: Timestamp?
    /// What is doubtful, in the order of the trace.
    private var doubtful: [Report] = []
    /// The first and the last time among them.
    private var span: (first: Timestamp, last: Timestamp)?
    /// What came when the clock was set, if it was: what follows decides.
    private var after: [Report] = []
    /// Whether the next fix begins a segment, as one did that had no time.
    private var isInterrupted = false

    /// Seconds; a leap of time that is longer is doubtful.
    private static let leap = 3600.0
    /// Seconds for which what is doubtful is kept back, and how many reports: then it is believed.
    private static let patience = 120.0
    private static let most = 600
    /// Seconds by which a clock that is set goes ahead.
    private static let setting = 30 * 86_400.0

    /// The reports that are to be handed out now; those without a time that means anything say so.
    mutating func take(_ reports: [Report]) -> [Report] {
        for index in reports.indices {
            if doubtful.isEmpty, !isInterrupted, isPlain(reports.span[index]) { continue }
            return reports[index...].reduce(into: Array(reports[..<index])) { $0 += judge($1) }
        }
        return reports
    }

    /// Those that are still doubtful at the end of the trace.
    mutating func finish() -> [Report] { believe() + after }

    /// Whether there is nothing to decide about it.
    private mutating func isPlain(_ report: Report) -> Bool {
        guard let time = report.date else { return true }
        guard isDoubtful(time, report) else {
            last = time
            return true
        }
        return false
    }

    private func isDoubtful(_ time: Timestamp, _ report: Report) -> Bool {
        guard let last else { return ReceiverDates.isDoubtful(atBeginning: time) }
        return abs(time - last) > Self.leap && !report.startsSegment
    }

    private mutating func judge(_ report: Report) -> [Report] {
        guard let time = report.date else {
            if doubtful.isEmpty { return [report] }
            if after.isEmpty { doubtful.append(report) } else { after.append(report) }
            return doubtful.count + after.count < Self.most ? [] : believe() + takeAfter()
        }
        guard let span else {
            guard isDoubtful(time, report) else {
                last = time
                return [begun(report)]
            }
            doubtful = [report]
            span = (time, time)
            return []
        }
        if report.startsSegment { return believe() + takeAfter() + judge(report) }
        if let last {
            if abs(time - last) <= Self.leap { return disbelieve() + judge(report) }
        } else if let set = after.first?.date {
            let goesOn = abs(time - set) <= Self.leap
            return (goesOn ? dateAnew(before: set) : believe() + takeAfter()) + judge(report)
        } else if time - span.last > Self.setting {
            after = [report]
            return []
        } else if abs(time - span.last) > Self.leap {
            return believe() + judge(report)
        }
        doubtful.append(report)
        self.span?.last = time
        let isProven = abs(time - span.first) >= Self.patience
        return isProven || doubtful.count >= Self.most ? believe() : []
    }

    /// Hands out what was doubtful.
    private mutating func believe() -> [Report] {
        if let span { last = span.last }
        span = nil
        defer { doubtful = [] }
        return doubtful
    }

    /// What came when the clock may have been set, which is looked at in its turn.
    private mutating func takeAfter() -> [Report] {
        let reports = after
        after = []
        return reports.flatMap { judge($0) }
    }

    /// Dates what was doubtful as if it came right before `time`, and looks at it again: the clock may
    /// have been set twice.
    private mutating func dateAnew(before time: Timestamp) -> [Report] {
        let dates = doubtful.compactMap(\.date)
        let interval = dates.count < 2 ? 1 : dates[dates.count - 1] - dates[dates.count - 2]
        let shift = time - dates[dates.count - 1] - (interval > 0 ? interval : 1)
        let reports = doubtful.map { $0.later(by: shift) } + after
        (doubtful, span, after) = ([], nil, [])
        return reports.flatMap { judge($0) }
    }

    /// Hands out what was doubtful without its times.
    private mutating func disbelieve() -> [Report] {
        span = nil
        defer { doubtful = [] }
        isInterrupted = isInterrupted || doubtful.contains(where: \.startsSegment)
        return doubtful.map(\.withoutTime)
    }

    private mutating func begun(_ report: Report) -> Report {
        guard isInterrupted, case .fix(var fix) = report else { return report }
        isInterrupted = false
        fix.startsSegment = true
        return .fix(fix)
    }
}

extension Report {
    /// `nil` if it has no time, or one that only orders it.
    fileprivate var date: Timestamp? { fix?.isUndated == true ? nil : time }

    fileprivate var startsSegment: Bool { fix?.startsSegment ?? false }

    fileprivate func later(by seconds: Double) -> Report {
        switch self {
        case .fix(var fix):
            fix.time = fix.time + seconds
            return .fix(fix)
        case .noPosition(let time): return .noPosition(time.map { $0 + seconds })
        case .noTime, .clock, .reception: return self
        }
    }

    fileprivate var withoutTime: Report {
        switch self {
        case .fix(let fix): .noTime(fix)
        case .noPosition: .noPosition(nil)
        case .noTime, .clock, .reception: self
        }
    }
}

/// A recorded trace whose dates are looked over.
package struct DatedTrace<Trace: PositionSource>: PositionSource {
    package let isLive = false
    package var tally: [Tally] { trace.tally }

    private var trace: Trace
    /// `nil`: another program is still writing it, and nothing may be kept back.
    private var dates: TraceDates?
    private var hasEnded = false

    init(_ trace: Trace, isWhole: Bool) {
        self.trace = trace
        dates = isWhole ? TraceDates() : nil
    }

    package mutating func next() async throws -> [Report]? {
        while !hasEnded {
            let read: [Report]?
            do {
                read = try await trace.next()
            } catch {
                // What comes before the fault is handed out before it.
                guard let kept = dates?.finish(), !kept.isEmpty else { throw error }
                return kept
            }
            hasEnded = read == nil
            let reports = read.map { dates?.take($0) ?? $0 } ?? dates?.finish() ?? []
            if !reports.isEmpty { return reports }
        }
        return nil
    }
}
