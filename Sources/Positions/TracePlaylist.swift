package import Geofencing

/// Several traces read one after the other, as one journey in pieces.
///
/// The rules go on from one to the next; only no travel is assumed in between.
package struct TracePlaylist: PositionSource {
    package let isLive = false

    private let locations: [String]
    private let options: TraceOptions
    private let isEndless: Bool
    private var opened = 0
    private var current: (any PositionSource)?
    private var finished: [Tally] = []
    /// Seconds added to the times of this round, so that time goes on when it begins anew.
    private var shift = 0.0
    private var round = Round()
    private var reports = 0
    /// Reports that were handed out before the process was started, and are passed over.
    private var known: Int

    /// Seconds between the end of a round and the next.
    private static let pause = 1.0

    private static let longestShift = 10_000 * 31_556_952.0

    /// `isEndless`: begin again at the end, with times that go on.
    ///
    /// `resumePoint`: where to read on.
    package init(
        _ locations: [String], _ options: TraceOptions = TraceOptions(), isEndless: Bool,
        from resumePoint: ResumePoint = ResumePoint()
    ) {
        self.locations = locations
        self.options = options
        self.isEndless = isEndless
        known = resumePoint.reports
        shift = resumePoint.shift
    }

    package var resumePoint: ResumePoint? { ResumePoint(reports: reports, shift: shift) }

    package mutating func next() async throws -> [Report]? {
        while true {
            if let reports = try await current?.next() {
                let new = unknown(shifted(reports))
                if new.isEmpty { continue }
                return new
            }
            finished = tally
            current = nil
            if opened == locations.count {
                // A round without a time would begin again for ever.
                // One that has gone on for ten thousand years is near the end of all calendars.
                guard isEndless, let seconds = round.seconds, shift < Self.longestShift else {
                    return nil
                }
                shift += seconds + Self.pause
                round = Round()
                (opened, reports, known) = (0, 0, 0)
            }
            current = try await PositionSources.open(locations[opened], options)
            opened += 1
        }
    }

    package var tally: [Tally] {
        finished.merged(with: current?.tally ?? [])
    }

    /// Those that are not passed over.
    private mutating func unknown(_ batch: [Report]) -> [Report] {
        reports += batch.count
        guard known > 0 else { return batch }
        let passed = min(known, batch.count)
        known -= passed
        return Array(batch[passed...])
    }

    private mutating func shifted(_ reports: [Report]) -> [Report] {
        guard isEndless else { return reports }
        return reports.map { report in
            guard let time = report.time else { return report }
            round.include(time)
            return report.moved(to: time + shift)
        }
    }
}

/// How long the traces are together.
private struct Round {
    private var dated: ClosedRange<Timestamp>?
    private var undated: ClosedRange<Timestamp>?

    /// 1980-01-06, when GPS began: before it are the times without a date, from 1970 on.
    private static let firstDate = Timestamp(seconds: 315_964_800)

    /// `nil` if they have no times.
    var seconds: Double? {
        let seconds = [dated, undated].compactMap(\.self).map { $0.upperBound - $0.lowerBound }
        return seconds.max()
    }

    mutating func include(_ time: Timestamp) {
        if time < Self.firstDate {
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
    fileprivate func moved(to time: Timestamp) -> Report {
        switch self {
        case .noPosition: return .noPosition(time)
        case .clock: return .clock(time)
        case .reception: return self
        case .fix(var fix):
            fix.time = time
            return .fix(fix)
        }
    }
}
