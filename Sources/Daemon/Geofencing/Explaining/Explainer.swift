/// Collects what one region makes of each fix, as far as that explains something.
package struct Explainer: Sendable {
    package let region: Region
    private let reported: Set<Transition.Kind>
    private let around: Timestamp?

    private var span: ClosedRange<Timestamp>?
    /// The last evaluations, which the next moment begins with.
    private var before: [Evaluation] = []
    private var events: [Explanation.Moment] = []
    /// Where the device was nearest, on a fix that was used.
    private var nearest: Explanation.Moment?
    /// Where it was nearest in the circle, on a fix that was not used.
    private var nearestDropped: Explanation.Moment?
    private var dropped: [DropReason: Int] = [:]
    private var neighbours: (before: Timestamp?, after: Timestamp?)

    /// Seconds around a time that is asked about.
    package static let patience = 60.0
    /// Fixes that are shown before the one that decides, and after it.
    private static let countBefore = 9
    private static let countAfter = 5

    /// `reported`: the kinds of transitions that become notices. `around`: only what happened
    /// within `patience` of that time; `nil` is everything.
    package init(
        _ region: Region, reporting reported: Set<Transition.Kind>, around: Timestamp? = nil
    ) {
        (self.region, self.reported, self.around) = (region, reported, around)
    }

    // MARK: What happened

    /// A fix was used. `before`, `after`: how it was with the region.
    mutating func judged(
        _ fix: Fix, _ transitions: [Transition], _ before: RegionStatus, _ after: RegionStatus
    ) {
        var evaluation = Evaluation(fix, of: region)
        evaluation.transitions = transitions.filter { $0.region.id == region.id }
        evaluation.reason = after.reason
        // What the fix has ended began before it.
        let hasEnded = !evaluation.transitions.isEmpty || after.reason.isWithheld
        evaluation.since = hasEnded ? before.since : after.since
        note(evaluation)
    }

    /// Something happened by itself.
    mutating func judged(_ transitions: [Transition], at time: Timestamp) {
        let transitions = transitions.filter { $0.region.id == region.id }
        guard var fix = transitions.first?.fix else { return }
        fix.time = time
        var evaluation = Evaluation(fix, of: region)
        evaluation.transitions = transitions
        note(evaluation)
    }

    /// A fix was not used.
    mutating func dropped(_ fix: Fix, _ reason: DropReason) {
        guard reason != .noPosition, fix.coordinate.isValid else { return }
        var evaluation = Evaluation(fix, of: region)
        evaluation.dropReason = reason
        note(evaluation)
    }

    private mutating func note(_ evaluation: Evaluation) {
        let time = evaluation.fix.time
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
        continueMoments(with: evaluation)
        if isAsked(time) { look(at: evaluation) }
        before.append(evaluation)
        if before.count > Self.countBefore { before.removeFirst() }
    }

    private mutating func isAsked(_ time: Timestamp) -> Bool {
        guard let around else { return true }
        if time - around < -Self.patience { neighbours.before = time }
        if time - around > Self.patience { neighbours.after = neighbours.after ?? time }
        return abs(time - around) <= Self.patience
    }

    private mutating func look(at evaluation: Evaluation) {
        if let reason = evaluation.dropReason {
            guard evaluation.distance <= region.radius else { return }
            dropped[reason, default: 0] += 1
            if evaluation.isNearer(than: nearestDropped) { nearestDropped = moment(evaluation) }
            return
        }
        if !evaluation.transitions.isEmpty || evaluation.reason?.isWithheld == true {
            events.append(moment(evaluation))
        }
        if evaluation.isNearer(than: nearest) { nearest = moment(evaluation) }
    }

    private func moment(_ evaluation: Evaluation) -> Explanation.Moment {
        Explanation.Moment(evaluations: before + [evaluation], decisive: before.count)
    }

    private mutating func continueMoments(with evaluation: Evaluation) {
        for i in events.indices.reversed() {
            guard events[i].count(evaluation, atMost: Self.countAfter) else { break }
        }
        _ = nearest?.count(evaluation, atMost: Self.countAfter)
        _ = nearestDropped?.count(evaluation, atMost: Self.countAfter)
    }

    /// After the last fix.
    package func explanation(by rules: Rules) -> Explanation {
        var explanation = Explanation(
            region: region, rules: rules, reported: reported, around: around)
        explanation.span = span
        explanation.dropped = dropped
        explanation.neighbours = neighbours
        let answers = events.filter { $0.decision.isAnswer(reporting: reported) }
        explanation.moments = answers.isEmpty ? events : answers
        guard events.isEmpty else { return explanation }
        // A device that was inside only on fixes that were not used was kept out by them.
        let isOutside = nearest.map { $0.decision.distance > region.radius } ?? true
        if let moment = isOutside ? nearestDropped ?? nearest : nearest {
            explanation.moments = [moment]
        }
        return explanation
    }
}

extension Evaluation {
    fileprivate func isNearer(than moment: Explanation.Moment?) -> Bool {
        moment.map { distance < $0.decision.distance } ?? true
    }

    /// Whether it shows a notice, or one that was withheld.
    fileprivate func isAnswer(reporting reported: Set<Transition.Kind>) -> Bool {
        transitions.contains { reported.contains($0.kind) }
            || reported.contains(.enter) && reason?.isWithheld == true
    }
}

extension Explanation.Moment {
    /// Adds an evaluation that came after; returns `false` if there are enough already.
    fileprivate mutating func count(_ evaluation: Evaluation, atMost limit: Int) -> Bool {
        guard evaluations.count - decisive - 1 < limit else { return false }
        evaluations.append(evaluation)
        return true
    }
}
