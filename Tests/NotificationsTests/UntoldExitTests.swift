import Geofencing
import TestSupport
import Testing

@testable import Notifications

/// Exits that nobody is told, which end visits all the same.
struct UntoldExitTests {
    private let folder = TemporaryFolder()

    /// `E` and `D` of these are told, and `X` is not; of what is told at once.
    private func append(_ line: String, to log: NotificationLog) async throws {
        let kinds: [Character: Transition.Kind] = ["E": .enter, "D": .dwell, "X": .exit]
        let (told, exits) = line.compactMap { kinds[$0] }.map { Transition.example($0) }.split(
            reporting: [.enter, .dwell])
        var state = TrackerState.empty
        state.exits = exits
        try await log.append(told, state)
    }

    /// What the log has, with exits that nobody was told: a letter each.
    private func drawn(
        _ log: NotificationLog, _ query: NoticeQuery = NoticeQuery(), after number: Int = 0,
        limit: Int = 100, isLast: Bool = false
    ) async throws -> String {
        var query = query
        query.withUntold = true
        return try await log.history(query, after: number, limit: limit, isLast: isLast)
            .map { $0.isTold ? "\($0.transition.rawValue.prefix(1).uppercased())" : "x" }.joined()
    }

    @Test func `each stands after the notice before it, and has no number`() async throws {
        let log = try NotificationLog.example(in: folder)
        for part in ["E", "X", "EXE", "X", "ED"] { try await append(part, to: log) }
        #expect(try await drawn(log) == "ExExExED")
        #expect(log.latest == 5)
        let told = try await log.history(NoticeQuery(), after: 0, limit: 9, isLast: false)
        #expect(told.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(told.allSatisfy { $0.isTold && $0.transition != .exit })
        guard case .entries(let page) = try await log.page(after: 0) else {
            Issue.record("no entries")
            return
        }
        #expect(page == told)
    }

    @Test(
        arguments: [
            (0, 1, false, "E"), (1, 1, false, "xE"), (1, 2, false, "xExE"), (3, 9, false, "xEDx"),
            (5, 9, false, "x"), (0, 2, true, "EDx"), (0, 9, true, "ExExExEDx"),
        ] as [(Int, Int, Bool, String)])
    func `pages one after another have each of them once`(
        number: Int, limit: Int, isLast: Bool, expected: String
    ) async throws {
        let log = try NotificationLog.example(in: folder)
        try await append("EXEXEXEDX", to: log)
        #expect(try await drawn(log, after: number, limit: limit, isLast: isLast) == expected)
    }

    @Test(
        arguments: [
            (NoticeQuery(transitions: [.enter]), "E"), (NoticeQuery(transitions: [.exit]), "x"),
            (NoticeQuery(kinds: ["favourite"]), ""), (NoticeQuery(kinds: ["deal"]), "Ex"),
            (NoticeQuery(devices: [DeviceID("desk")]), "Ex"),
            (NoticeQuery(devices: [DeviceID("anna")]), ""), (NoticeQuery(since: noon(1)), ""),
            (NoticeQuery(since: noon(), until: noon(1)), "Ex"), (NoticeQuery(until: noon()), ""),
        ] as [(NoticeQuery, String)])
    func `they are narrowed as notices are`(query: NoticeQuery, expected: String) async throws {
        let log = try NotificationLog.example(in: folder)
        try await append("EX", to: log)
        #expect(try await drawn(log, query) == expected)
    }

    @Test func `they go with the notices before them`() async throws {
        let log = try NotificationLog.example(in: folder, keepCount: 100)
        for _ in 0..<600 { try await append("EX", to: log) }
        try await log.prune()
        let left = try await drawn(log, limit: 1000)
        #expect(left.count < 800)
        #expect(left == String(repeating: "Ex", count: left.count / 2))
    }

    @Test func `they are there after a restart, and the log is whole`() async throws {
        let log = try NotificationLog.example(in: folder)
        try await append("EXE", to: log)
        let again = try NotificationLog.example(in: folder, id: "new")
        #expect(again.id == LogID("abc"))
        try await append("X", to: again)
        #expect(try await drawn(again) == "ExEx")
    }

    @Test func `those of a device stand between its notices, however many come at once`()
        async throws
    {
        let log = try NotificationLog.example(in: folder)
        let anna = DeviceID("anna")!
        try await log.set(Device(anna))
        let way = [Transition.Kind.enter, .exit, .enter, .exit].map { Transition.example($0) }
        let (told, exits) = way.split(reporting: [.enter])
        let numbers = try await log.append(
            DeviceUpdate(
                device: anna, transitions: told, exits: exits, state: DeviceState(memory: []),
                kept: []))
        #expect(numbers == [1, 2])
        #expect(try await drawn(log) == "ExEx")
        #expect(try await drawn(log, NoticeQuery(devices: [DeviceID("desk")])) == "")
    }
}
