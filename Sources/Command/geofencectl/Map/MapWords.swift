import Geofencing

// What the page says of reasons, in sentences for people.

extension DropReason {
    var sentence: String {
        switch self {
        case .noPosition: "the receiver had no position"
        case .outOfRange: "there is no such place on Earth"
        case .nullIsland: "0, 0 is what receivers say that know nothing"
        case .coarse: "the receiver was too unsure of it"
        case .unknownAccuracy: "the receiver did not say how sure it was"
        case .notLater: "its time was not later than the one before"
        case .noTime: "it has no time"
        case .jump: "too far from the others to be true"
        case .future: "ahead of this computer's clock"
        }
    }
}

extension Transition {
    /// As in `came to`.
    var verb: String {
        switch kind {
        case .enter: "came to"
        case .dwell: "stayed at"
        case .exit: "left"
        }
    }

    /// Why it was told.
    var sentence: String {
        let text = rule.sentence(because: cause)
        return stay.map { "after \($0.inTime) there: \(text)" } ?? text
    }
}

extension Transition.Rule {
    func sentence(because cause: Transition.Cause?) -> String {
        switch (self, cause) {
        case (.accurate, _): "told at once: the fix was surely inside"
        case (.heading, _): "told at once: just inside, and on the way further in"
        case (.confirmed, _): "told at the second fix in a row that was inside"
        case (.segment, _): "the way between two fixes led through"
        case (.initial, .startup): "already there at the first fix"
        case (.initial, .added): "it was added while the device was there"
        case (.initial, .started): "its time began while the device was there"
        case (.initial, _): "it came into view while the device was there"
        case (.dwell, _): "the stay has lasted so long"
        case (.outside, _): "several fixes in a row were surely outside"
        case (.far, _): "one fix was enough, so far outside was it"
        case (.gap, _): "outside again after a time without fixes"
        case (.closed, .removed): "it was removed"
        case (.closed, _): "its time ended"
        // A rule that is newer than this page.
        default: "told by the rule \(self)"
        }
    }
}
