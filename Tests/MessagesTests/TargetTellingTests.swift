import APIClient
import Geofencing
import MQTT
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Messages

/// From the daemon's socket to programs, with a daemon that says what it is told to.
@Suite(.timeLimit(.minutes(10))) struct TargetTellingTests {
    private let people: People
    private let log = LogLines()
    private let clock = TestClock()
    private let daemon: FakeDaemon

    private static let resumed = #"{"resumed":5,"log":"k3v9xq2m"}"#

    init() throws {
        people = try People()
        daemon = try FakeDaemon(people.folder.file("socket"))
    }

    private func telling(_ target: any NoticeTarget) throws -> TargetTelling {
        TargetTelling(
            target, control: try SocketPath(people.folder.file("control")),
            notifications: daemon.path, store: try people.store(), clock: clock,
            logger: log.logger)
    }

    /// Tells the target while `body` runs.
    private func telling(
        _ target: any NoticeTarget, _ body: (TargetTelling) async throws -> Void
    ) async throws {
        let telling = try telling(target)
        let running = Task { try await telling.run() }
        try await body(telling)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    private func webhook(
        _ server: BadServer, settings: String = "",
        _ change: (inout NoticeSelection) -> Void = { _ in }
    ) -> Webhook {
        var selection = NoticeSelection()
        change(&selection)
        return Webhook(
            url: server.url + "/secret", format: .cloudEvents, selection: selection,
            settings: settings, sender: HTTPSender(timeLimit: .seconds(patience)), clock: clock)
    }

    private func next(_ server: BadServer) async -> BadServer.Request? {
        await server.requests.first { _ in true }
    }

    private func cursor(of target: any NoticeTarget) async throws -> ListenerCursor? {
        try await people.store().cursor(of: target.id)?.last
    }

    private func reached(_ number: Int, by target: any NoticeTarget) async throws {
        try await eventually(await cursor(of: target)) { $0?.after == number }
    }

    @Test func `it begins now, and goes on where it was`() async throws {
        let server = try BadServer([.fine])
        let target = webhook(server)
        daemon.answers(Self.resumed, FakeDaemon.notice(6))
        try await telling(target) { _ in
            #expect(await next(server)?.body == FakeDaemon.notice(6))
            try await reached(6, by: target)
        }
        daemon.answers(#"{"resumed":6,"log":"k3v9xq2m"}"#, FakeDaemon.notice(7))
        try await telling(target) { telling in
            #expect(await next(server)?.body == FakeDaemon.notice(7))
            try await reached(7, by: target)
            let state = await telling.state
            #expect(state.works == true)
            #expect(state.behind == 0)
            #expect(state.counts == ["told": 1])
            // The path is a secret.
            #expect(!state.id.contains("secret"))
        }
        #expect(
            daemon.requests == [#"{"after":"now"}"#, #"{"after":6,"log":"k3v9xq2m"}"#])
        #expect(log.all == [])
    }

    @Test func `only what is wanted is asked for`() async throws {
        let target = webhook(try BadServer([.fine])) { selection in
            selection.devices = ["anna-phone", "van"]
            selection.kinds = ["deal"]
            selection.transitions = ["enter"]
        }
        daemon.answers(Self.resumed)
        try await telling(target) { _ in try await reached(5, by: target) }
        #expect(
            daemon.requests == [
                #"{"after":"now","devices":["anna-phone","van"],"kinds":["deal"],"#
                    + #""transitions":["enter"]}"#
            ])
    }

    @Test func `of more devices than a request can name, only they are told`() async throws {
        let server = try BadServer([.fine])
        let target = webhook(server) { selection in
            selection.devices = (0..<51).map { "device-\($0)" } + ["anna-phone"]
        }
        daemon.answers(
            Self.resumed, FakeDaemon.notice(6).replacing("anna-phone", with: "another"),
            FakeDaemon.notice(7))
        try await telling(target) { _ in
            #expect(await next(server)?.body == FakeDaemon.notice(7))
            try await reached(7, by: target)
        }
        #expect(daemon.requests == [#"{"after":"now"}"#])
    }

    @Test func `a target that is away is tried again until it has all, in order`() async throws {
        let server = try BadServer([
            .status("500 Broken"), .close, .status("429 Slow\r\nRetry-After: 70"),
            .status("301 Moved\r\nLocation: http://127.0.0.1:1/"), .status("500 Broken"), .fine,
        ])
        let target = webhook(server)
        daemon.answers(Self.resumed, FakeDaemon.notice(6), FakeDaemon.notice(7))
        try await telling(target) { telling in
            var bodies: [String?] = []
            for _ in 0..<7 { bodies.append(await next(server)?.body) }
            #expect(
                bodies == Array(repeating: FakeDaemon.notice(6), count: 6)
                    + [FakeDaemon.notice(7)])
            try await reached(7, by: target)
            let state = await telling.state
            #expect(state.works == true)
            #expect(state.error == "answers 500")
            #expect(state.remedy == nil)
        }
        #expect(clock.sleeps.prefix(5) == [0.5, 1, 70, 4, 8])
        // Each fault once, and the end of it; the path is a secret.
        #expect(log.all.count == 5)
        #expect(
            log.all.first
                == "warning: notices cannot be told, and wait error=answers 500 "
                + "id=\(target.shownID) target=\(server.url)"
        )
        #expect(
            log.all.last
                == "notice: notices are told again id=\(target.shownID) target=\(server.url)")
    }

    @Test(arguments: ["400 Bad", "413 Large", "415 Type", "422 No"])
    func `a notice that is refused is set aside, alone`(status: String) async throws {
        let server = try BadServer([.status(status, body: "not that"), .fine])
        let target = webhook(server)
        daemon.answers(Self.resumed, FakeDaemon.notice(6), FakeDaemon.notice(7))
        try await telling(target) { telling in
            try await reached(7, by: target)
            #expect(await telling.state.counts == ["told": 1, "set_aside": 1])
        }
        #expect(clock.sleeps == [])
        #expect(
            log.all == [
                "warning: a notice cannot be told and is set aside; others like it are counted "
                    + "error=answers \(status.prefix(3)): not that "
                    + "id=\(target.shownID) sequence=6 target=\(server.url)"
            ])
    }

    @Test func `what is refused again and again is logged once for each reason`() async throws {
        let server = try BadServer([
            .status("400 Bad"), .fine, .status("400 Bad"), .status("422 No"), .status("400 Bad"),
        ])
        let target = webhook(server)
        daemon.answers([Self.resumed] + (6...40).map { FakeDaemon.notice($0) })
        try await telling(target) { telling in
            try await reached(40, by: target)
            #expect(await telling.state.counts == ["told": 1, "set_aside": 34])
        }
        #expect(log.all.count == 2)
    }

    private static let ended =
        "error: a target wants no notices any more: change or remove it in gateway.toml, "
        + "then restart the gateway error="

    @Test func `who answers 410 is told nothing, also after a restart`() async throws {
        let server = try BadServer([.status("410 Gone"), .fine])
        let target = webhook(server)
        daemon.answers(Self.resumed, FakeDaemon.notice(6))
        let words = "id=\(target.shownID) target=\(server.url)"
        for why in ["answers 410", "it has said so before"] {
            try await telling(target) { telling in
                let line = "\(Self.ended)\(why) \(words)"
                try await eventually(log.all) { $0.last == line }
                let state = await telling.state
                #expect(state.works == false)
                #expect(state.error == why)
                #expect(state.ended == true)
                #expect(state.behind == nil)
                #expect(
                    state.remedy == "change or remove it in gateway.toml, then restart the gateway")
                let reached = try await cursor(of: target)?.after
                #expect(reached == 5)
            }
        }
        #expect(log.all.count == 2)
        #expect(daemon.requests.count == 1)
        #expect(clock.sleeps == [])
    }

    @Test func `who answers 410 is told again with other settings`() async throws {
        let server = try BadServer([.status("410 Gone"), .fine])
        daemon.answers(Self.resumed, FakeDaemon.notice(6))
        try await telling(webhook(server)) { _ in
            try await eventually(log.all) { !$0.isEmpty }
        }
        let changed = webhook(server, settings: "others")
        try await telling(changed) { telling in
            try await reached(6, by: changed)
            #expect(await telling.state.works == true)
        }
        let end = try await people.store().end(of: changed.id)
        #expect(end == nil)
    }

    @Test func `a target that hangs holds nobody else up, and gets all later`() async throws {
        let hanging = try BadServer([.hang])
        let fine = try BadServer([.fine])
        let count = 300
        daemon.answers([Self.resumed] + (6..<6 + count).map { FakeDaemon.notice($0) })
        try await telling(webhook(hanging)) { stuck in
            #expect(await next(hanging) != nil)
            try await telling(webhook(fine)) { _ in
                try await reached(5 + count, by: webhook(fine))
            }
            #expect(try await cursor(of: webhook(hanging))?.after == 5)
            #expect(await stuck.state.behind ?? 0 > 0)
        }
        let again = Recorder(id: webhook(hanging).id)
        daemon.answers([Self.resumed] + (6..<6 + count).map { FakeDaemon.notice($0) })
        try await telling(again) { _ in try await reached(5 + count, by: again) }
        #expect(again.told == Array(6..<6 + count))
    }

    @Test func `a gap is said once, and notices go on in the other log`() async throws {
        let server = try BadServer([.fine])
        let target = webhook(server)
        try await people.store().setCursor(
            TargetCursor(ListenerCursor(after: 41, log: "k3v9xq2m")), of: target.id,
            now: .example)
        daemon.answers(#"{"gap":{"oldest":9},"log":"other"}"#, FakeDaemon.notice(9, log: "other"))
        try await telling(target) { _ in
            try await reached(9, by: target)
            #expect(try await cursor(of: target) == ListenerCursor(after: 9, log: "other"))
        }
        #expect(
            log.all == [
                "warning: the daemon has no more of some notices: a target is not told them "
                    + "after=41 id=\(target.shownID) log=k3v9xq2m on_after=8 on_log=other "
                    + "target=\(server.url)"
            ])
    }

    @Test func `what a target has acknowledged and lost is told again`() async throws {
        let target = Recorder(id: "mqtt", mostTogether: 3)
        daemon.answers([Self.resumed] + (6...9).map { FakeDaemon.notice($0) })
        try await telling(target) { _ in
            try await reached(9, by: target)
            #expect(target.told == [6, 7, 8, 9])
            // All was told within a minute.
            target.forget()
            try await eventually(target.told) { $0.count >= 8 }
            #expect(target.told == [6, 7, 8, 9, 6, 7, 8, 9])
        }
        #expect(daemon.requests.last == #"{"after":5,"log":"k3v9xq2m"}"#)
        #expect(
            log.all == [
                "notice: a target has lost what it was told last, and is told again "
                    + "id=mqtt target=mqtt"
            ])
    }

    @Test func `what was told a minute ago is safe`() {
        var cursor = TargetCursor(ListenerCursor(after: 0))
        var earlier: [Int] = []
        for number in 1...10 {
            cursor.move(to: ListenerCursor(after: number), at: .example + 20 * Double(number))
            earlier.append(cursor.earlier.after)
        }
        #expect(earlier == [0, 0, 0, 0, 0, 0, 3, 3, 3, 6])
        cursor.goBack()
        #expect(cursor == TargetCursor(ListenerCursor(after: 6)))
    }

    @Test func `a target that is named no more begins anew when it comes back`() async throws {
        let store = try people.store()
        for id in ["a", "b"] {
            try await store.setCursor(
                TargetCursor(ListenerCursor(after: 1)), of: id, now: .example)
        }
        try await store.keepTargets(["b"])
        #expect(try await store.cursor(of: "a") == nil)
        #expect(try await store.cursor(of: "b") != nil)
    }
}

/// Takes all, and remembers the numbers.
private final class Recorder: NoticeTarget {
    let id: String
    let mostTogether: Int
    var shownID: String { id }
    let kind = EndpointState.Kind.mqtt
    let name = "mqtt"
    var selection: NoticeSelection {
        NoticeSelection()
    }
    private let numbers = Mutex<[Int]>([])
    private let signal = AsyncSignal()

    init(id: String, mostTogether: Int = 1) { (self.id, self.mostTogether) = (id, mostTogether) }

    var told: [Int] { numbers.withLock(\.self) }

    func tell(_ notices: [ReceivedNotice]) async throws -> [Delivery] {
        #expect(notices.count <= mostTogether)
        numbers.withLock { $0 += notices.map(\.position.after) }
        return notices.map { _ in .delivered }
    }

    func forget() { signal.raise() }
    func forgets() async throws { try await signal.wait() }
}
