import Notifications
import TestSupport

@testable import Geofencing

/// 2026-05-01T12:00:00Z, and so many seconds.
func noon(_ seconds: Double = 0) -> Timestamp {
    Timestamp(iso8601: "2026-05-01T12:00:00Z")! + seconds
}

extension Region {
    static func example(
        id: String = "deal/42", kind: String = "deal", name: String = "2 for 1 at Dam",
        details: Details? = nil
    ) -> Region {
        Region(
            id: id, kind: kind, name: name,
            center: Coordinate(latitude: 52.3731, longitude: 4.8926), details: details)
    }
}

extension Fix {
    static let example = Fix(
        time: noon(), coordinate: Coordinate(latitude: 52.3735, longitude: 4.8931))
}

extension Transition {
    static func example(
        _ kind: Kind = .enter, region: Region = .example(), fix: Fix = .example,
        rule: Rule = .accurate, cause: Cause? = nil, stay: Double? = nil
    ) -> Transition {
        Transition(
            kind: kind, region: region, time: fix.time, fix: fix, distance: 61.27, rule: rule,
            cause: cause, stay: stay)
    }
}

extension Notice {
    /// As it travels, without its line end.
    static func line(_ transition: Transition, recorded: Timestamp? = nil) -> String {
        let notice = Notice(
            sequence: 42, log: LogID("abc"), transition: transition, recorded: recorded)
        let bytes = notice.cloudEvent(source: "/geofenced/pi-car")
        precondition(bytes.last == UInt8(ascii: "\n"))
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}

extension TrackerState {
    /// Of a tracker that knows nothing.
    static let empty = TrackerState(memory: [], inside: [], resumePoint: nil)
}

extension NotificationLog {
    /// The log `abc`, whose clock stands still.
    static func example(
        in folder: TemporaryFolder, id: String = "abc", device: String = "desk",
        keepCount: Int = 1_000_000,
        now: @escaping @Sendable () -> Timestamp = { noon(1) },
        uptime: @escaping @Sendable () -> Double = { 0 },
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws -> NotificationLog {
        try NotificationLog(
            in: folder.path, source: "/geofenced/pi-car", device: DeviceID(fitting: device),
            settings: Settings(durability: .normal, keepCount: keepCount),
            patience: .milliseconds(10), newLog: { LogID(id) }, now: now,
            uptime: uptime, observe: observe)
    }

    func append(_ transitions: [Transition]) async throws {
        try await append(transitions, .empty)
    }

    /// `count` enters into deals, one at a time.
    func append(_ count: Int) async throws {
        for _ in 0..<count { try await append([.example()]) }
    }

    /// `count` enters into deals at one go.
    func append(atOnce count: Int) async throws {
        try await append(Array(repeating: .example(), count: count))
    }
}
