import Geofencing

/// Makes reports of what gpsd says: one for each epoch of one receiver.
struct GPSDReceiver {
    /// The only receiver that is meant, as gpsd calls it; `nil` is any.
    let wanted: String?
    private(set) var clock = ReceiverClock()
    /// TPVs that say again what an earlier one of their epoch said.
    private(set) var repeats = 0

    /// Those that gpsd has, and what it takes them for.
    private var drivers: [String: String?] = [:]
    private var isPresent: Bool?
    private var lastHeard: Double?
    /// Which of several receivers is believed, and when it last had a position.
    private var chosen: (device: String, uptime: Double)?
    /// The time that was last reported on, when it first was, and whether with a position.
    private var epoch: (time: Timestamp, uptime: Double, hasPosition: Bool)?
    /// Waits for a fuller one of its epoch.
    private var held: GPSDMessage.Position?
    /// Whether the last that waited did so with success.
    private var isWorthWaiting = true
    private var sky: (GPSDMessage.Sky, uptime: Double)?
    private var estimate: GPSDMessage.ErrorEstimate?

    /// Seconds that another receiver has to wait until it is believed instead.
    private static let loyalty = 5.0
    /// Seconds for which what came with an epoch may be used in the next: it is late by one where
    /// gpsd sends it after the position.
    private static let validity = 1.5

    init(wanted: String? = nil) {
        self.wanted = wanted
    }

    /// `now`: seconds by a clock that nobody sets. `system`: by the system's.
    mutating func take(
        _ message: GPSDMessage, at now: Double, system: Timestamp
    ) -> [Report] {
        switch message {
        case .version: return []
        case .error: return drivers.isEmpty ? noticePresence(false, at: now) : []
        case .devices(let devices):
            drivers = [:]
            for device in devices { note(device) }
            let isSilent = lastHeard.map { now - $0 > Watchdog.patience - 1 } ?? false
            let reports = noticePresence(!drivers.isEmpty, at: now)
            return isSilent && isPresent == true ? reports + [.reception(.silent)] : reports
        case .device(let device):
            note(device)
            return noticePresence(!drivers.isEmpty, at: now)
        case .sky(let sky):
            if isMeant(sky.device) { self.sky = (sky, now) }
            return []
        case .errorEstimate(let estimate):
            if isMeant(estimate.device) { self.estimate = estimate }
            return []
        case .position(let position):
            guard isMeant(position.device) else { return [] }
            if isPresent != true { drivers[position.device] = .some(nil) }
            let heardAgain = lastHeard.map { now - $0 > Watchdog.patience } ?? false
            lastHeard = now
            var reports = noticePresence(true, at: now)
            if heardAgain, reports.isEmpty { reports.append(.reception(.present)) }
            return reports + take(position, at: now, system)
        }
    }

    /// The connection is lost: what gpsd will say next need not follow what it said.
    mutating func disconnected() {
        (isPresent, lastHeard, held, epoch, sky, estimate) = (nil, nil, nil, nil, nil, nil)
        drivers = [:]
    }

    private func isMeant(_ device: String) -> Bool { wanted == nil || device == wanted }

    private mutating func note(_ device: GPSDMessage.Device) {
        guard isMeant(device.path) else { return }
        if device.isGone {
            drivers[device.path] = nil
        } else {
            drivers[device.path] = .some(device.driver ?? drivers[device.path] ?? nil)
        }
    }

    private mutating func noticePresence(_ isThere: Bool, at now: Double) -> [Report] {
        guard isPresent != isThere else { return [] }
        isPresent = isThere
        lastHeard = lastHeard ?? now
        if isThere { return [.reception(.present)] }
        let words =
            wanted.map { "gpsd does not have \($0): plug it in, or name another one" }
            ?? "gpsd has none: plug it in, or name it in gpsd's configuration"
        return [.reception(.noReceiver(words))]
    }
}

// MARK: - Epochs

