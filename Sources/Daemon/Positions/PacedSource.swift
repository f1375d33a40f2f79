package import Geofencing

/// Hands out the reports of a trace when they are due, by the times in it.
package struct PacedSource<C: Clock & Sendable>: PositionSource where C.Duration == Duration {
    package var isLive: Bool { source.isLive }
    package var tally: [Tally] { source.tally }
    package var resumePoint: ResumePoint? { source.resumePoint?.before(waiting.count) }

    private var source: any PositionSource
    private let factor: Double
    private let clock: C
    private var waiting: ArraySlice<Report> = []
    /// The same moment in the times of the trace and by `clock`.
    private var anchor: (trace: Timestamp, now: C.Instant)?
    private var last: Timestamp?

    /// Seconds of the trace. A longer pause is skipped: a trace that does not know the date at
    /// first jumps from 1970 to its own time.
    private static var longestPause: Double { 86_400 }

    /// `factor`: how many times faster than it was recorded, above 0.
    package init(_ source: sending any PositionSource, factor: Double, clock: C) {
        self.source = source
        self.factor = factor
        self.clock = clock
    }

    package mutating func next() async throws -> [Report]? {
        if waiting.isEmpty {
            guard let reports = try await source.next() else { return nil }
            waiting = reports[...]
        }
        let first = due(waiting[waiting.startIndex])
        if let first, first > clock.now { try await clock.sleep(until: first, tolerance: nil) }
        let now = clock.now
        var ready: [Report] = []
        repeat {
            ready.append(waiting.removeFirst())
        } while waiting.first.map({ report in due(report).map { $0 <= now } ?? true }) == true
        return ready
    }

    /// When to hand `report` out; `nil`: at once, as it has no time or its time does not follow.
    private mutating func due(_ report: Report) -> C.Instant? {
        guard let time = report.time else { return nil }
        defer { last = time }
        guard let anchor, let last, time >= last, time - last <= Self.longestPause else {
            anchor = (time, clock.now)
            return nil
        }
        return anchor.now.advanced(by: .seconds((time - anchor.trace) / factor))
    }
}
