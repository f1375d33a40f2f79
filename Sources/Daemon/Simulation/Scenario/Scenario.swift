package import Formats
package import Geofencing

/// A made-up journey, and the receiver that records it.
package struct Scenario: Sendable {
    /// When the first epoch is.
    package var start = Scenario.defaultStart
    /// Seconds between two epochs, in whole hundredths, because NMEA writes no more.
    package var interval = 1.0
    /// The same seed gives the same random numbers.
    package var seed: UInt64 = 1
    package var legs: [Leg]
    package var delivery = Delivery()
    /// Receivers err as real ones were measured to (`MeasuredErrors`), and not as in the worst case
    /// that was assumed before (`ErrorModel`).
    package var isMeasured = false
    /// The receiver has just been switched on.
    package var coldStart = false

    /// 2026-05-01 10:00:00 UTC.
    package static let defaultStart = Timestamp(milliseconds: 1_777_629_600_000)
    /// Epochs in a second.
    package static let rates = 0.1...10.0
    /// Seconds that a journey may take.
    package static let longest = 31.0 * 86_400
    /// Metres from one point to the next, at most.
    package static let longestWay = 1_000_000.0
    /// Metres per second, from a very slow walk to a fast train.
    package static let speeds = 0.1...150.0
    /// Points of all legs.
    package static let mostPoints = 200_000

    /// A part of the journey with one mode of travel and one sky.
    package struct Leg: Sendable {
        package var mode: TravelMode
        /// The points that it passes; the first is where it begins. A stay has only that.
        package var points: [Point]
        /// Metres per second, on average.
        package var speed: Double
        /// Metres between two red lights, on average; 0: there are none.
        package var lights: Double
        package var sky: Sky
        package var receiver: ReceiverKind
        package var accuracy: StatedAccuracy
        /// Where in the file it is written.
        package var location: TOMLLocation
    }

    package struct Point: Sendable {
        package var coordinate: Coordinate
        /// Seconds to stand there.
        package var stop = 0.0
    }

    /// What goes wrong between the receiver and the program that reads it.
    package struct Delivery: Hashable, Sendable {
        /// The share of epochs that come twice, 0…0.5.
        package var repeated = 0.0
        /// The share that come after the next one.
        package var late = 0.0
        /// The share that never come.
        package var lost = 0.0
        /// The dates are 1024 weeks too early, as an old receiver has them.
        package var rollover = false

        package init() {}
    }

    package init(legs: [Leg]) {
        self.legs = legs
    }
}
