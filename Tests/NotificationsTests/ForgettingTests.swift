import Geofencing
import Posix
import TestSupport
import Testing

@testable import Notifications

/// Notices of `desk`, the daemon's own source, of `anna` and of `secret-phone`, which is forgotten.
@Suite(.timeLimit(.minutes(10)))
struct ForgettingTests {
    private let folder = TemporaryFolder()
    private static let phone = DeviceID("secret-phone")!

    /// Words that only notices of what is forgotten have.
    private static let traces = [
        "secret-phone", "secret-region", "secretkind", "52.777", "@JcretP1",
    ]
    /// Where nobody else was: some 52.777, whose bytes can be read as text, `@JcretP1`.
    private static let latitude = Double(bitPattern: 0x404A_6372_6574_5031)

    /// Writes notices beside the log, as if it had told them, and opens it again. `whose`: a letter
    /// each, `s` for the phone, `a` for anna, and `·` for what names no device.
    private func log(_ whose: some Sequence<Character>, length: Int = 0) throws -> NotificationLog {
        // It begins the log.
        _ = try NotificationLog.example(in: folder)
        let store = try store()
        let first = (try store.numbers()?.upperBound ?? 0) + 1
        let entries = whose.enumerated().map { Self.entry(first + $0, $1, length) }
        let updates = entries.compactMap { entry in
            entry.device.map { Self.update(of: $0, entry.time) }
        }
        let exits = entries.filter { $0.device != nil }.map { entry in
            var exit = entry
            exit.isTold = false
            return exit
        }
        try store.write(entries, nil, journey: nil, updates, exits: exits, at: noon())
        return try .example(in: folder)
    }

    /// A position, with what is known after it.
    private static func update(of device: DeviceID, _ time: Timestamp) -> DeviceUpdate {
        var state = DeviceState(memory: Array("\(device)".utf8))
        state.inside = device == phone ? ["secret-region"] : ["deal/1"]
        let fix = Fix(
            time: time,
            coordinate: Coordinate(latitude: device == phone ? latitude : 52, longitude: 5))
        state.position = fix
        return DeviceUpdate(device: device, transitions: [], state: state, kept: [fix])
    }

    private func store() throws -> NoticeStore {
        try NoticeStore(path: folder.file(NotificationLog.fileName), durability: .normal)
    }

    private static func entry(_ number: Int, _ whose: Character, _ length: Int = 0) -> NoticeEntry {
        let device = whose == "s" ? phone : DeviceID(whose == "a" ? "anna" : "")
        let text = whose == "s" ? #"{"secret-region":52.777,"secret-phone":"# : #"{"other":"#
        let more = String(repeating: "x", count: length)
        return NoticeEntry(
            sequence: number, device: device, regionKind: whose == "s" ? "secretkind" : "deal",
            transition: .enter, line: Array("\(text)\(number),\"\(more)\":0}\n".utf8),
            recorded: noon(Double(number)), time: noon(Double(number * 7919 % 5000)))
    }

    /// Which words are found in which files, if any.
    private func left(in folder: TemporaryFolder) throws -> [String] {
        try folder.names.flatMap { name in
            let bytes = try InputFile.contents(of: folder.file(name), limit: 1 << 28)
            let text = String(decoding: bytes, as: Unicode.ASCII.self)
            return Self.traces.filter { text.contains($0) }.map { "\($0) in \(name)" }
        }
    }

