import Geofencing
import Notifications
import Posix
import TestSupport
import Testing

/// Notices of the daemon's own source, which is `desk`, of `anna` and of `ben`.
@Suite(.timeLimit(.minutes(10)))
struct NarrowingTests {
    private let folder = TemporaryFolder()
    private static let devices = ["", "anna", "ben", "desk", "anna", "", "ben", "anna"]

    private func log() throws -> NotificationLog {
        // It begins the log.
        _ = try NotificationLog.example(in: folder)
        let store = try NoticeStore(
            path: folder.file(NotificationLog.fileName), durability: .normal)
        let entries = Self.devices.enumerated().map { i, name in
            NoticeEntry(
                sequence: i + 1, device: DeviceID(name), regionKind: i < 4 ? "deal" : "favourite",
                transition: .enter, line: Notice.bytes(i + 1, DeviceID(name)),
                recorded: noon(Double(i)), time: noon(Double(i)))
        }
        try store.write(entries, nil, journey: nil, at: noon())
        return try .example(in: folder, device: "desk")
    }

    @Test(arguments: [
        (["anna"], [2, 5, 8]), (["desk"], [1, 4, 6]), (["anna", "desk"], [1, 2, 4, 5, 6, 8]),
        (["ben", "carl"], [3, 7]), (["carl"], []), ([], []),
    ])
    func `who asks for devices gets what is theirs, in order`(
        names: [String], numbers: [Int]
    ) async throws {
        let log = try log()
        let query = NoticeQuery(devices: log.names(of: Set(names.compactMap { DeviceID($0) })))
        let all = try await log.history(query, after: 0, limit: 100, isLast: false)
        #expect(all.map(\.sequence) == numbers)
        let last = try await log.history(query, after: 0, limit: 2, isLast: true)
        #expect(last.map(\.sequence) == numbers.suffix(2))
        let page = try await log.history(query, after: 1, limit: 2, isLast: false)
        #expect(page.map(\.sequence) == Array(numbers.filter { $0 > 1 }.prefix(2)))
        var narrow = query
        (narrow.since, narrow.until, narrow.kinds) = (noon(2), noon(7), ["deal"])
        let some = try await log.history(narrow, after: 0, limit: 100, isLast: false)
        #expect(some.map(\.sequence) == numbers.filter { (3...4).contains($0) })
    }

    @Test(arguments: [
        (#"["anna"]"#, [2, 5, 8]), (#"["desk"]"#, [1, 4, 6]),
        (#"["ben","desk"]"#, [1, 3, 4, 6, 7]),
        ("[]", []),
    ])
    func `a listener hears the devices that it names`(ids: String, numbers: [Int]) async throws {
        let log = try log()
        let path = try SocketPath(folder.file("socket"))
        let descriptor = try path.listen()
        async let running: Void = NotificationSocket(log, descriptor: descriptor).run()
        let client = try TestClient(path)
        await client.ask(#"{"after":0,"devices":\#(ids)}"#)
        #expect(await client.line() == NotificationSocketTests.resumed)
        await log.finish()
        #expect(await client.rest().compactMap(\.sequence) == numbers)
        try await running
    }
}

extension Notice {
    /// A CloudEvent of the log `abc`.
    fileprivate static func bytes(_ sequence: Int, _ device: DeviceID?) -> [UInt8] {
        Notice(
            sequence: sequence, log: LogID("abc"), device: device, transition: .example(),
            recorded: noon()
        ).cloudEvent(source: "/geofenced/desk")
    }
}
