import Geofencing

/// Makes stays and visits of the record of one region.
struct VisitRules {
    let region: Region
    let record: VisitFinder.Record
    /// When the journey began, and how long it took.
    let start: Timestamp
    let seconds: Double
    /// When the receiver had usable fixes.
    let usable: UsableFixes

    // All in seconds; docs/simulation.md says what they mean.

    /// An absence of this length ends a stay.
    private static let absence = 120.0
    /// An absence of this length within a stay allows one more notice.
    private static let longAbsence = 90.0
    /// After a shorter absence, a visit is `grey`.
    private static let greyAbsence = 180.0
    /// Inside at once, for a visit.
    private static let least = 5.0
    /// From near to deep inside: a longer way is `oblique`.
    private static let slow = 60.0
    /// From the enter to the end of the trace: with less, a visit is `end`.
    private static let ending = 35.0
    /// Without a usable fix after the enter: then a visit is `blind`.
    private static let blindness = 25.0
    /// A shorter visit is a `pass`.
    private static let brief = 15.0
    /// Between a fix before and one after a visit that neither is in, for `between`.
    private static let together = 60.0

    func add(to visits: inout Visits) {
        let window = window
        guard let window else { return }
        let near = record.near.within(window)
        var before: ClosedRange<Double>?
        for stay in stays(near.all) {
            add(stay, of: near, in: window, after: before, to: &visits)
            before = stay
        }
    }

    /// The time within the journey in which the region counts; `nil` if there is none.
    private var window: ClosedRange<Double>? {
        let from = max(0, region.window?.start.map { $0 - start } ?? 0)
        let to = min(seconds, region.window?.end.map { $0 - start } ?? seconds)
        return from <= to ? from...to : nil
    }

    private func stays(_ near: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var stays: [ClosedRange<Double>] = []
        for span in near {
            if let last = stays.last, span.lowerBound - last.upperBound < Self.absence {
                stays[stays.count - 1] = last.lowerBound...span.upperBound
            } else {
                stays.append(span)
            }
        }
        return stays
    }

    private func add(
        _ stay: ClosedRange<Double>, of near: Spans, in window: ClosedRange<Double>,
        after before: ClosedRange<Double>?, to visits: inout Visits
    ) {
        let presences = near.overlapping(stay)
        let absences = zip(presences, presences.dropFirst()).filter {
            $1.lowerBound - $0.upperBound >= Self.longAbsence
        }
        let (allowed, nearest) = (1 + absences.count, nearest(in: stay))
        let inside = record.inside.within(window).overlapping(stay)
        let deep = record.deep.within(window).overlapping(stay)
        let counted = inside.filter { span in
            span.upperBound - span.lowerBound >= Self.least
                || deep.contains { $0.overlaps(span) }
        }
        guard let enter = counted.first?.lowerBound, let exit = counted.last?.upperBound else {
            visits.grazes.append(
                Visits.Graze(
                    region: region.id, nearFrom: text(stay.lowerBound),
                    nearTo: text(stay.upperBound), nearest: nearest, allowed: allowed))
            return
        }
        let insideSeconds = inside.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        let tags = tags(
            stay, enter: enter, exit: exit, insideSeconds, deep: deep.first?.lowerBound,
            window, before)
        visits.visits.append(
            Visits.Visit(
                region: region.id, nearFrom: text(stay.lowerBound), nearTo: text(stay.upperBound),
                nearest: nearest, allowed: allowed, enter: text(enter), exit: text(exit),
                insideSeconds: rounded(insideSeconds),
                clear: !tags.contains(where: \.isUnclear), tags: tags))
    }

    private func tags(
        _ stay: ClosedRange<Double>, enter: Double, exit: Double, _ insideSeconds: Double,
        deep: Double?, _ window: ClosedRange<Double>, _ before: ClosedRange<Double>?
    ) -> [Visits.Tag] {
        var tags: [Visits.Tag] = []
        if deep == nil { tags.append(.shallow) }
        if let deep, deep - stay.lowerBound > Self.slow { tags.append(.oblique) }
        if let before, stay.lowerBound - before.upperBound < Self.greyAbsence {
            tags.append(.grey)
        }
        if stay.lowerBound <= 0 { tags.append(.start) }
        if seconds - enter < Self.ending { tags.append(.end) }
        let isUnseen = !usable.any(in: enter...exit)
        let isBetween = isUnseen && usable.gap(around: enter...exit) <= Self.together
        if !usable.any(in: enter...(enter + Self.blindness)) || isUnseen && !isBetween {
            tags.append(.blind)
        }
        if window.lowerBound > 0, enter <= window.lowerBound { tags.append(.opens) }
        if isBetween { tags.append(.between) }
        if insideSeconds < Self.brief { tags.append(.pass) }
        return tags
    }

    private func nearest(in stay: ClosedRange<Double>) -> Double {
        let metres = record.nearest.filter { $0.span.overlaps(stay) }.map(\.metres).min()
        return rounded(metres ?? 0)
    }

    private func text(_ seconds: Double) -> String { (start + seconds).description }

    /// To the centimetre, or the hundredth of a second.
    private func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

/// The times of fixes that a program would use, kept as runs without gaps.
package struct UsableFixes: Sendable {
    private var runs: [ClosedRange<Double>] = []

    /// Metres: the limit by default.
    private static let worstAccuracy = 20.0
    /// Seconds between two fixes of one run: in a shorter gap, no visit can be `blind` or
    /// `between`.
    private static let unbroken = 1.5

    package init() {}

    /// `seconds` since the journey began.
    mutating func add(_ fix: Fix, at seconds: Double) {
        var fix = fix
        AccuracyLadder().rate(&fix)
        guard (fix.accuracy ?? 0) <= Self.worstAccuracy else { return }
        if let last = runs.last, seconds - last.upperBound <= Self.unbroken {
            runs[runs.count - 1] = last.lowerBound...max(last.upperBound, seconds)
        } else {
            runs.append(seconds...seconds)
        }
    }

    func any(in span: ClosedRange<Double>) -> Bool {
        let next = firstRun(notBefore: span.lowerBound)
        return next < runs.count && runs[next].overlaps(span)
    }

    /// Seconds from the last fix before `span` to the first after it; infinite if there is none
    /// before or none after. `span` must have no fix.
    func gap(around span: ClosedRange<Double>) -> Double {
        let next = firstRun(notBefore: span.lowerBound)
        guard next > 0, next < runs.count else { return .infinity }
        return runs[next].lowerBound - runs[next - 1].upperBound
    }

    /// The index of the first run that ends at that time or later.
    private func firstRun(notBefore seconds: Double) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound < seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
