import Geofencing
import Testing

@testable import geofencectl

/// The words of a page for rules and reasons.
@Suite struct SentenceTests {
    @Test(arguments: [
        Transition.Rule.accurate, .confirmed, .heading, .segment, .initial, .dwell, .outside,
        .far, .gap, .closed,
    ])
    func `every reason is a sentence, without the name of its rule`(rule: Transition.Rule) {
        for cause in [nil, Transition.Cause.startup, .added, .refresh, .started, .removed] {
            #expect(!rule.sentence(because: cause).has("the rule"))
        }
    }

    @Test func `every reason for not using a fix is a sentence of its own`() {
        #expect(
            Set(DropReason.allCases.map(\.sentence)).count == DropReason.allCases.count)
    }
}