extension GPSDReceiver {
    private mutating func take(
        _ position: GPSDMessage.Position, at now: Double, _ system: Timestamp
    ) -> [Report] {
        let hasPosition =
            position.mode >= 2 && position.latitude != nil && position.longitude != nil
        if let chosen, chosen.device != position.device, now - chosen.uptime < Self.loyalty {
            return []
        }
        if hasPosition { chosen = (position.device, now) }
        if let time = position.time, let epoch, time == epoch.time,
            now - epoch.uptime < ReceiverClock.standstill, epoch.hasPosition || !hasPosition
        {
            guard held != nil, hasPosition, isRated(position, at: now) else {
                repeats += 1
                return []
            }
            held = nil
            return [report(position, at: now, system)]
        }
        var reports: [Report] = []
        if let held {
            isWorthWaiting = false
            self.held = nil
            reports.append(report(held, at: now, system))
        }
        epoch = position.time.map { ($0, now, hasPosition) }
        guard hasPosition else { return reports + [.noPosition(position.time)] }
        if isRated(position, at: now) {
            isWorthWaiting = true
        } else if isWorthWaiting, position.time != nil {
            held = position
            return reports
        }
        return reports + [report(position, at: now, system)]
    }

    private func isRated(_ position: GPSDMessage.Position, at now: Double) -> Bool {
        position.eph != nil || errorEstimate(for: position) != nil || hdop(at: now) != nil
    }

    private mutating func report(
        _ position: GPSDMessage.Position, at now: Double, _ system: Timestamp
    ) -> Report {
        var fix = Fix(
            time: Timestamp(milliseconds: 0),
            coordinate: Coordinate(
                latitude: position.latitude ?? .nan, longitude: position.longitude ?? .nan))
        if let dated = clock.date(position.time, at: now, system: system) {
            (fix.time, fix.clock) = dated
        } else {
            fix.isUndated = true
        }
        fix.mode = position.mode >= 3 ? .threeDimensional : .twoDimensional
        fix.speed = position.speed.flatMap { $0 >= 0 ? $0 : nil }
        fix.track = position.track.flatMap { (0...360).contains($0) ? $0 : nil }
        fix.altitude = position.altitude
        fix.satellites = sky.flatMap { now - $0.uptime < 10 ? $0.0.satellitesUsed : nil }
        rate(&fix, position, at: now)
        return .fix(fix)
    }
}

// MARK: - Accuracy

extension GPSDReceiver {
    /// Metres of gpsd's `eph` for each unit of HDOP, where it knows no better (`H_UERE_NO_DGPS` and
    /// `H_UERE_WITH_DGPS` of gpsd 3.22 to 3.27).
    private static let ephPerDilution = (plain: 19.0, differential: 4.75)

    private mutating func rate(
        _ fix: inout Fix, _ position: GPSDMessage.Position, at now: Double
    ) {
        if let estimate = errorEstimate(for: position) {
            fix.accuracy = estimate
        } else if let eph = position.eph, eph > 0 {
            if drivers[position.device] == "NMEA0183" {
                let unit = Self.ephPerDilution
                let hdop = eph / (position.status == 2 ? unit.differential : unit.plain)
                // Receivers write two decimals at most.
                fix.hdop = (hdop * 100).rounded() / 100
            } else {
                fix.accuracy = eph
            }
        } else {
            fix.hdop = hdop(at: now)
        }
    }

    /// The receiver's own, in metres: of this epoch, or the one before.
    private func errorEstimate(for position: GPSDMessage.Position) -> Double? {
        guard let estimate, estimate.device == position.device, let time = position.time,
            let estimated = estimate.time, (0...Self.validity).contains(time - estimated),
            let latitude = estimate.latitude, let longitude = estimate.longitude
        else { return nil }
        let metres = (latitude * latitude + longitude * longitude).squareRoot()
        return metres > 0 ? metres : nil
    }

    private func hdop(at now: Double) -> Double? {
        sky.flatMap { now - $0.uptime < Self.validity ? $0.0.hdop : nil }
    }
}
