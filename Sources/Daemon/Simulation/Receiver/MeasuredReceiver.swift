import Geofencing

/// A receiver that errs as real ones were measured to (`MeasuredErrors`): for `version = 2`.
///
/// Its errors creep, its velocity follows them in part, and its accuracy hardly knows of them.
struct MeasuredReceiver: ReceiverModel {
    private var chance: Chance
    private var satelliteChance: Chance
    private var satellites: Satellites
    private var wander: Wander
    private var height: Wander
    /// The error of the velocity that follows nothing.
    private var drift: Wander
    /// Its first axis is how much better or worse than usual it thinks that it is.
    private var doubt: Wander
    private var excursion = Excursion()
    private var outages = Bursts()
    private var search: FirstFixSearch
    /// What of the error lasts, at the epoch before; `nil` before the first.
    private var lasting: Offset?
    /// Seconds after which 1/e of the wandering error remains at this stand; `nil` on the move.
    private var memoryStanding: Double?
    private var held = HeldPosition()
    /// The course that it reported last, in degrees.
    private var course: Double?

    /// Metres above the sea, and how much larger its error is than that of the position.
    private static let altitude = (metres: 10.0, vertical: 1.6)

    init(_ scenario: Scenario) {
        chance = Chance(seed: scenario.seed, for: .error)
        satelliteChance = Chance(seed: scenario.seed, for: .satellites)
        satellites = Satellites(&satelliteChance)
        wander = Wander(&chance)
        height = Wander(&chance)
        drift = Wander(&chance)
        doubt = Wander(&chance)
        search = FirstFixSearch(isCold: scenario.coldStart, &chance)
    }

    mutating func view(using used: Int, at seconds: Double) -> [Epoch.Satellite] {
        satellites.view(using: used, at: seconds, &satelliteChance)
    }

    mutating func observe(
        _ state: Motion.State, _ leg: Scenario.Leg, at time: Timestamp, after seconds: Double
    ) -> (fix: Fix?, used: Int) {
        let model = leg.sky.measuredErrors
        let isStanding = state.speed < Measured.standing
        advance(by: seconds, leg, model, isStanding)
        let used = satellites.used(model.satellites, after: seconds, &satelliteChance)
        let isBlind = search.isBlind(
            leg.sky == .tunnel || outages.isOn, inTunnel: leg.sky == .tunnel, after: seconds,
            &chance)
        guard !isBlind else {
            lasting = nil
            return (nil, 0)
        }
        return (fix(state, leg, model, used, time, after: seconds, isStanding), used)
    }

    private mutating func advance(
        by seconds: Double, _ leg: Scenario.Leg, _ model: MeasuredErrors, _ isStanding: Bool
    ) {
        if !isStanding { memoryStanding = nil }
        if isStanding, memoryStanding == nil {
            memoryStanding = chance.uniform(Measured.memoryStanding)
        }
        let memory = memoryStanding ?? leg.mode.memory
        func fade(_ memory: Double) -> Double { DeterministicMath.exponential(-seconds / memory) }
        wander.advance(fade: fade(memory), &chance)
        height.advance(fade: fade(memory), &chance)
        drift.advance(fade: fade(Measured.velocity.memory), &chance)
        doubt.advance(fade: fade(Measured.doubt.memory), &chance)
        excursion.advance(
            by: seconds, perHour: model.excursions * leg.receiver.measured.excursions, &chance)
        outages.advance(by: seconds, model.outages, &chance)
    }

    private mutating func fix(
        _ state: Motion.State, _ leg: Scenario.Leg, _ model: MeasuredErrors, _ used: Int,
        _ time: Timestamp, after seconds: Double, _ isStanding: Bool
    ) -> Fix {
        let factor = leg.receiver.measured.errors
        let (away, wild) = (excursion.offset, search.wild)
        let now = Offset(
            east: factor * (model.wander * wander.east + wild.east) + away.east,
            north: factor * (model.wander * wander.north + wild.north) + away.north)
        let error = Offset(
            east: now.east + factor * model.white * chance.normal(),
            north: now.north + factor * model.white * chance.normal())
        let before = lasting ?? now
        lasting = now
        let creep = seconds > 0 ? Measured.follow / seconds : 0
        let follow = Offset(
            east: creep * (now.east - before.east), north: creep * (now.north - before.north))
        let hdop =
            leg.receiver == .phone
            ? Measured.phoneHDOP : model.geometry * ErrorModel.fullView / Double(used)
        var fix = Fix(time: time, coordinate: state.point.moved(error).coordinate)
        fix.hdop = (hdop * 100).rounded() / 100
        fix.altitude =
            Self.altitude.metres + Self.altitude.vertical * factor
            * (model.wander * height.north + model.white * chance.normal())
        fix.mode = .threeDimensional
        let velocity = velocity(state, leg, error.length, follow)
        (fix.speed, fix.track) = reported(velocity, leg.receiver, isStanding)
        if leg.receiver == .hold { held.hold(&fix, &chance) }
        fix.accuracy = stated(leg.accuracy, factor * model.deviation)
        return fix
    }

