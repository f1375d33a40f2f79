/// What a phone has sent at once.
package struct PhoneMessage: Hashable, Sendable {
    package var positions: [PhonePosition] = []
    /// What is no position, by reason.
    package var ignored: [Ignored: Int] = [:]

    /// Why something is not taken, and will not be however often it is sent.
    package enum Ignored: String, Sendable, CaseIterable {
        /// It is neither JSON nor a form.
        case notJSON = "not_json"
        /// Only who has the key could read it.
        case encrypted
        /// It says something else than a position: a status, a waypoint, that the app is alive.
        case noPosition = "no_position"
        /// It has no time, and counts as of now.
        case noTime = "no_time"
        /// A coordinate or the time is missing, or out of range.
        case wrongPosition = "wrong_position"
        /// More bytes than are read.
        case tooLarge = "too_large"
        /// The daemon does not take it.
        case refused
    }

    package init() {}

    package init(_ reason: Ignored) { ignore(reason) }

    mutating func ignore(_ reason: Ignored, _ number: Int = 1) {
        ignored[reason, default: 0] += number
    }

    mutating func add(_ other: PhoneMessage) {
        positions += other.positions
        for (reason, number) in other.ignored { ignore(reason, number) }
    }

    /// `position`: `nil` if it is none.
    mutating func add(_ position: PhonePosition?) {
        if let position { positions.append(position) } else { ignore(.wrongPosition) }
    }
}
