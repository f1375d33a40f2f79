import APIClient
import Geofencing
import MQTT
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Providers

/// What a server has around devices comes to the daemon, and stays there.
@Suite(.timeLimit(.minutes(5))) struct ProviderSyncTests {
    private let folder = TemporaryFolder()
    private let clock = SteppedClock()
    private let sink = FakeSink()
    private let lines = LogLines()

    /// `answers`: the last is for all that follow.
    private func sync(
        _ provider: Provider = .shops, daemon: String = "k3v9xq2m",
        answers: [Result<CellAnswer, ProviderFault>] = [.success(.count(3))],
        body: (ProviderSync) async throws -> Void
    ) async throws -> [PlaceCell] {
        let asked = Mutex<[PlaceCell]>([])
        let left = Mutex(answers)
        let server = FakeServer { cell, _ in
            asked.withLock { $0.append(cell) }
            return try left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
        }
        let sync = ProviderSync(
            provider, server, sink, CellStore(path: folder.file("gateway.sqlite")),
            clock: clock, log: lines.logger)
        try await withThrowingTaskGroup { group in
            group.addTask { try await sync.run { daemon } }
            try await body(sync)
            group.cancelAll()
            while let result = await group.nextResult() {
                #expect(throws: CancellationError.self) { try result.get() }
            }
        }
        return asked.withLock(\.self)
    }

    private static let here = Surroundings(
        center: Coordinate(latitude: 52.375, longitude: 4.875), reach: 100)

    /// Waits until so much has come, however long that takes; the clock does not move meanwhile.
    private func taken(_ count: Int) async throws {
        try await eventually { sink.taken.count >= count }
    }

    @Test func `what is around a device comes, once`() async throws {
        let asked = try await sync { sync in
            await sync.want(Self.here)
            try await taken(1)
            try await eventually { await sync.state.works == true }
            await sync.want(Self.here)
            let state = await sync.state
            #expect(state.kept?.cells == 1)
            #expect(state.kept?.oldest == .noon)
            #expect(state.behind == 0)
        }
        #expect(asked.map(\.description) == ["1047_97"])
        #expect(sink.taken.map(\.count) == [3])
    }

    @Test func `a daemon that writes something else is asked again, and the server is not`()
        async throws
    {
        sink.refuse(times: 3)
        let asked = try await sync { sync in
            await sync.want(Self.here)
            try await eventually {
                clock.advance(by: 1)
                return sink.taken.count == 1
            }
            try await eventually { await sync.state.kept?.cells == 1 }
            try await eventually { await sync.state.works == true }
            #expect(await sync.state.counts["faults"] == nil)
        }
        #expect(asked.count == 1)
    }

    @Test func `a restart asks for nothing again, and a new daemon for all`() async throws {
        let first = try await sync { sync in
            await sync.want(Self.here)
            try await eventually { await sync.state.kept?.cells == 1 }
            try await eventually { await sync.state.works == true }
        }
        let second = try await sync { sync in
            await sync.want(Self.here)
            try await eventually { await sync.state.kept?.cells == 1 }
            try await clock.advanceWhenIdle(by: 86_399)
        }
        #expect((first.count, second.count) == (1, 0))
        let other = try await sync(daemon: "other") { sync in
            await sync.want(Self.here)
            try await taken(2)
        }
        #expect(other.count == 1)
    }

    @Test func `another collection is asked for anew`() async throws {
        _ = try await sync { sync in
            await sync.want(Self.here)
            try await eventually { await sync.state.works == true }
        }
        var provider = Provider.shops
        provider.kind = .ogcFeatures(collection: "other")
        let asked = try await sync(provider) { sync in
            await sync.want(Self.here)
            try await taken(2)
        }
        #expect(asked.count == 1)
    }

    @Test func `a server that goes away and comes back is said once each`() async throws {
        let away = ProviderFault("is away", ofServer: true)
        _ = try await sync(
            answers: [.failure(away), .failure(away), .failure(away), .success(.count(3))]
        ) { sync in
            await sync.want(Self.here)
            for faults in 1...3 {
                try await eventually { await sync.state.counts["faults"] == faults }
                #expect(await sync.state.works == false)
                #expect(await sync.state.behind == 1)
                try await clock.advanceWhenIdle(by: 300)
            }
            try await eventually { await sync.state.works == true }
            #expect(await sync.state.error == "is away")
        }
        #expect(
            lines.all == [
                "warning: a server of places is not used: what was there stays error=is away provider=shops",
                "notice: a server of places is used again provider=shops",
            ])
    }

    @Test func `what has lost a third counts when it says so twice`() async throws {
        let asked = try await sync(
            answers: [.success(.count(9)), .success(.count(2)), .success(.count(2))]
        ) { sync in
            await sync.want(Self.here)
            try await taken(1)
            try await eventually { await sync.state.works == true }
            try await clock.advanceWhenIdle(by: 86_400)
            try await eventually { await sync.state.kept?.faulty == 1 }
            #expect(await sync.state.works == true)
            #expect(sink.taken.map(\.count) == [9])
            try await clock.advanceWhenIdle(by: CellBook.doubtfulWait)
            try await taken(2)
            try await eventually { await sync.state.kept?.faulty == 0 }
        }
        #expect(asked.count == 3)
        #expect(sink.taken.map(\.count) == [9, 2])
        #expect(
            lines.all == [
                "warning: a cell of places stays as it is error=cell 1047_97: has 2 of the 9 that were there: it counts if it says so again provider=shops",
                "notice: a server of places is used again provider=shops",
            ])
    }

    @Test func `what has not changed is not handed on`() async throws {
        let asked = try await sync(answers: [.success(.count(9)), .success(.unchanged)]) { sync in
            await sync.want(Self.here)
            try await taken(1)
            try await eventually { await sync.state.works == true }
            try await clock.advanceWhenIdle(by: 86_400)
            try await eventually { await sync.state.counts["unchanged"] == 1 }
            try await eventually { await sync.state.kept?.oldest == .noon + 86_400 }
        }
        #expect(asked.count == 2)
        #expect(sink.taken.count == 1)
    }

    @Test func `where nothing is, nothing is handed on`() async throws {
        let asked = try await sync(answers: [.success(.count(0))]) { sync in
            await sync.want(Self.here)
            try await eventually { await sync.state.works == true }
        }
        #expect(asked.count == 1)
        #expect(sink.taken.isEmpty)
    }
}
