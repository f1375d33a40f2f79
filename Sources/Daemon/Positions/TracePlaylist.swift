package import Geofencing

/// Several traces that are read one after the other, as one journey in pieces.
///
/// The rules keep their state from one to the next, but assume no travel in between.
package struct TracePlaylist: PositionSource {
    package let isLive = false

    private let locations: [String]
    private let options: TraceOptions
    private let isEndless: Bool
    /// How many of `locations` were opened in this round.
    private var opened = 0
    private var current: (any PositionSource)?
    /// The tallies of the traces that have ended.
    private var finished: [Tally] = []
    /// Seconds that are added to the times of this round: time goes on when the traces begin anew.
    private var shift: Double
    /// When the next fix shall be, at the earliest; `nil` if the times are as they should be.
    private var beginning: Timestamp?
    /// Whether anything was handed out before the process began.
    private let isResumed: Bool
    /// Whether points without a time get one, as all are without.
    private var datesAll = false
    private var round = Round()
    /// Reports of this round that were read.
    private var reports = 0
    /// How many reports are still to be passed over: they were handed out before the process began.
    private var known: Int

    /// Seconds between the end of a round and the next.
    private static let pause = 1.0

    /// Seconds: ten thousand years. Beyond them calendars end.
    private static let longestShift = 10_000 * 31_556_952.0

    /// `isEndless`: begin again at the end, with times that go on.
    ///
    /// `beginning`: the times are moved, so that the first fix is then; `nil`: they stay. Traces
    /// are then read twice.
    ///
    /// `resumePoint`: where to read on. Times go on from there, and not before `beginning`.
    package init(
        _ locations: [String], _ options: TraceOptions = TraceOptions(), isEndless: Bool,
        beginning: Timestamp? = nil, from resumePoint: ResumePoint = ResumePoint()
    ) {
        self.locations = locations
        self.options = options
        self.isEndless = isEndless
        self.beginning = beginning
        isResumed = resumePoint != ResumePoint()
        known = resumePoint.reports
        shift = resumePoint.shift
    }

    package var resumePoint: ResumePoint? { ResumePoint(reports: reports, shift: shift) }

    package mutating func next() async throws -> [Report]? {
        if opened == 0 { await depart() }
        while true {
            if let reports = try await current?.next() {
                let new = unknown(shifted(reports))
                if new.isEmpty { continue }
                return new
            }
            finished = tally
            current = nil
            if opened == locations.count {
                // A round without times would begin again for ever.
                guard isEndless, let seconds = round.seconds, shift < Self.longestShift else {
                    return nil
                }
                shift += seconds + Self.pause
                round = Round()
                (opened, reports, known) = (0, 0, 0)
                await depart()
            }
            current = try await PositionSources.open(locations[opened], options)
            opened += 1
        }
    }

    package var tally: [Tally] {
        finished.merged(with: current?.tally ?? [])
    }

    /// The reports of `batch` that are not to be passed over.
    private mutating func unknown(_ batch: [Report]) -> [Report] {
        reports += batch.count
        guard known > 0 else { return batch }
        let passed = min(known, batch.count)
        known -= passed
        return Array(batch[passed...])
    }

    /// Moves the times, if that was asked for and there is a fix to come in this round.
    private mutating func depart() async {
        guard let beginning,
            let departure = await TraceDeparture(of: locations, options, after: known)
        else { return }
        let needed = beginning - departure.time
        // A daemon that begins again goes on, and time never goes back.
        shift = isResumed ? max(shift, needed) : needed
        datesAll = departure.isUndated
        self.beginning = nil
    }

    private mutating func shifted(_ reports: [Report]) -> [Report] {
        guard isEndless || shift != 0 else { return reports }
        return reports.map { report in
            guard let time = report.time else { return report }
            round.include(time)
            return report.moved(to: time + shift, isDated: datesAll)
        }
    }
}

/// The times of all traces of a round.
private struct Round {
    private var dated: ClosedRange<Timestamp>?
    private var undated: ClosedRange<Timestamp>?

    /// How long the round takes; `nil` if the traces have no times.
    var seconds: Double? {
        let seconds = [dated, undated].compactMap(\.self).map { $0.upperBound - $0.lowerBound }
        return seconds.max()
    }

    mutating func include(_ time: Timestamp) {
        if time < ReceiverDates.earliest {
            undated = Self.including(time, undated)
        } else {
            dated = Self.including(time, dated)
        }
    }

    private static func including(
        _ time: Timestamp, _ range: ClosedRange<Timestamp>?
    ) -> ClosedRange<Timestamp> {
        guard let range else { return time...time }
        return min(range.lowerBound, time)...max(range.upperBound, time)
    }
}

extension Report {
    /// `isDated`: `time` is a true one, whatever the trace knew.
    fileprivate func moved(to time: Timestamp, isDated: Bool) -> Report {
        switch self {
        case .noPosition: return .noPosition(time)
        case .clock: return .clock(time)
        case .noTime, .reception: return self
        case .fix(var fix):
            fix.time = time
            if isDated { fix.isUndated = false }
            return .fix(fix)
        }
    }
}
