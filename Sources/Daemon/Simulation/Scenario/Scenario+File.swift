package import Formats
package import Geofencing
import Posix

extension Scenario {
    /// Finds the place with a name; `nil` if there is none.
    package typealias Lookup = (_ name: String) async throws -> Coordinate?

    /// Finds the way from one point to another along streets.
    package typealias Streets =
        (_ from: Coordinate, _ to: Coordinate, TravelMode) async throws -> [Coordinate]

    private static let keys = [
        "version", "start", "rate", "seed", "from", "receiver", "accuracy", "cold_start", "leg",
        "delivery.repeated", "delivery.late", "delivery.lost", "delivery.rollover",
    ]

    /// Reads the file at `path`. `lookup` finds points that are written as names of places, `streets` the
    /// ways of legs that follow streets; `nil`: none may.
    package init(
        path: String, lookup: @escaping Lookup = { _ in nil }, streets: Streets? = nil
    ) async throws {
        try await self.init(try TOMLDocument(path: path), lookup: lookup, streets: streets)
    }

    package init(
        _ document: TOMLDocument, lookup: @escaping Lookup = { _ in nil },
        streets: Streets? = nil
    ) async throws {
        let (values, errors) = document.root.values(for: Self.keys)
        if let error = errors.first { throw error }
        self.init(legs: [])
        if let version = values["version"] {
            isMeasured = try version.integer(of: "the version of a scenario", in: 1...2) == 2
        }
        if let start = try values["start"]?.time() { self.start = start }
        if let rate = values["rate"] { interval = try rate.interval() }
        if let seed = values["seed"] {
            self.seed = UInt64(try seed.integer(of: "any size", in: 0...Int.max))
        }
        coldStart = try values["cold_start"]?.boolean() ?? false
        delivery = try Delivery(values)
        legs = try await legs(values, document, PointReader(document.name, lookup, streets))
    }

    private func legs(
        _ values: [String: TOMLValue], _ document: TOMLDocument, _ reader: PointReader
    ) async throws -> [Leg] {
        let top = TOMLLocation(file: document.name, line: 1, key: "leg")
        guard let list = values["leg"] else {
            throw TOMLError.badKey(
                top, what: "is missing",
                remedy: "say how the journey goes, in one or more [[leg]]")
        }
        var defaults = LegDefaults(isMeasured: isMeasured)
        if let kind = values["receiver"] { defaults.receiver = try defaults.receiver(kind) }
        if let accuracy = values["accuracy"] { defaults.accuracy = try accuracy.choice() }
        if let from = values["from"] { defaults.from = try await reader.point(from) }
        var legs: [Leg] = []
        var points = 0
        for value in try list.list(of: "tables, as in [[leg]]") {
            let leg = try await LegReader(value, reader).leg(defaults)
            points += leg.points.count
            guard points <= Self.mostPoints else {
                throw value.error(
                    "there are more than \(Self.mostPoints) points", use: "a shorter route")
            }
            // A leg begins where the one before has ended. The stop there is part of that one.
            defaults.from = leg.points.last.map { Point(coordinate: $0.coordinate) }
            if leg.mode != .parked { defaults.sky = leg.sky }
            legs.append(leg)
        }
        guard !legs.isEmpty else { throw list.error("is empty", use: "at least one [[leg]]") }
        return legs
    }
}

extension Scenario.Delivery {
    fileprivate init(_ values: [String: TOMLValue]) throws(TOMLError) {
        func share(_ name: String) throws(TOMLError) -> Double {
            try values["delivery.\(name)"]?.number(of: "a share of the epochs", from: 0, to: 0.5)
                ?? 0
        }
        self.init()
        repeated = try share("repeated")
        late = try share("late")
        lost = try share("lost")
        rollover = try values["delivery.rollover"]?.boolean() ?? false
    }
}

extension TOMLValue {
    /// A time within the hundred years from 1980 that NMEA can write with two digits.
    fileprivate func time() throws(TOMLError) -> Timestamp {
        let wanted = "a date and time, as in 2026-05-01T10:00:00Z"
        guard let text = asDateTime ?? asText, let time = Timestamp(iso8601: text) else {
            throw error("\(written) is not a time", use: wanted)
        }
        let (first, last) = (Timestamp(seconds: 315_964_800), Timestamp(seconds: 3_471_292_800))
        guard time >= first, time < last else {
            throw error("\(written) is not from 1980-01-06 to 2079-12-31", use: "a time that is")
        }
        return time
    }

    /// Seconds between two epochs, in whole hundredths.
    fileprivate func interval() throws(TOMLError) -> Double {
        let limits = Scenario.rates
        let rate = try number(
            of: "epochs a second", from: limits.lowerBound, to: limits.upperBound)
        return (100 / rate).rounded() / 100
    }
}
