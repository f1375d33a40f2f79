import Formats
package import Geofencing

extension Explanation {
    /// One object, with a line end after it.
    package var json: [UInt8] {
        JSONWriter.line { line in
            line.object("region") { object in
                region.write(to: &object)
                region.window?.write(to: &object)
            }
            line.member("transitions", reported.sorted().map(\.rawValue))
            line.object("limits") { writeLimits(to: &$0) }
            if let log { line.member("log", log) }
            if let around { line.member("around", around) }
            if let span {
                line.member("first", span.lowerBound)
                line.member("last", span.upperBound)
            }
            if let before = neighbours.before { line.member("before", before) }
            if let after = neighbours.after { line.member("after", after) }
            line.object("dropped") { reasons in
                for (dropReason, count) in dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue })
                {
                    reasons.member(dropReason.name, count)
                }
            }
            line.objects("moments", moments) { object, moment in
                if let sequence = moment.sequence { object.member("sequence", sequence) }
                object.member("decisive", moment.decisive)
                object.objects("fixes", moment.evaluations) { $1.write(to: &$0, reported) }
            }
        }
    }

    private func writeLimits(to limits: inout JSONWriter) {
        limits.member("accuracy", rules.filter.worstAccuracy)
        limits.member("enter_fixes", rules.regions.enter.confirmations)
        limits.member("exit_distance", exitDistance)
        limits.member("exit_fixes", rules.regions.exit.confirmations)
        limits.member("exit_seconds", rules.regions.exit.confirmationTime)
        limits.member("cooldown_seconds", rules.regions.cooldown.time)
        limits.member("cooldown_distance", rules.regions.cooldown.distance)
    }
}

extension Evaluation {
    fileprivate func write(to object: inout JSONWriter, _ told: Set<Transition.Kind>) {
        fix.write(to: &object)
        object.member("distance", distance, decimals: 1)
        if let dropReason { object.member("dropped", dropReason.name) }
        if !transitions.isEmpty {
            object.objects("transitions", transitions) { $1.write(to: &$0, told) }
        } else if let reason {
            object.member("reason", reason.rawValue)
        }
        if let since { object.member("since", since) }
    }
}

extension Transition {
    fileprivate func write(to object: inout JSONWriter, _ told: Set<Kind>) {
        object.member("type", kind.rawValue)
        object.member("time", time)
        object.member("rule", rule.rawValue)
        if let cause { object.member("cause", cause.rawValue) }
        object.member("distance", distance, decimals: 1)
        if let stay { object.member("stay", stay, decimals: 3) }
        object.member("told", told.contains(kind))
    }
}
