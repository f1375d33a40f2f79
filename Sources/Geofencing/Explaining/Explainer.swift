/// Takes note of what one region makes of each fix, as far as that explains something.
package struct Explainer: Sendable {
    package let region: Region
    private let told: Set<Transition.Kind>
    private let around: Timestamp?

    private var span: ClosedRange<Timestamp>?
    /// The last ones, for what may come next.
    private var before: [Judgement] = []
    private var events: [Explanation.Moment] = []
    /// Where the device was nearest, on a fix that was used, and in the circle on one that was not.
    private var nearest: Explanation.Moment?
    private var nearestDropped: Explanation.Moment?
    private var dropped: [Objection: Int] = [:]
    private var neighbours: (before: Timestamp?, after: Timestamp?)

    /// Seconds around a time that is asked about.
    package static let patience = 60.0
    /// Fixes that are shown before the one that decides, and after it.
    private static let countBefore = 9
    private static let countAfter = 5

    /// `told`: the kinds of transitions that are told. `around`: only what happened about then.
    package init(_ region: Region, told: Set<Transition.Kind>, around: Timestamp? = nil) {
        (self.region, self.told, self.around) = (region, told, around)
    }

    // MARK: What there is to note

    /// A fix was used. `before`, `after`: what there was to say of the region.
    mutating func judged(
        _ fix: Fix, _ transitions: [Transition], _ before: Standing, _ after: Standing
    ) {
        var judgement = Judgement(fix, of: region)
        judgement.transitions = transitions.filter { $0.region.id == region.id }
        judgement.reason = after.reason
        // What the fix has put an end to began before.
        let hasEnded = !judgement.transitions.isEmpty || after.reason.isWithheld
        judgement.since = hasEnded ? before.since : after.since
        note(judgement)
    }

    /// Something happened by itself.
    mutating func judged(_ transitions: [Transition], at time: Timestamp) {
        let transitions = transitions.filter { $0.region.id == region.id }
        guard var fix = transitions.first?.fix else { return }
        fix.time = time
        var judgement = Judgement(fix, of: region)
        judgement.transitions = transitions
        note(judgement)
    }

    /// A fix was not used.
    mutating func dropped(_ fix: Fix, _ objection: Objection?) {
        guard let objection, objection != .noPosition, fix.coordinate.isValid else { return }
        var judgement = Judgement(fix, of: region)
        judgement.objection = objection
        note(judgement)
    }

    private mutating func note(_ judgement: Judgement) {
        let time = judgement.fix.time
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
        continueMoments(with: judgement)
        if isAsked(time) { look(at: judgement) }
        before.append(judgement)
        if before.count > Self.countBefore { before.removeFirst() }
    }

    private mutating func isAsked(_ time: Timestamp) -> Bool {
        guard let around else { return true }
        if time - around < -Self.patience { neighbours.before = time }
        if time - around > Self.patience { neighbours.after = neighbours.after ?? time }
        return abs(time - around) <= Self.patience
    }

    private mutating func look(at judgement: Judgement) {
        if let objection = judgement.objection {
            guard judgement.distance <= region.radius else { return }
            dropped[objection, default: 0] += 1
            if judgement.isNearer(than: nearestDropped) { nearestDropped = moment(judgement) }
            return
        }
        if !judgement.transitions.isEmpty || judgement.reason?.isWithheld == true {
            events.append(moment(judgement))
        }
        if judgement.isNearer(than: nearest) { nearest = moment(judgement) }
    }

    private func moment(_ judgement: Judgement) -> Explanation.Moment {
        Explanation.Moment(judgements: before + [judgement], decisive: before.count)
    }

    private mutating func continueMoments(with judgement: Judgement) {
        for i in events.indices.reversed() {
            guard events[i].count(judgement, atMost: Self.countAfter) else { break }
        }
        _ = nearest?.count(judgement, atMost: Self.countAfter)
        _ = nearestDropped?.count(judgement, atMost: Self.countAfter)
    }

    /// After the last fix.
    package func explanation(by rules: Rules) -> Explanation {
        var explanation = Explanation(region: region, rules: rules, told: told, around: around)
        explanation.span = span
        explanation.dropped = dropped
        explanation.neighbours = neighbours
        let answers = events.filter { $0.decision.isAnswer(telling: told) }
        explanation.moments = answers.isEmpty ? events : answers
        guard events.isEmpty else { return explanation }
        // What was inside on no fix that counts, but on others, was kept out by these.
        let isOutside = nearest.map { $0.decision.distance > region.radius } ?? true
        if let moment = isOutside ? nearestDropped ?? nearest : nearest {
            explanation.moments = [moment]
        }
        return explanation
    }
}

extension Judgement {
    fileprivate func isNearer(than moment: Explanation.Moment?) -> Bool {
        moment.map { distance < $0.decision.distance } ?? true
    }

    /// Whether it is of what is told, or would have been.
    fileprivate func isAnswer(telling told: Set<Transition.Kind>) -> Bool {
        transitions.contains { told.contains($0.kind) }
            || told.contains(.enter) && reason?.isWithheld == true
    }
}

extension Explanation.Moment {
    /// Adds what came after; `false` if there was enough of that already.
    fileprivate mutating func count(_ judgement: Judgement, atMost limit: Int) -> Bool {
        guard judgements.count - decisive - 1 < limit else { return false }
        judgements.append(judgement)
        return true
    }
}
