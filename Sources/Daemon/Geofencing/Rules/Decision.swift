/// What a rule has decided; with the region and the fix it is a transition.
struct Decision {
    var kind: Transition.Kind
    var time: Timestamp
    /// Metres to the centre.
    var distance: Double
    var rule: Transition.Rule
    var cause: Transition.Cause?
    /// Seconds since the enter; `nil` for an enter.
    var stay: Double?
}

extension Transition {
    /// Rare, and apart from what every fix asks: it copies region and fix.
    @inline(never)
    init(_ decision: Decision, of region: Region, at fix: Fix) {
        self.init(
            kind: decision.kind, region: region, time: decision.time, fix: fix,
            distance: decision.distance, rule: decision.rule, cause: decision.cause,
            stay: decision.stay)
    }
}
