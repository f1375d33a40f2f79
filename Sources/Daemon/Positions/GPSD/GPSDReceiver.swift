import Geofencing

/// Makes reports of what gpsd says, one for each epoch of one receiver.
struct GPSDReceiver {
    /// The receiver that is wanted, as gpsd calls it; `nil` is any.
    let wanted: String?
    private(set) var clock = ReceiverClock()
    /// How many TPVs repeat what an earlier one of their epoch said.
    private(set) var repeats = 0

    /// The drivers of the receivers that gpsd has, by path; `nil` while gpsd does not know a
    /// driver.
    private var drivers: [String: String?] = [:]
    private var isPresent: Bool?
    private var lastHeard: Double?
    /// The one of several receivers that is believed, and when it last had a position.
    private var chosen: (device: String, uptime: Double)?
    /// The epoch that was received last: its time, when it came first, and whether with a position.
    private var epoch: (time: Timestamp, uptime: Double, hasPosition: Bool)?
    /// The time of the epoch before it.
    private var epochBefore: Timestamp?
    /// A position that waits for a fuller one of its epoch, or for the receiver's estimate of its
    /// error.
    private var held: GPSDMessage.Position?
    /// Whether a fuller one came when a position last waited for it.
    private var isWorthWaiting = true
    /// How many epochs in a row had the estimate right after the position.
    private var estimatesInARow = 0
    private var sky: (GPSDMessage.Sky, uptime: Double)?
    private var estimate: GPSDMessage.ErrorEstimate?

    /// Seconds without a position from the receiver that is believed, until another one is.
    private static let loyalty = 5.0
    /// Seconds for which an estimate or an HDOP may be used after its epoch.
    private static let validity = 5.0
    /// After this many estimates in a row, a position waits for the next: it takes milliseconds.
    private static let habit = 2

    init(wanted: String? = nil) {
        self.wanted = wanted
    }

    /// The reports that `message` completes.
    ///
    /// `now`: seconds by a clock that nobody sets. `system`: the time by the system's clock.
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
            // That there is no receiver is reported each time, as a report may have reached nobody.
            if drivers.isEmpty { isPresent = nil }
            let reports = noticePresence(!drivers.isEmpty, at: now)
            return isSilent && isPresent == true ? reports + [.reception(.silent)] : reports
        case .device(let device):
            note(device)
            return noticePresence(!drivers.isEmpty, at: now)
        case .sky(let sky):
            if isMeant(sky.device) { self.sky = (sky, now) }
            return []
        case .errorEstimate(let estimate):
            // It may come before or after the position that it belongs to.
            return isMeant(estimate.device) ? take(estimate, at: now, system) : []
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

    /// The connection is lost, and what gpsd says next may not follow from what it said before.
    mutating func disconnected() {
        (isPresent, lastHeard, held, epoch, sky, estimate) = (nil, nil, nil, nil, nil, nil)
        (epochBefore, estimatesInARow) = (nil, 0)
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
            held = position
            return isComplete(position, at: now) ? release(at: now, system) : []
        }
        if let held {
            if isRated(held, at: now) { estimatesInARow = 0 } else { isWorthWaiting = false }
        }
        let reports = release(at: now, system)
        if epoch?.time != estimate?.time { estimatesInARow = 0 }
        epochBefore = epoch?.time
        epoch = position.time.map { ($0, now, hasPosition) }
        guard hasPosition else { return reports + [.noPosition(position.time)] }
        if isRated(position, at: now) { isWorthWaiting = true }
        held = position
        let mustWait = position.time != nil && !isComplete(position, at: now)
        return mustWait ? reports : reports + release(at: now, system)
    }

    private mutating func take(
        _ estimate: GPSDMessage.ErrorEstimate, at now: Double, _ system: Timestamp
    ) -> [Report] {
        if let time = estimate.time, time == epoch?.time, time != self.estimate?.time {
            estimatesInARow += 1
        }
        self.estimate = estimate
        guard let held, held.time == estimate.time, isRated(held, at: now) else { return [] }
        return release(at: now, system)
    }

    /// The report of the position that waits, if there is one.
    private mutating func release(at now: Double, _ system: Timestamp) -> [Report] {
        guard let held else { return [] }
        self.held = nil
        return [report(held, at: now, system)]
    }

    /// Whether nothing that says more of its epoch is likely to come.
    private func isComplete(_ position: GPSDMessage.Position, at now: Double) -> Bool {
        if estimate?.time == position.time, errorEstimate(for: position) != nil { return true }
        return isRated(position, at: now) ? estimatesInARow < Self.habit : !isWorthWaiting
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
    /// Metres of `eph` that gpsd makes of each unit of HDOP if the receiver has no estimate
    /// (`H_UERE_NO_DGPS` and `H_UERE_WITH_DGPS` of gpsd 3.22 to 3.27).
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
                // Receivers write HDOP with at most two decimals.
                fix.hdop = (hdop * 100).rounded() / 100
            } else {
                fix.accuracy = eph
            }
        } else {
            fix.hdop = hdop(at: now)
        }
    }

    /// The receiver's own estimate in metres, of this epoch or the one just before; `nil` if there
    /// is none.
    private func errorEstimate(for position: GPSDMessage.Position) -> Double? {
        guard let estimate, estimate.device == position.device, let time = position.time,
            let estimated = estimate.time, estimated == time || estimated == epochBefore,
            (0...Self.validity).contains(time - estimated), let latitude = estimate.latitude,
            let longitude = estimate.longitude
        else { return nil }
        let metres = (latitude * latitude + longitude * longitude).squareRoot()
        return metres > 0 ? metres : nil
    }

    private func hdop(at now: Double) -> Double? {
        sky.flatMap { now - $0.uptime < Self.validity ? $0.0.hdop : nil }
    }
}
