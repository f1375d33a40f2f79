import Geofencing
import Posix

/// What was decided and why, in a sentence.
extension ExplanationReport {
    func sentence(_ moment: Moment) -> String {
        guard let fix = moment.decision else { return emptiness }
        if let all = fix.transitions, !all.isEmpty {
            let told = all.filter(\.told)
            let events = told.isEmpty ? all : told
            return "\(head(events, moment, fix)): \(why(events[0], fix))"
        }
        switch fix.reason.flatMap({ Reason(rawValue: $0) }) {
        case .returned, .passedAgain:
            return "nothing was told at \(when(fix.time, fix)): \(whyNotAgain(fix))"
        default:
            return "nothing was told of \(name)\(period): \(whyNot(fix))"
        }
    }

    /// The sentence if there is no fix to report.
    var emptiness: String {
        guard first != nil else { return "nothing can be said of \(name): there was no fix" }
        guard let around else {
            return "nothing was told of \(name): all fixes were dropped, and none was near it"
        }
        let neighbours = [
            before.map { "the last before was at \($0.local)" },
            after.map { "the next was at \($0.local)" },
        ].compactMap(\.self)
        return
            (["nothing was told of \(name): no fix was used within a minute of \(around.local)"]
            + neighbours).joined(separator: "; ")
    }

    private var name: String { region.name.visible }
    private var circle: String { "the \(region.radius.inMetres) around \(name)" }
    private var period: String { around.map { " around \($0.local)" } ?? "" }

    private func when(_ time: Timestamp, _ fix: Row) -> String {
        fix.undated == true ? "undated \(time.localClock)" : time.local
    }

    // MARK: What was told

    private func head(_ events: [Event], _ moment: Moment, _ fix: Row) -> String {
        let types = events.map(\.type).joined(separator: " and ")
        let verb = events.count == 1 ? "was" : "were"
        let time = when(events[0].time, fix)
        if let sequence = moment.sequence {
            return "notice \(sequence): \(types) \(verb) told at \(time)"
        }
        guard events[0].told else {
            let kinds = transitions.joined(separator: " and ")
            return "\(types) at \(time) \(verb) not told, as only \(kinds) would be"
        }
        // Regions or settings have changed since then.
        return log == nil
            ? "\(types) \(verb) told at \(time)"
            : "\(types) at \(time) \(verb) not told then, but would be now"
    }

    private func why(_ event: Event, _ fix: Row) -> String {
        let nearness = "\(event.distance.inDecimetres) from the centre"
        let distance = "\(nearness) of \(name)"
        switch (event.rule, event.cause) {
        case ("accurate", _):
            let accuracy = fix.accuracy.map { ", no less than its accuracy of \($0.inDecimetres)" }
            return "the fix was \(distance), \(inside(fix)) the edge\(accuracy ?? "")"
        case ("heading", _):
            let speed = fix.speed.map { " at \(String(decimals: 1, $0)) m/s" } ?? ""
            return
                "the fix was \(distance), \(inside(fix)) the edge, and on its way further in\(speed)"
        case ("confirmed", _):
            return "the fix was \(distance), \(inside(fix)) the edge, as was the one before"
        case ("segment", _):
            return "the straight way from the fix before led surely through \(circle), "
                + "\(nearness) at the nearest"
        case ("initial", "added"?): return "\(name) was added when the device was there"
        case ("initial", "refresh"?): return "\(name) came into view when the device was there"
        case ("initial", "started"?): return "the time of \(name) began when the device was there"
        case ("initial", _): return "the first fix was in \(circle) already, \(nearness)"
        case ("dwell", _): return "the device had been in \(circle) since \(since(fix))"
        case ("outside", _):
            return "since \(since(fix)) all fixes had surely been more than "
                + "\(limits.exitDistance.inMetres) from the centre of \(name), at least "
                + "\(limits.exitFixes) and over \(limits.exitSeconds.inTime)"
        case ("far", _):
            return "the fix was \(distance), so far outside its \(region.radius.inMetres) that "
                + "one is enough"
        case ("gap", _):
            return "after a time without fixes, one was surely outside \(circle), \(nearness)"
        case ("closed", "removed"?): return "\(name) was removed"
        case ("closed", _): return "the time of \(name) ended"
        default: return "the fix was \(distance) (\(event.rule.visible))"
        }
    }

    private func since(_ fix: Row) -> String { fix.since?.localClock ?? "then" }

    private func inside(_ fix: Row) -> String {
        "\((region.radius - fix.distance).inDecimetres) inside"
    }

    // MARK: What was not

    private func whyNotAgain(_ fix: Row) -> String {
        let came = fix.reason == Reason.passedAgain.rawValue ? "passed through" : "came back into"
        let near = fix.since.map {
            "had been there until \($0.localClock), \((fix.time - $0).inTime) before"
        }
        return "the device \(came) \(circle), but \(near ?? "had been there just before"): it "
            + "takes \(Int(min(limits.cooldownSeconds, 1e9))) s away, and \(limits.cooldownDistance.inMetres) "
            + "beyond the edge"
    }

    private func whyNot(_ fix: Row) -> String {
        let nearest =
            ", at \(when(fix.time, fix)), was \(fix.distance.inDecimetres) from the centre"
        let since = fix.since.map { when($0, fix) } ?? "before"
        if fix.dropped != nil {
            return "\(droppedText); the nearest\(nearest)"
        }
        switch fix.reason.flatMap({ Reason(rawValue: $0) }) {
        case .unsure:
            let accuracy = fix.accuracy.map { ", less than its accuracy of \($0.inDecimetres)" }
            return "the nearest fix\(nearest), \(inside(fix)) the edge\(accuracy ?? ""); it "
                + "takes \(limits.enterFixes) of these in a row"
        case .standingOutside:
            return
                "the nearest fix\(nearest), \(inside(fix)) the edge, but the device stood still, and "
                + "the mean of its fixes was outside"
        case .closed:
            return "the nearest fix\(nearest), but \(closedText(at: fix))"
        case .staying:
            return "the device had been there since \(since), which was told then"
        case .stayingUntold:
            return "the device had been there since \(since), which was not told as it had been "
                + "there just before"
        case .leaving:
            return "the device was outside since \(since); it takes \(limits.exitFixes) fixes and "
                + "\(limits.exitSeconds.inTime) beyond \(limits.exitDistance.inMetres)"
        case .resting:
            return "the device had left, and been there until \(since)"
        default:
            let out = (fix.distance - region.radius).inDecimetres
            return "the nearest fix\(nearest), \(out) outside its \(region.radius.inMetres)"
        }
    }

    private func closedText(at fix: Row) -> String {
        if let starts = region.starts, fix.time < starts {
            return "\(name) counts only from \(starts.local) on"
        }
        return region.ends.map { "\(name) had ended at \($0.local)" } ?? "it did not count then"
    }

    private var worstAccuracy: String {
        let metres = limits.accuracy
        return metres.rounded() == metres ? metres.inMetres : metres.inDecimetres
    }

    private var droppedText: String {
        let count = dropped.values.reduce(0, +)
        let reasons = DropReason.allCases.compactMap { reason -> String? in
            guard let count = dropped[reason.name] else { return nil }
            let limit = reason == .coarse ? ", worse than \(worstAccuracy)" : ""
            return (dropped.count == 1 ? "" : "\(count) ") + reason.words + limit
        }
        return "\(count == 1 ? "1 fix" : "\(count) fixes") in \(circle) "
            + "\(count == 1 ? "was" : "were") dropped: \(reasons.joined(separator: ", "))"
    }
}
