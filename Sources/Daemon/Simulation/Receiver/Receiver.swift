import Geofencing

/// Makes the fixes of a receiver from the truth, with the errors of `ErrorModel`.
struct Receiver: ReceiverModel {
    private var chance: Chance
    private var wander: Wander
    private var height: Wander
    private var jumps = Bursts()
    private var biases = Bursts()
    private var outages = Bursts()
    private var satellites: Satellites
    private var satelliteChance: Chance
    /// Seconds since its last fix.
    private var blind = 0.0
    /// Seconds until it may have a fix again; 0 or less if it may.
    private var searching: Double
    /// The error of the first fixes after a long outage, which fades.
    private var wild = Offset(east: 0, north: 0)

    /// Metres above the sea.
    private static let altitude = 10.0
    /// How much larger its error is than that of the position.
    private static let vertical = 1.6
    /// Standard deviation of a stated accuracy, as a share of it: no receiver knows its errors
    /// exactly.
    private static let doubt = 0.08

    init(_ scenario: Scenario) {
        chance = Chance(seed: scenario.seed, for: .error)
        satelliteChance = Chance(seed: scenario.seed, for: .satellites)
        wander = Wander(&chance)
        height = Wander(&chance)
        satellites = Satellites(&satelliteChance)
        searching = scenario.coldStart ? chance.uniform(FirstFix.cold) : 0
    }

    /// The fix `seconds` after the last call, and how many satellites it is made of; `nil` and 0 if
    /// the receiver has none.
    mutating func observe(
        _ state: Motion.State, _ leg: Scenario.Leg, at time: Timestamp, after seconds: Double
    ) -> (fix: Fix?, used: Int) {
        let model = leg.sky.errors
        let used = advance(by: seconds, leg.sky, model)
        let isBlind = leg.sky == .tunnel || outages.isOn || searching > 0
        guard !isBlind else {
            blind += seconds
            return (nil, 0)
        }
        if blind >= FirstFix.longOutage {
            let (east, north) = chance.offset(FirstFix.wildness)
            wild = Offset(east: east, north: north)
        }
        blind = 0
        return (fix(state, leg, model, used, time), used)
    }

    /// The satellites in view `seconds` after the journey began; the receiver uses `used` of them.
    mutating func view(using used: Int, at seconds: Double) -> [Epoch.Satellite] {
        satellites.view(using: used, at: seconds, &satelliteChance)
    }

    private mutating func advance(by seconds: Double, _ sky: Sky, _ model: ErrorModel) -> Int {
        let fade = DeterministicMath.exponential(-seconds / model.memory)
        wander.advance(fade: fade, &chance)
        height.advance(fade: fade, &chance)
        jumps.advance(by: seconds, model.jumps, &chance)
        biases.advance(by: seconds, model.biases, &chance)
        outages.advance(by: seconds, model.outages, &chance)
        let settled = DeterministicMath.exponential(-seconds / FirstFix.settling)
        wild = Offset(east: settled * wild.east, north: settled * wild.north)
        searching -= seconds
        if sky == .tunnel {
            searching = chance.uniform(FirstFix.hot)
            jumps.end()
            biases.end()
            outages.end()
        }
        return satellites.used(model.satellites, after: seconds, &satelliteChance)
    }

    private mutating func fix(
        _ state: Motion.State, _ leg: Scenario.Leg, _ model: ErrorModel, _ used: Int,
        _ time: Timestamp
    ) -> Fix {
        // With fewer satellites than usual, HDOP and all errors are larger.
        let hdop = model.geometry * ErrorModel.fullView / Double(used)
        let scale = leg.receiver.factor * hdop / model.hdop
        let (jump, bias) = (jumps.offset, biases.offset)
        let error = Offset(
            east: scale * (model.wander * wander.east + model.white * chance.normal())
                + jump.east + bias.east + wild.east,
            north: scale * (model.wander * wander.north + model.white * chance.normal())
                + jump.north + bias.north + wild.north)
        var fix = Fix(time: time, coordinate: state.point.moved(error).coordinate)
        fix.hdop = (hdop * 100).rounded() / 100
        fix.altitude =
            Self.altitude + Self.vertical * scale
            * (model.wander * height.north + model.white * chance.normal())
        fix.mode = .threeDimensional
        (fix.speed, fix.track) = velocity(state, scale * model.speed)
        let excess = [jump, bias, wild].reduce(0) { $0 + $1.length * $1.length }
        fix.accuracy = stated(leg.accuracy, scale * model.deviation, excess)
        return fix
    }

    /// Speed and track. `deviation`: the standard deviation of each axis of the velocity.
    private mutating func velocity(
        _ state: Motion.State, _ deviation: Double
    ) -> (speed: Double, track: Double) {
        let (east, north) = state.point.eastAndNorth
        let velocity = Offset(
            east: state.speed * state.heading.dot(east) + deviation * chance.normal(),
            north: state.speed * state.heading.dot(north) + deviation * chance.normal())
        return (velocity.length, velocity.track)
    }

    /// The accuracy that it states, in metres; `nil` if it states none. `excess`: the squares of
    /// what is added to the normal error.
    private mutating func stated(
        _ accuracy: StatedAccuracy, _ deviation: Double, _ excess: Double
    ) -> Double? {
        let radius = StatedAccuracy.radiusOf68Percent * deviation
        let doubt = 1 + max(-0.25, min(0.25, Self.doubt * chance.normal()))
        switch accuracy {
        case .honest: return (radius * radius + excess).squareRoot() * doubt
        case .optimistic: return radius * StatedAccuracy.optimism * doubt
        case .none: return nil
        }
    }
}

extension Offset {
    /// Degrees from north, 0..<360; 0 for no offset.
    var track: Double {
        let degrees = DeterministicMath.arcTangent(east, north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
