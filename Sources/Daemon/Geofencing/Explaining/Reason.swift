/// Why a fix told nothing of a region: the clause of the rules that said so.
package enum Reason: String, Sendable {
    /// Neither the fix nor the way to it led into the circle.
    case outside
    /// In the circle, but neither surely, nor soon, nor often enough (`EnterRule`).
    case unsure
    /// In the circle, but the device stands, and the mean of its fixes is not (`Standing`).
    case standingOutside = "standing_outside"
    /// In the circle, at a time at which the region does not count.
    case closed
    /// A stay that was told goes on: inside, or not yet beyond the margin (`ExitRule`).
    case staying
    /// As above, of a stay that was not told.
    case stayingUntold = "staying_untold"
    /// Beyond the margin, but not yet often and long enough (`ExitRule`).
    case leaving
    /// Left, and not away for long or far enough yet (`CooldownRule`).
    case resting
    /// Inside again, and not away for long or far enough in between (`CooldownRule`).
    case returned
    /// As above, of a visit between two fixes.
    case passedAgain = "passed_again"
    /// Left, when the enter had not been told either.
    case leftUntold = "left_untold"

    /// Whether something happened of which it is worth knowing why it was not told.
    package var isWithheld: Bool { self == .returned || self == .passedAgain }
}
