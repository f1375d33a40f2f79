import Formats
import Geofencing
import Positions
import Posix
import Settings

extension Replay {
    /// Prints the notices that only one of two configurations gives, in the order of time.
    func compare(with other: String) async throws {
        let settings = [try reading.settings(), try Configuration.load(path: other)]
        var told: [[Transition]] = []
        for settings in settings {
            let journal = TransitionKeeper()
            let tracker = Tracker(
                regions: try await sources.regions(radius: settings.regions.radius),
                journal: journal, rules: settings.rules, reporting: transitions.kinds)
            try await tracker.run(journey)
            told.append(await journal.transitions)
        }
        let difference = NoticeDifference(told[0], told[1])
        var output = StandardOutput()
        let style = Style.standardOutput
        for line in difference.lines {
            if json {
                output.write(line.json)
            } else {
                let text = NoticeSummary(line.transition).text(style)
                output.write(line: "\(line.isFirst ? "-" : "+") \(text)")
            }
        }
        guard try output.flushUnlessGone() else { return }
        StandardError.write(
            line: "\(told[0].count.counted("notice")) as now, "
                + "\(told[1].count) by \(other.visible): \(difference.common) the same")
    }
}

/// A journal that keeps transitions in memory.
private actor TransitionKeeper: Journal {
    private(set) var transitions: [Transition] = []

    func append(_ transitions: [Transition], _ state: TrackerState) {
        self.transitions += transitions
    }
}

/// The transitions that are in only one of two lists.
struct NoticeDifference {
    struct Line {
        /// Whether it is only in the first list; otherwise it is only in the second.
        var isFirst: Bool
        var transition: Transition

        /// A JSON object, with a line end.
        var json: [UInt8] {
            JSONWriter.line { line in
                line.member("change", isFirst ? "removed" : "added")
                line.member("type", transition.kind.rawValue)
                line.member("time", transition.time)
                line.member("region", transition.region.id)
                line.member("name", transition.region.name)
                line.member("distance", transition.distance, decimals: 3)
                line.member("rule", transition.rule.rawValue)
            }
        }
    }

    /// In the order of time; of those at one time, those of the first list come first.
    private(set) var lines: [Line] = []
    /// How many are in both lists.
    private(set) var common = 0

    /// Transitions with equal keys are the same.
    private struct Key: Hashable {
        let region: String
        let kind: Transition.Kind
        let time: Timestamp

        init(_ transition: Transition) {
            region = transition.region.id
            kind = transition.kind
            time = transition.time
        }
    }

    init(_ first: [Transition], _ second: [Transition]) {
        let (inFirst, inSecond) = (Set(first.map(Key.init)), Set(second.map(Key.init)))
        common = inFirst.intersection(inSecond).count
        for transition in first where !inSecond.contains(Key(transition)) {
            lines.append(Line(isFirst: true, transition: transition))
        }
        for transition in second where !inFirst.contains(Key(transition)) {
            lines.append(Line(isFirst: false, transition: transition))
        }
        // Swift's sort is stable.
        lines.sort { $0.transition.time < $1.transition.time }
    }
}
