import Geofencing

/// Makes the fixes of a receiver from the truth.
protocol ReceiverModel: Sendable {
    /// The fix `seconds` after the last call, and how many satellites it is made of; `nil` and 0 if
    /// the receiver has none.
    mutating func observe(
        _ state: Motion.State, _ leg: Scenario.Leg, at time: Timestamp, after seconds: Double
    ) -> (fix: Fix?, used: Int)

    /// The satellites in view `seconds` after the journey began; the receiver uses `used` of them.
    mutating func view(using used: Int, at seconds: Double) -> [Epoch.Satellite]
}
