import Testing

@testable import Geofencing

/// What is explained of walks past the region, and of reports that were kept.
struct ExplainerTests {
    private let region = Walk(line: "").region

    private func explanation(
        _ fixes: [Fix], reporting told: Set<Transition.Kind> = [.enter],
        around seconds: Double? = nil, rules: Rules = Rules(), _ regions: [Region]? = nil,
        start: TrackerState? = nil, changes: [RegionChange] = []
    ) async -> Explanation {
        let rerun = Rerun(
            rules: rules, regions: Atlas(regions ?? [region]), start: start)
        let explainer = Explainer(region, reporting: told, around: seconds.map { Walk.noon + $0 })
        return await rerun.explain(Tape(fixes), explainer, changes: changes).explanation
    }

    private func explanation(
        _ line: String, every: Double = 10, reporting told: Set<Transition.Kind> = [.enter],
        around seconds: Double? = nil
    ) async -> Explanation {
        let walk = Walk(line: line, every: every)
        return await explanation(walk.fixes.map(\.fix), reporting: told, around: seconds)
    }

    /// When the fixes came that decided, in seconds, and what they decided.
    private func drawn(_ explanation: Explanation) -> [String] {
        explanation.moments.map { moment in
            let decision = moment.decision
            let what =
                decision.transitions.isEmpty
                ? decision.dropReason?.name ?? decision.reason?.rawValue ?? ""
                : decision.transitions.map { "\($0.kind) \($0.rule.rawValue)" }.joined(
                    separator: ", ")
            return "\(Int(decision.fix.time - Walk.noon)) \(what)"
        }
    }

    @Test(
        arguments: [
            ("^>●●>", [.enter], ["20 enter accurate"]),
            ("^>●●·", [.enter, .exit], ["20 enter accurate", "40 exit far"]),
            ("^>●●·", [.dwell], ["20 enter accurate", "40 exit far"]),
            ("^>~>^", [.enter], ["20 outside"]),
            ("^~○~^", [.enter], ["20 unsure"]),
            ("^●·●·", [.enter], ["10 enter accurate", "30 returned"]),
            ("^●·●·", [.exit], ["20 exit far"]),
            ("", [.enter], []),
        ] as [(String, Set<Transition.Kind>, [String])])
    func `what is told is explained, or what comes nearest to it`(
        line: String, told: Set<Transition.Kind>, expected: [String]
    ) async {
        #expect(drawn(await explanation(line, reporting: told)) == expected)
    }

    @Test(
        arguments: [
            (20, ["20 enter accurate"]), (79, ["20 enter accurate"]), (81, ["60 exit outside"]),
            (121, ["70 resting"]),
            (-60, ["0 outside"]), (-61, []), (181, []),
        ] as [(Double, [String])])
    func `of a time that is asked about, a minute to either side counts`(
        seconds: Double, expected: [String]
    ) async {
        let explanation = await explanation(">>●>>>>>>>>>>", around: seconds)
        #expect(drawn(explanation) == expected)
    }

    @Test func `around a time without fixes, it says when the nearest came`() async {
        let explanation = await explanation(">>                 >>", around: 90)
        #expect(explanation.moments.isEmpty)
        #expect(explanation.neighbours.before == Walk.noon + 10)
        #expect(explanation.neighbours.after == Walk.noon + 190)
    }

    @Test func `fixes in the circle that are dropped are counted`() async {
        var fixes = Walk(line: ">>~●●○~>>").fixes.map(\.fix)
        for i in 3...5 { fixes[i].accuracy = 35 }
        let explanation = await explanation(fixes)
        #expect(explanation.dropped == [.coarse: 3])
        #expect(drawn(explanation) == ["30 accuracy"])
        #expect(explanation.span == Walk.noon...(Walk.noon + 80))
    }

    @Test func `at most nine fixes before the one that decides are shown, and five after`() async {
        let line = String(repeating: ">", count: 20) + "●" + String(repeating: "●", count: 20)
        let moment = await explanation(line).moments.first
        #expect(moment?.decisive == 9)
        #expect(moment?.evaluations.count == 15)
        #expect(moment?.evaluations.first?.fix.time == Walk.noon + 110)
    }

    @Test func `a deal that begins or ends by itself is explained`() async throws {
        var deal = region
        deal.window = TimeWindow(start: Walk.noon + 15, end: Walk.noon + 95)
        let fixes = Walk(line: "●●●").fixes.map { Report.fix($0.fix) }
        let reports =
            fixes[..<2] + [.clock(Walk.noon + 15)] + fixes[2...] + [.clock(Walk.noon + 95)]
        let rerun = Rerun(rules: Rules(), regions: Atlas([deal], isWhole: true))
        let explainer = Explainer(deal, reporting: [.enter, .exit])
        let explanation = await rerun.explain(Tape(Array(reports), isLive: true), explainer)
            .explanation
        #expect(drawn(explanation) == ["15 enter initial", "95 exit closed"])
    }

    /// `+` and `-`: that the region came or went was told on the fix above.
    @Test(
        arguments: [
            ("●●●●●●", "   +", ["30 enter initial"]),
            ("○○○○○○", "   +", ["30 enter initial"]),
            (">~~○○>>>>", "   +", ["30 enter initial", "80 exit outside"]),
            ("●●●●●●", "   -", ["0 enter initial", "30 exit closed"]),
            ("●●●●●●●●", "  + - +", ["20 enter initial", "40 exit closed", "60 enter initial"]),
            ("●●●●●●●●", "  +   +", ["20 enter initial", "60 enter initial"]),
        ] as [(String, String, [String])])
    func `a region that came or went around the device is explained by that`(
        line: String, told: String, expected: [String]
    ) async {
        let changes = told.enumerated().compactMap { i, mark in
            RegionChange(
                mark == "+" ? .added : mark == "-" ? .removed : nil, at: Walk.noon + Double(i) * 10)
        }
        let explanation = await explanation(
            Walk(line: line, every: 10).fixes.map(\.fix), reporting: [.enter, .exit],
            changes: changes)
        #expect(drawn(explanation) == expected)
        let causes = explanation.moments.flatMap(\.decision.transitions).map(\.cause)
        #expect(causes.filter { $0 == .added }.count == told.count { $0 == "+" })
    }

    @Test(arguments: [1 as UInt64, 2])
    func `it explains what was told, and nothing else`(seed: UInt64) async throws {
        let walk = RandomWalk(seed: seed)
        let all = Set(Transition.Kind.allCases)
        let notebook = Notebook()
        let tracker = Tracker(regions: Atlas(walk.regions), journal: notebook, reporting: all)
        try await tracker.run(Tape(walk.fixes))
        let told = Dictionary(grouping: await notebook.transitions, by: \.region.id)
        #expect(told.count > 5)
        for region in walk.regions.prefix(20) {
            let rerun = Rerun(rules: Rules(), regions: Atlas(walk.regions))
            let explanation = await rerun.explain(
                Tape(walk.fixes), Explainer(region, reporting: all)
            ).explanation
            #expect(
                explanation.moments.flatMap(\.decision.transitions) == told[region.id] ?? [])
        }
    }
}
