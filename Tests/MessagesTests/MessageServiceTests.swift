import APIClient
import Geofencing
import Glibc
import MQTT
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Messages

/// From the daemon's socket to messages, with a daemon that says what it is told to.
@Suite(.timeLimit(.minutes(10))) struct MessageServiceTests {
    private let people: People
    private let log = LogLines()
    private let daemon: FakeDaemon

    init() throws {
        people = try People()
        daemon = try FakeDaemon(people.folder.file("socket"))
    }

    /// Serves while `body` runs.
    private func serving(
        _ recipients: any Recipients = Owners(), _ body: (MessageStore) async throws -> Void
    ) async throws {
        let store = try people.store()
        let service = MessageService(
            notifications: daemon.path, store: store, recipients: recipients,
            logger: log.logger)
        let running = Task { try await service.run() }
        try await body(store)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    /// Waits for so many messages.
    private func messages(
        _ count: Int, of person: String = "anna", in store: MessageStore
    ) async throws -> [Message] {
        var messages: [Message] = []
        while messages.count < count {
            messages += try await store.next(after: messages.last?.id ?? 0, of: person)
        }
        return messages
    }

    @Test func `it begins now, and goes on where it was`() async throws {
        daemon.answers(#"{"resumed":5,"log":"k3v9xq2m"}"#, FakeDaemon.notice(6))
        try await serving { store async throws in
            #expect(try await messages(1, in: store).map(\.notices) == [["k3v9xq2m-6"]])
        }
        daemon.answers(#"{"resumed":6,"log":"k3v9xq2m"}"#, FakeDaemon.notice(7, region: "deal/7"))
        try await serving { store async throws in
            #expect(try await messages(2, in: store).last?.notices == ["k3v9xq2m-7"])
        }
        #expect(
            daemon.requests == [
                #"{"after":"now"}"#, #"{"after":6,"log":"k3v9xq2m"}"#,
            ])
    }

    @Test func `a gap is logged once, and messages go on in the other log`() async throws {
        try await people.store().setCursor(ListenerCursor(after: 41, log: "k3v9xq2m"))
        daemon.answers(
            #"{"gap":{"oldest":1},"log":"other"}"#.replacing("1}", with: "9}"),
            FakeDaemon.notice(9, log: "other"))
        try await serving { store async throws in
            #expect(try await messages(1, in: store).map(\.notices) == [["other-9"]])
            #expect(try await store.cursor() == ListenerCursor(after: 9, log: "other"))
        }
        #expect(
            log.all == [
                "warning: the daemon has no more of some notices: there are no messages of them "
                    + "after=41 log=k3v9xq2m on_after=8 on_log=other"
            ])
    }

    @Test func `a daemon that is away is waited for`() async throws {
        let path = daemon.path
        daemon.stop()
        let again = Mutex<FakeDaemon?>(nil)
        try await serving { store async throws in
            try await eventually(log.all) { !$0.isEmpty }
            let other = try FakeDaemon(path.description)
            other.answers(#"{"resumed":5,"log":"k3v9xq2m"}"#, FakeDaemon.notice(6))
            again.withLock { $0 = other }
            _ = try await messages(1, in: store)
        }
        #expect(
            log.all == [
                "warning: the daemon tells no notices error=nobody listens at \(path)",
                "notice: the daemon tells notices again",
            ])
    }

    @Test func `a notice that cannot be understood holds nobody up`() async throws {
        daemon.answers(
            #"{"resumed":5,"log":"k3v9xq2m"}"#, #"{"id":"k3v9xq2m-6","sequence":"6"}"#,
            FakeDaemon.notice(7))
        try await serving { store async throws in
            #expect(try await messages(1, in: store).map(\.notices) == [["k3v9xq2m-7"]])
        }
        #expect(log.all.count == 1)
        #expect(log.all.first?.hasSuffix("sequence=6") == true)
    }

    @Test func `what cannot be done now is done later`() async throws {
        daemon.answers(#"{"resumed":5,"log":"k3v9xq2m"}"#, FakeDaemon.notice(6))
        try await serving(Forgetful()) { store async throws in
            #expect(try await messages(1, in: store).count == 1)
        }
        #expect(
            log.all == [
                "error: messages wait error=notFound".replacing(
                    "notFound", with: "\(MessageError.notFound)"),
                "notice: it goes on after=messages wait",
            ])
    }

    @Test func `others hear of a household's place, and the owner does not`() async throws {
        let place =
            #","watch":{"set":"household","id":"1","title":"Home","#
            + #""details":{"group":"home","place":1}}"#
        daemon.answers(
            #"{"resumed":5,"log":"k3v9xq2m"}"#,
            FakeDaemon.notice(6, region: "watch/household/1", more: place),
            FakeDaemon.notice(7, region: "deal/7"))
        try await serving { store async throws in
            #expect(
                try await messages(1, of: "ben", in: store).map(\.title) == [
                    "Anna has come to Coffee"
                ])
            #expect(try await messages(1, in: store).map(\.notices) == [["k3v9xq2m-7"]])
            #expect(try await store.messages(of: "carl").isEmpty)
        }
    }

    @Test func `who may not open the socket says so once`() async throws {
        let path = try SocketPath("/proc/1/nowhere")
        let store = try people.store()
        let service = MessageService(
            notifications: path, store: store, recipients: Owners(), clock: TestClock(),
            logger: log.logger)
        let running = Task { try await service.run() }
        try await eventually(log.all) { !$0.isEmpty }
        running.cancel()
        _ = await running.result
        #expect(log.all.count == 1)
    }

    // MARK: What belongs together

    @Test func `what one fix led to is one message, also when it comes in pieces`() async throws {
        let inbox = NoticeInbox()
        let notices = (1...5).map { number in
            Notice.example(number, region: "deal/\(number)", minute: number < 3 ? 0 : 1)
        }
        // More comes during the first two pauses.
        let clock = PausingClock { pause in
            if pause == 1 {
                try await inbox.put([
                    (notices[1], notices[1].position), (notices[2], notices[2].position),
                ])
            }
            if pause == 2 {
                try await inbox.put([(notices[3], notices[3].position), (nil, notices[4].position)])
            }
        }
        try await inbox.put([(notices[0], notices[0].position)])
        var moments: [[String]] = []
        var cursors: [Int] = []
        while cursors.last != 5 {
            for case .moments(let some, let cursor) in try await inbox.next(clock) {
                moments += some.map { $0.map(\.id) }
                cursors.append(cursor.after)
            }
        }
        #expect(
            moments == [["k3v9xq2m-1", "k3v9xq2m-2"], ["k3v9xq2m-3", "k3v9xq2m-4"]])
        // The cursor is never within what belongs together.
        #expect(cursors == [2, 5])
    }

    @Test func `the inbox takes no more than it can hold`() async throws {
        let inbox = NoticeInbox()
        let clock = PausingClock { _ in }
        let total = 5000
        let writing = Task {
            for number in 1...total {
                let notice = Notice.example(number, minute: Double(number))
                try await inbox.put([(notice, notice.position)])
            }
        }
        var count = 0
        while count < total {
            for case .moments(let some, _) in try await inbox.next(clock) {
                #expect(some.count <= 1024)
                count += some.count
            }
        }
        try await writing.value
    }
}

/// Does something while others wait.
private final class PausingClock: GatewayClock {
    private let count = Mutex(0)
    private let meanwhile: @Sendable (Int) async throws -> Void

    init(_ meanwhile: @escaping @Sendable (Int) async throws -> Void) { self.meanwhile = meanwhile }

    var now: Timestamp { .example }
    func jitter() -> Double { 1 }

    func sleep(seconds: Double) async throws {
        let pause = count.withLock { count in
            count += 1
            return count
        }
        try await meanwhile(pause)
        await Task.yield()
    }
}

/// Anna has all devices, and shows ben when she arrives.
private struct Owners: Recipients {
    func recipients(of notice: Notice) async throws -> [Recipient] {
        if notice.watch?.group == nil { return [Recipient(person: "anna")] }
        return [Recipient(person: "ben", content: .arrival(.init(person: "anna", name: "Anna")))]
    }
}

/// Fails the first time.
private final class Forgetful: Recipients {
    private let hasFailed = Mutex(false)

    func recipients(of notice: Notice) async throws -> [Recipient] {
        try hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            if !hasFailed { throw MessageError.notFound }
        }
        return [Recipient(person: "anna")]
    }
}
