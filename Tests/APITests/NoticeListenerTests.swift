import Geofencing
import HTTPService
import Notifications
import Testing

/// What must be true of every way to be told notices, over the sockets of a daemon.
@Suite(.timeLimit(.minutes(10)))
struct NoticeListenerTests {
    private typealias Heard = ListenerExample.Heard

    private func serving(_ body: (ServingAPI) async throws -> Void) async throws {
        try await ServingAPI.run(listeners: ListenerExample.listeners, body)
    }

    private func notices(_ numbers: ClosedRange<Int>) -> [Heard] { numbers.map { .notice($0) } }

    @Test func `every way of the list is tried here`() {
        let tried = ListenerExample.all.map(\.listener.mediaType)
        #expect(ListenerExample.listeners.map(\.mediaType) == tried)
    }

    @Test(arguments: ListenerExample.all)
    func `all notices come, in order and once`(example: ListenerExample) async throws {
        try await serving { (serving) async throws in
            try await serving.notices.tell(600)
            let client = try await ListeningClient(serving, example, at: .init(after: 0))
            for _ in 0..<100 { try await serving.notices.tell(1) }
            #expect(try await client.next(700) == notices(1...700))
        }
    }

    @Test(arguments: ListenerExample.all)
    func `without a cursor, what comes from now on comes`(
        example: ListenerExample
    ) async throws {
        try await serving { (serving) async throws in
            try await serving.notices.tell(5)
            let client = try await ListeningClient(serving, example, at: nil)
            try await serving.notices.tell(2)
            #expect(try await client.next(2) == notices(6...7))
        }
    }

    @Test(arguments: ListenerExample.all, [nil, "abc"] as [String?])
    func `who comes back goes on after its cursor`(
        example: ListenerExample, log: String?
    ) async throws {
        try await serving { (serving) async throws in
            try await serving.notices.tell(600)
            for after in [0, 1, 256, 299, 599] {
                let client = try await ListeningClient(
                    serving, example, at: .init(after: after, log: log))
                #expect(try await client.next() == .notice(after + 1))
            }
            let client = try await ListeningClient(
                serving, example, at: .init(after: 600, log: log))
            try await serving.notices.tell(1)
            #expect(try await client.next() == .notice(601))
        }
    }

    @Test(arguments: ListenerExample.all)
    func `who is cut off again and again misses nothing and hears nothing twice`(
        example: ListenerExample
    ) async throws {
        try await serving { (serving) async throws in
            try await serving.notices.tell(300)
            var cursor = NoticeCursor(after: 0, log: "abc")
            var heard: [Heard] = []
            while cursor.after < 300 {
                let client = try await ListeningClient(serving, example, at: cursor)
                heard += try await client.next(min(37, 300 - cursor.after))
                cursor.after = heard.count
            }
            #expect(heard == notices(1...300))
        }
    }

    @Test(arguments: ListenerExample.all, [0, 2, 99])
    func `a cursor of another log is a gap, and all there is follows`(
        example: ListenerExample, after: Int
    ) async throws {
        try await serving { (serving) async throws in
            try await serving.notices.tell(3)
            let client = try await ListeningClient(
                serving, example, at: .init(after: after, log: "old"))
            #expect(try await client.next(4) == [.gap(oldest: 1)] + notices(1...3))
        }
    }

    @Test(arguments: ListenerExample.all)
    func `what is no longer kept is a gap`(example: ListenerExample) async throws {
        try await serving { (serving) async throws in
            for _ in 0..<2 { try await serving.notices.tell(900) }
            let oldest = serving.notices.oldest
            #expect(oldest > 2)
            let client = try await ListeningClient(
                serving, example, at: .init(after: oldest - 2))
            #expect(
                try await client.next(3)
                    == [.gap(oldest: oldest)] + notices(oldest...oldest + 1))
        }
    }

    @Test(arguments: ListenerExample.all)
    func `a cursor ahead of the log is refused`(example: ListenerExample) async throws {
        try await serving { (serving) async throws in
            try await serving.notices.tell(3)
            let client = try await ListeningClient(serving, example, at: .init(after: 4))
            #expect(try await client.next() == .refused)
        }
    }

    @Test(arguments: ListenerExample.all)
    func `who does not read delays nobody, and is told of the gap`(
        example: ListenerExample
    ) async throws {
        try await serving { (serving) async throws in
            let silent = try await ListeningClient(serving, example, at: .init(after: 0))
            let reader = try await ListeningClient(serving, example, at: .init(after: 0))
            for round in 0..<5 {
                try await serving.notices.tell(100)
                let first = round * 100 + 1
                #expect(try await reader.next(100) == notices(first...first + 99))
            }
            // More than sockets hold, at one go, so that there is one gap.
            try await serving.notices.tell(20_000)
            let (oldest, latest) = (serving.notices.oldest, serving.notices.latest)
            await serving.notices.finish()
            let heard = try await silent.next(.max)
            // A double's messages are so short that sockets may hold all of them.
            guard let gap = heard.firstIndex(of: .gap(oldest: oldest)) else {
                #expect(heard == notices(1...latest))
                return
            }
            #expect(heard[..<gap] == notices(1...gap)[...])
            #expect(heard[(gap + 1)...] == notices(oldest...latest)[...])
        }
    }

    @Test(arguments: ListenerExample.all)
    func `at the end, who listens reads all, and then the end`(
        example: ListenerExample
    ) async throws {
        try await serving { (serving) async throws in
            let client = try await ListeningClient(serving, example, at: .init(after: 0))
            try await serving.notices.tell(300)
            await serving.notices.finish()
            #expect(try await client.next(.max) == notices(1...300))
        }
    }
}
