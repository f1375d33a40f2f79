package import Geofencing
import Posix

/// Fixes from a running gpsd. Only cancelling its task ends it.
package struct GPSDSource: PositionSource {
    package let isLive = true

    private let address: GPSDAddress
    private let link: any GPSDLink
    private let unpacker = GPSDUnpacker()
    private var receiver: GPSDReceiver
    private var lines = LineCutter(longest: Self.longestLine)
    private var backoff = Backoff()
    private var connection: Connection?
    /// The uptime from which to connect again.
    private var retry = 0.0
    private var due: Timestamp?
    private var counts = Counts()

    /// Bytes; gpsd's longest have some 10,000: a sky full of satellites.
    static let longestLine = 64 << 10

    /// What is known of the current connection.
    private struct Connection {
        let start: Double
        var watchdog: Watchdog
        /// Whether it has sent anything that gpsd sends, and anything that gpsd does not.
        var isGPSD = false
        var isStrange = false
    }

    private struct Counts {
        var connections = 0
        var lines = 0
        var malformed = 0
    }

    package init(_ address: GPSDAddress) {
        self.init(address, link: GPSDSocket())
    }

    init(_ address: GPSDAddress, link: some GPSDLink) {
        self.address = address
        self.link = link
        receiver = GPSDReceiver(wanted: address.device)
    }

    package var tally: [Tally] {
        [
            Tally("connections", counts.connections),
            Tally("lines", counts.lines),
            Tally("malformed_lines", counts.malformed),
            Tally("long_lines", lines.tooLong),
            Tally("repeated_fixes", receiver.repeats),
        ]
    }

    package mutating func wake(at time: Timestamp?) {
        due = time
    }

    package mutating func next() async throws -> [Report]? {
        while true {
            try Task.checkCancellation()
            var reports = connection == nil ? try await reconnect() : await receive()
            if let time = dueTime { reports.append(.clock(time)) }
            if !reports.isEmpty { return reports }
        }
    }

    /// The receiver's time if a wake-up is due, which it then no longer is; else `nil`.
    private var dueTime: Timestamp? {
        mutating get {
            guard let due, let now = receiver.clock.time(at: link.uptime), now >= due else {
                return nil
            }
            self.due = nil
            return now
        }
    }

    /// The earlier of `uptime` and the uptime at which a wake-up is due.
    private func earliest(_ uptime: Double) -> Double {
        guard let due, let wake = receiver.clock.uptime(at: due) else { return uptime }
        return min(uptime, wake)
    }
}

// MARK: - The connection

extension GPSDSource {
    private mutating func reconnect() async throws -> [Report] {
        if link.uptime < retry {
            try await link.sleep(until: earliest(retry))
            if link.uptime < retry { return [] }
        }
        do throws(GPSDLost) {
            try await link.connect(to: address)
        } catch {
            return await lost(error)
        }
        counts.connections += 1
        connection = Connection(start: link.uptime, watchdog: Watchdog(at: link.uptime))
        let device = address.device.map { #","device":"\#($0)""# } ?? ""
        await link.send(#"?WATCH={"enable":true,"json":true\#(device)};"# + "\n")
        return []
    }

    private mutating func receive() async -> [Report] {
        guard var connection else { return [] }
        switch await link.receive(until: earliest(connection.watchdog.deadline)) {
        case .bytes(let bytes):
            connection.watchdog.heard(at: link.uptime)
            self.connection = connection
            let reports = read(bytes)
            guard isOtherService else { return reports }
            return await lost(GPSDLost(why: "\(address): does not answer"))
        case .ended(let why): return await lost(why)
        case .nothing:
            if link.uptime < connection.watchdog.deadline { return [] }
            if connection.watchdog.expired(at: link.uptime) == .giveUp {
                return await lost(GPSDLost(why: "\(address): does not answer"))
            }
            self.connection = connection
            await link.send("?VERSION;\n?DEVICES;\n")
            return []
        }
    }

    /// Whether the service that answers had the time to show that it is gpsd, and did not.
    private var isOtherService: Bool {
        guard let connection, !connection.isGPSD, connection.isStrange else { return false }
        return link.uptime - connection.start >= Watchdog.patience
    }

    private mutating func lost(_ why: GPSDLost) async -> [Report] {
        var why = why
        if let connection {
            await link.close()
            if connection.isGPSD, link.uptime - connection.start >= Backoff.success {
                backoff.succeeded()
            }
            if !connection.isGPSD, connection.isStrange {
                why.why = "\(address): what listens there is not gpsd"
            }
        }
        connection = nil
        lines.reset()
        receiver.disconnected()
        retry = link.uptime + backoff.next(jitter: link.jitter)
        return [.reception(.unreachable(why.why))]
    }

    private mutating func read(_ bytes: [UInt8]) -> [Report] {
        var reports: [Report] = []
        let (now, system) = (link.uptime, link.systemTime)
        let longLines = lines.tooLong
        let texts = lines.take(bytes)
        if lines.tooLong > longLines { connection?.isStrange = true }
        for text in texts {
            counts.lines += 1
            let line = GPSDLine(text[...])
            if case .malformed = line {
                counts.malformed += 1
                connection?.isStrange = true
                continue
            }
            connection?.isGPSD = true
            guard let message = unpacker.message(from: line) else { continue }
            reports += receiver.take(message, at: now, system: system)
        }
        return reports
    }
}
