import Geofencing

@testable import Positions

/// A gpsd on a script, in a time that passes only while it is waited for.
final class ScriptedLink: GPSDLink {
    /// What one connection brings, by seconds since it began; `nil` is one that is refused.
    struct Connection {
        var arrivals: [(after: Double, bytes: [UInt8])] = []
        /// When it ends; `nil` never.
        var end: Double?
        /// Said to each question.
        var answer: String?
    }

    private(set) var uptime = 0.0
    var systemTime = Timestamp(seconds: 60)
    var jitter = 1.0
    private(set) var connects: [Double] = []
    private(set) var commands: [String] = []
    /// How often it was waited for.
    private(set) var waits = 0

    private var script: ArraySlice<Connection?>
    private let length: Double
    private var current: Connection?
    private var start = 0.0

    /// `length`: seconds after which all is called off.
    init(_ script: [Connection?], length: Double) {
        self.script = script[...]
        self.length = length
    }

    func connect(to address: GPSDAddress) async throws(GPSDLost) {
        connects.append(uptime)
        guard let next = script.popFirst(), let connection = next else {
            throw GPSDLost(why: "refused")
        }
        (current, start) = (connection, uptime)
    }

    func send(_ command: String) async {
        commands.append(command)
        guard let answer = current?.answer, command.hasPrefix("?VERSION") else { return }
        current?.arrivals.insert((uptime - start, Array(answer.utf8)), at: 0)
    }

    func receive(until deadline: Double) async -> GPSDArrival {
        waits += 1
        if uptime >= length { return .ended(GPSDLost(why: "over")) }
        let next = current?.arrivals.first.map { start + $0.after } ?? .infinity
        let end = current?.end.map { start + $0 } ?? .infinity
        let first = min(next, end, deadline, length)
        uptime = max(uptime, first)
        if first == next, let bytes = current?.arrivals.removeFirst().bytes { return .bytes(bytes) }
        return first == end ? .ended(GPSDLost(why: "closed")) : .nothing
    }

    func sleep(until time: Double) async throws {
        if time >= length { throw CancellationError() }
        waits += 1
        uptime = max(uptime, time)
    }

    func close() async {
        current = nil
    }
}

extension ScriptedLink.Connection {
    /// Texts and when they come.
    init(_ arrivals: (Double, String)..., end: Double? = nil, answer: String? = nil) {
        self.arrivals = arrivals.map { ($0, Array($1.utf8)) }
        self.end = end
        self.answer = answer
    }
}
