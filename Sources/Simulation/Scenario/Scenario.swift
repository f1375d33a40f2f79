package import Geofencing
package import TOML

/// A journey that someone made up, and the receiver that it is made with.
package struct Scenario: Sendable {
    package var start = Scenario.defaultStart
    /// Between two epochs; whole hundredths of a second, which is what NMEA can write.
    package var interval = 1.0
    package var seed: UInt64 = 1
    package var legs: [Leg]
    package var delivery = Delivery()
    /// The receiver has just been switched on.
    package var coldStart = false

    package static let defaultStart = Timestamp(milliseconds: 1_777_629_600_000)
    /// Epochs in a second.
    package static let rates = 0.1...10.0
    /// Seconds that a journey may take.
    package static let longest = 31.0 * 86_400
    /// Metres from one point to the next.
    package static let longestWay = 1_000_000.0
    package static let mostPoints = 200_000

    /// A part of it, with one way of travelling, and one sky above.
    package struct Leg: Sendable {
        package var mode: TravelMode
        /// Where it leads, in order; the first is where it begins. Of a stay, only that.
        package var points: [Point]
        /// Metres per second, on average.
        package var speed: Double
        /// Metres between two red lights, on average; 0: there are none.
        package var lights: Double
        package var sky: Sky
        package var receiver: ReceiverKind
        package var accuracy: StatedAccuracy
        /// Where it is written.
        package var location: TOMLLocation
    }

    package struct Point: Sendable {
        package var coordinate: Coordinate
        /// Seconds to stand there.
        package var stop = 0.0
    }

    /// What goes wrong between the receiver and whoever listens.
    package struct Delivery: Hashable, Sendable {
        /// The share of epochs that come twice …
        package var repeated = 0.0
        /// … after the next …
        package var late = 0.0
        /// … or never.
        package var lost = 0.0
        /// The dates are 1024 weeks too early, as an old receiver has them.
        package var rollover = false

        package init() {}
    }

    package init(legs: [Leg]) {
        self.legs = legs
    }
}