    /// Metres per second, with all that is wrong with it.
    private func velocity(
        _ state: Motion.State, _ leg: Scenario.Leg, _ error: Double, _ follow: Offset
    ) -> Offset {
        let (east, north) = state.point.eastAndNorth
        let (noise, perMetre, _) = Measured.velocity
        let deviation = leg.receiver.measured.velocity * (noise + perMetre * error)
        let speed = max(0, state.speed - (leg.mode == .walk ? Measured.slowWalk : 0))
        return Offset(
            east: speed * state.heading.dot(east) + deviation * drift.east + follow.east,
            north: speed * state.heading.dot(north) + deviation * drift.north + follow.north)
    }

    /// Speed and course, as a receiver of that kind writes them; without a course: `nil`.
    private mutating func reported(
        _ velocity: Offset, _ kind: ReceiverKind, _ isStanding: Bool
    ) -> (speed: Double, course: Double?) {
        switch kind {
        case .phone, .module, .precise:
            return isStanding ? (0, nil) : (velocity.length, velocity.track)
        case .ublox6, .hold:
            let limits = Measured.creeping
            let speed =
                isStanding
                ? min(max(velocity.length, limits.lowerBound), limits.upperBound)
                : velocity.length
            let blank = Measured.blankCourse.first(where: { speed < $0.below })?.share ?? 0
            return (speed, chance.happens(blank) ? nil : velocity.track)
        case .ubloxF9:
            if !isStanding || course == nil { course = velocity.track }
            return (max(velocity.length, Measured.creeping.lowerBound), course)
        }
    }

    /// The accuracy that it states, in metres; `nil` if it states none.
    private func stated(_ accuracy: StatedAccuracy, _ deviation: Double) -> Double? {
        let doubt = DeterministicMath.exponential(Measured.doubt.deviation * doubt.east)
        let radius =
            StatedAccuracy.radiusOf68Percent * deviation * doubt
            * (excursion.isOn && excursion.isNoticed ? Measured.noticed.factor : 1)
        return switch accuracy {
        case .honest: radius
        case .optimistic: radius * StatedAccuracy.optimism
        case .none: nil
        }
    }
}

/// A position that a receiver holds while it believes that it stands.
private struct HeldPosition: Sendable {
    private var point: Coordinate?
    /// Metres from `point` at which it is let go.
    private var release = 0.0

    /// Holds what is slow, and lets it go when it has got too far away: then it is held there, with
    /// no speed on the way, or moves.
    mutating func hold(_ fix: inout Fix, _ chance: inout Chance) {
        let limit = point == nil ? Measured.hold.begin : Measured.hold.end
        guard fix.speed ?? 0 < limit else { return point = nil }
        if let point, fix.coordinate.distance(to: point) < release {
            fix.coordinate = point
        } else {
            (point, release) = (fix.coordinate, chance.uniform(Measured.release))
        }
        (fix.speed, fix.track) = (0, nil)
    }
}

/// When a receiver that has been blind has a fix again, and how wrong that is at first.
struct FirstFixSearch: Sendable {
    /// Seconds since its last fix.
    private var blind = 0.0
    /// Seconds until it may have a fix again; 0 or less if it may.
    private var searching: Double
    /// The error of the first fixes after a cold start, which fades.
    private(set) var wild = Offset(east: 0, north: 0)
    private var hadFix = false

    init(isCold: Bool, _ chance: inout Chance) {
        searching = isCold ? chance.uniform(FirstFix.cold) : 0
    }

    /// Goes on by `seconds`. `isCovered`: it cannot have a fix now.
    mutating func isBlind(
        _ isCovered: Bool, inTunnel: Bool, after seconds: Double, _ chance: inout Chance
    ) -> Bool {
        let settled = DeterministicMath.exponential(-seconds / Measured.coldStart.settling)
        wild = Offset(east: settled * wild.east, north: settled * wild.north)
        searching -= seconds
        if inTunnel { searching = chance.uniform(FirstFix.hot) }
        guard !isCovered, searching <= 0 else {
            blind += seconds
            return true
        }
        if blind >= FirstFix.longOutage, !hadFix {
            let (east, north) = chance.offset(Measured.coldStart.metres)
            wild = Offset(east: east, north: north)
        }
        (blind, hadFix) = (0, true)
        return false
    }
}
