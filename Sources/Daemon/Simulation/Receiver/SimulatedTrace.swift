package import Formats
import Geofencing

/// The epochs of a scenario in the order in which they arrive. Each is made when it is asked for.
///
/// It needs memory for the route, and none for the time: eight hours at 10 Hz are 288,000 epochs.
package struct SimulatedTrace: Sequence, IteratorProtocol, Sendable {
    /// How long the journey takes. The first epoch is at its beginning, the last at or before its
    /// end.
    package let seconds: Double
    package let scenario: Scenario

    let way: Way
    private var motion: Motion
    private var receiver: any ReceiverModel
    private var chance: Chance
    private var number = 0
    /// Epochs that are delivered before the next is made.
    private var waiting: [Epoch] = []

    /// Seconds in 1024 weeks, after which the ten bits in which GPS counts weeks begin again
    /// (IS-GPS-200).
    package static let rollover = 1024 * 7 * 86_400.0

    /// Throws if the journey takes more than `Scenario.longest`.
    package init(_ scenario: Scenario) throws(TOMLError) {
        self.init(scenario, try Way(scenario))
    }

    /// `nil` at the end of the journey.
    package mutating func next() -> Epoch? {
        while waiting.isEmpty {
            guard let epoch = make() else { return nil }
            deliver(epoch)
        }
        return waiting.removeFirst()
    }

    /// The next epoch in time; `nil` at the end of the journey.
    private mutating func make() -> Epoch? {
        let since = Double(number) * scenario.interval
        guard since <= seconds else { return nil }
        let state = motion.state(at: since)
        let time = scenario.start + since
        let (fix, used) = receiver.observe(
            state, scenario.legs[state.leg],
            at: scenario.delivery.rollover ? time + -Self.rollover : time,
            after: number == 0 ? 0 : scenario.interval)
        number += 1
        let (east, north) = state.point.eastAndNorth
        let heading = Offset(east: state.heading.dot(east), north: state.heading.dot(north))
        return Epoch(
            time: time,
            truth: Epoch.Truth(
                coordinate: state.point.coordinate, speed: state.speed, track: heading.track),
            fix: fix, satellites: receiver.view(using: used, at: since))
    }

    /// Delivers an epoch as the scenario says: the next may overtake it, it may come twice, or
    /// never.
    private mutating func deliver(_ epoch: Epoch) {
        let delivery = scenario.delivery
        let (isLost, isLate, isRepeated) = (
            chance.happens(delivery.lost), chance.happens(delivery.late),
            chance.happens(delivery.repeated)
        )
        if isLost { return }
        if isLate, let next = make() { waiting.append(next) }
        waiting.append(epoch)
        if isRepeated { waiting.append(epoch) }
    }
}

extension SimulatedTrace {
    /// The true path in straight stretches, in the order of time; the first may be a stop.
    package func forEachStretch(_ body: (Stretch) -> Void) {
        if way.nodes.count == 1 || way.nodes[0].wait > 0 {
            body(Stretch(standingAt: way.nodes[0], scenario))
        }
        var motion = Motion(way, scenario)
        while let stretch = motion.next() { body(stretch) }
    }

    /// The same trace, with every epoch once and in order.
    package var undisturbed: SimulatedTrace {
        var scenario = scenario
        scenario.delivery.repeated = 0
        scenario.delivery.late = 0
        scenario.delivery.lost = 0
        return SimulatedTrace(scenario, way)
    }

    private init(_ scenario: Scenario, _ way: Way) {
        (self.scenario, self.way) = (scenario, way)
        seconds = way.seconds
        motion = Motion(way, scenario)
        receiver = scenario.isMeasured ? MeasuredReceiver(scenario) : Receiver(scenario)
        chance = Chance(seed: scenario.seed, for: .delivery)
    }
}
