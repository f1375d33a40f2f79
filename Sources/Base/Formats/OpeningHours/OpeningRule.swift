import Geofencing

/// One rule of a text, as it stands between two semicolons.
struct OpeningRule: Hashable, Sendable {
    private let days: DaySelector
    private let state: OpeningHours.State
    /// Whether it adds to what earlier rules say of the same days; otherwise it replaces that.
    private let isAdditional: Bool
    /// Where two overlap, the later one counts.
    private let stretches: [Stretch]
    private let isWholeDay: Bool

    /// Without times, the rule is for the whole day.
    init(
        days: DaySelector, times: [TimeSpan], state: OpeningHours.State, isAdditional: Bool
    ) {
        self.days = days
        self.state = state
        self.isAdditional = isAdditional
        isWholeDay = times.isEmpty
        let times = times.isEmpty ? [.wholeDay] : times
        // Open ends come first, so that they give way to any time that is known.
        let all = times.flatMap { $0.stretches(state) }
        stretches = all.filter { $0.state != state } + all.filter { $0.state == state }
    }

    var isClosed: Bool { state == .closed }

    /// Changes what earlier rules have made of the hours that begin on `date`.
    func apply(to known: inout [Stretch], on date: CivilDate) {
        guard days.contains(date) else { return }
        if isClosed, isWholeDay {
            known = []
        } else if isClosed || isAdditional {
            known += stretches
        } else {
            known = stretches
        }
    }
}
