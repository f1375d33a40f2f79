package import MQTT

/// How it goes with one target.
package struct DeliveryState: Hashable, Sendable {
    package var way: String
    /// The id of the person.
    package var person: String
    /// Without what is secret.
    package var target: String
    package var works: Bool
    /// Since when it does, or does not.
    package var since: UTCTime
    /// Messages that wait.
    package var behind: Int
    /// Why it does not work, or did not the last time.
    package var error: String?
    /// When that was.
    package var failed: UTCTime?
}

extension DeliveryState {
    /// As the gateway tells it.
    var state: WayState {
        var state = WayState(
            id: "\(way)/\(person)/\(target)", kind: WayState.Kind(rawValue: way) ?? .ntfy,
            name: target, person: person)
        (state.works, state.since, state.behind, state.error) = (works, since, behind, error)
        state.failed = failed
        return state
    }
}