    /// What a listener that asks with `line` is told, in a word each.
    private func heard(_ log: NotificationLog, _ line: String) async throws -> [String] {
        let path = try SocketPath(folder.file("socket"))
        let descriptor = try path.listen()
        async let running: Void = NotificationSocket(log, descriptor: descriptor).run()
        let client = try TestClient(path)
        await client.ask(line)
        _ = await client.line()
        await log.finish()
        let lines = await client.rest()
        try await running
        return lines.map { line in
            line.hasPrefix(#"{"forgotten"#)
                ? line
                : line.split(separator: ":")[1].split(separator: ",").first.map(String.init) ?? ""
        }
    }

    @Test(arguments: [true, false])
    func `listeners pass over what is forgotten, and who wants to know is told the numbers`(
        tells: Bool
    ) async throws {
        let log = try log("·ssa·s·ss")
        try await log.forget(Self.phone)
        let heard = try await heard(log, #"{"after":0,"forgotten":\#(tells)}"#)
        let told = [
            "1", #"{"forgotten":[2,3]}"#, "4", "5", #"{"forgotten":[6,6]}"#, "7",
            #"{"forgotten":[8,9]}"#,
        ]
        #expect(heard == told.filter { tells || !$0.hasPrefix("{") })
    }

    @Test(arguments: [300, 5000])
    func `however many are forgotten in a row, they are one range`(count: Int) async throws {
        let log = try log("a" + String(repeating: "s", count: count) + "a")
        try await log.forget(Self.phone)
        let heard = try await heard(log, #"{"after":0,"forgotten":true,"devices":["anna"]}"#)
        #expect(heard == ["1", #"{"forgotten":[2,\#(count + 1)]}"#, "\(count + 2)"])
    }

    @Test func `what is in memory is forgotten as well, and the numbers go on`() async throws {
        let log = try NotificationLog.example(in: folder)
        try await log.append(3)
        var state = TrackerState.empty
        state.exits = [UntoldExit(.example(.exit), told: 0)]
        try await log.append([], state)
        try await log.forget(DeviceID("desk")!)
        try await log.append(1)
        guard case .entries(let entries) = try await log.page(after: 0) else {
            Issue.record("no entries")
            return
        }
        #expect(entries.map(\.isForgotten) == [true, false])
        #expect(entries.map(\.numbers) == [1...3, 4...4])
        #expect(log.range.latest == 4)
        var query = NoticeQuery()
        query.withUntold = true
        let past = try await log.history(query, after: 0, limit: 9, isLast: false)
        #expect(past.map(\.sequence) == [4])
    }

    @Test(arguments: Share.of(1...8 as ClosedRange<UInt64>, 2))
    func `nothing is left of it in any file`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<12 {
            let whose = (0..<Int.random(in: 1...400, using: &random)).map { _ in
                "sssa·".randomElement(using: &random)!
            }
            let latest = try log(whose, length: Int.random(in: 0...2500, using: &random)).latest
            // Rows that go for another reason move those that stay.
            _ = try store().prune(before: noon(), below: latest / 3, most: 50)
        }
        #expect(try !left(in: folder).isEmpty)
        let log = try log("")
        try await log.forget(Self.phone)
        #expect(try left(in: folder) == [])
        let others = try await log.history(NoticeQuery(), after: 0, limit: 10_000, isLast: false)
        let range = Timestamp.range
        let anna = try await log.positions(
            of: DeviceID("anna")!, since: range.lowerBound, until: range.upperBound, limit: 9999)
        #expect(!anna.isEmpty)
        #expect(!others.isEmpty && others.allSatisfy { $0.line.starts(with: #"{"other""#.utf8) })
        try store().check()
    }

    @Test func `of the own device, name and audiences stay, and it goes on`() async throws {
        let log = try NotificationLog.example(in: folder, device: "secret-phone")
        var own = Device(Self.phone)
        own.name = "Mine"
        let store = try store()
        try store.set(own)
        for second in 0..<3 {
            let fix = Self.update(of: Self.phone, noon(Double(second))).kept
            try store.keep(fix, ofOwn: Self.phone, at: noon())
            try await log.append(1)
            try await log.forget(Self.phone)
            let range = Timestamp.range
            let positions = try await log.positions(
                of: Self.phone, since: range.lowerBound, until: range.upperBound, limit: 9)
            #expect(positions.isEmpty)
            #expect(try await log.device(Self.phone)?.device.name == "Mine")
        }
        #expect(try left(in: folder) == ["secret-phone in notifications.sqlite"])
        #expect(log.latest == 3)
    }

    @Test(arguments: ["marked", "half", "overwritten", "gaps"])
    func `a process that is killed meanwhile has forgotten all of it`(moment: String) async throws {
        _ = try log(String(repeating: "sa·s", count: 300), length: 700)
        let store = try store()
        try store.forget([Self.phone], upTo: 1000)
        if moment != "marked" { _ = try store.overwriteForgotten(most: 200) }
        if moment == "overwritten" || moment == "gaps" {
            while try store.overwriteForgotten(most: 200) {}
        }
        if moment == "gaps" { _ = try store.overwriteGaps(in: 1..<9) }
        let copy = TemporaryFolder()
        for name in folder.names {
            try copy.write(name, InputFile.contents(of: folder.file(name), limit: 1 << 26))
        }
        let again = try NotificationLog.example(in: copy)
        let query = NoticeQuery(kinds: ["secretkind"])
        // What came later is not forgotten.
        let past = try await again.history(query, after: 0, limit: 5000, isLast: false)
        #expect(past.map(\.sequence) == (1001...1200).filter { [1, 0].contains($0 % 4) })
        #expect(again.latest == 1200)
        try await again.forget(Self.phone)
        #expect(try left(in: copy) == [])
        await again.finish()
    }

    @Test func `what is marked is forgotten, and is overwritten when the log goes on`() async throws
    {
        let log = try log("ssa")
        let store = try store()
        try store.forget([Self.phone], upTo: 3)
        #expect(try await log.history(.init(), after: 0, limit: 9, isLast: false).count == 1)
        #expect(try !left(in: folder).isEmpty)
        try await log.finishForgetting()
        #expect(try left(in: folder) == [])
        #expect(try store.unfinishedForgetting() == nil)
    }

    @Test func `databases that were set aside go with it`() async throws {
        let log = try log("ssa")
        try folder.write("notifications.sqlite.damaged-2026-05-01T120011Z", "secret-phone".utf8)
        try folder.write("notifications.sqlite.damaged-2026-05-01T120011Z-wal", "52.777".utf8)
        try await log.forget(Self.phone)
        #expect(try left(in: folder) == [])
        #expect(folder.names.filter { $0.contains("damaged") } == [])
    }

    @Test func `what is forgotten is removed when it is too old, and the number goes on`()
        async throws
    {
        let log = try log("sss")
        try await log.forget(Self.phone)
        let store = try store()
        #expect(try store.prune(before: noon(86_400), below: 0, most: 9) == 2)
        #expect(try store.numbers() == 3...3)
        try await log.append(1)
        #expect(log.latest == 4)
    }
}
