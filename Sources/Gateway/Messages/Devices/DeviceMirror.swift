import APIClient
package import Community
import EventLoops
package import Posix

/// The daemon's devices, for all in the gateway who look: as its answers and its streams say them.
package actor DeviceMirror {
    nonisolated let client: APIClient
    /// Of the gateway.
    nonisolated let changes: ChangeLog<Change>
    /// By their ids.
    private var devices: [String: MirroredDevice] = [:]
    private let moves = ChangeCount()
    /// Grows whenever the daemon may have other devices than those.
    nonisolated let doubts = ChangeCount()
    private var said = 0
    /// What `said` was when all devices had been read; 0: they never were.
    private var read = 0
    /// Whether the daemon answers; `nil` until it was asked.
    package private(set) var isAway: Bool? {
        didSet { if isAway != oldValue { changes.note([.status]) } }
    }

    /// `socket`: the daemon's control socket. `changes`: where it notes what the daemon says.
    /// `timeout`: until the whole of an answer is there.
    package init(
        at socket: SocketPath, changes: ChangeLog<Change>,
        timeout: Duration = APIClient.usualTimeout
    ) {
        client = APIClient(at: socket, timeout: timeout)
        self.changes = changes
    }

    // MARK: For those who look

    /// Waits until a device has changed after `number`, or all were read. Returns the number to go on
    /// after.
    package nonisolated func next(after number: Int) async throws -> Int {
        try await moves.next(after: number)
    }

    /// Those of `ids` that have changed after `number`, the last at the end.
    package func devices(
        _ ids: some Collection<String>, changedAfter number: Int
    ) -> [MirroredDevice] {
        ids.compactMap { devices[$0] }.filter { $0.number > number }
            .sorted { $0.number < $1.number }
    }

    /// As it was last; `nil` if the daemon has said nothing of it.
    package func device(_ id: String) -> MirroredDevice? { devices[id] }

    /// All that the daemon has named, in the order of their ids.
    package var all: [MirroredDevice] { devices.values.sorted { $0.id < $1.id } }

    /// The id of the daemon's own source; `nil` until the daemon has said it.
    package var own: String? { devices.values.first(where: \.own)?.id }

    /// Whether the daemon has said which devices there are.
    var isRead: Bool { read > 0 }

    // MARK: From the daemon

    /// Follows the daemon until the task is cancelled; tries again while it is away.
    /// `cameBack`: is called whenever the daemon answers again, `wentAway` with the reason whenever
    /// it does not, `placesChanged` whenever it has others, `lookedUp` whenever it looks for regions.
    package nonisolated func run(
        cameBack: @escaping @Sendable () async -> Void,
        wentAway: @escaping @Sendable (String) async -> Void,
        placesChanged: @escaping @Sendable () -> Void,
        lookedUp: @escaping @Sendable (LookUp) async -> Void = { _ in }
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.followMoves(cameBack, wentAway) }
            group.addTask { try await self.followChanges(placesChanged) }
            group.addTask { try await self.followLookUps(lookedUp) }
            group.addTask { try await self.readWhatIsDoubtful() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func followMoves(
        _ cameBack: () async -> Void, _ wentAway: (String) async -> Void
    ) async throws {
        try await follow("/v1/devices") {
            try await readAll()
            isAway = false
            await cameBack()
        } lost: { error in
            await wentAway(error)
            isAway = true
        } _: { device in
            // It may have been on its way when the device was removed: an answer says which.
            if let id = device["id"]?.string, devices[id] == nil {
                doubts.advance()
                return
            }
            note(device, hasMoved: true)
        }
    }

    /// Asks for all devices whenever they may be others, however often that is meanwhile: where there
    /// are thousands, to read them takes a while, and no more than half of the time goes into it.
    func readWhatIsDoubtful() async throws {
        var number = 0
        while true {
            let doubt = try await doubts.next(after: number)
            let begun = LoopClock().now
            do {
                try await readAll()
            } catch let error where !(error is CancellationError) {
                try await LoopClock().sleep(for: .seconds(1))
                continue
            }
            number = doubt
            changes.note([.devices])
            try await LoopClock().sleep(for: begun.duration(to: LoopClock().now))
        }
    }

    /// Asks which devices there are. Throws an `APIError`.
    package func readAll() async throws {
        let asked = said
        let answer =
            try await client.get("/v1/devices", as: AnyJSON.self)["devices"]?.elements ?? []
        // While the daemon answered, its stream or another answer may have said something newer.
        guard read <= asked else { return }
        let ids = Set(answer.compactMap { $0["id"]?.string })
        devices = devices.filter { $0.value.said > asked || ids.contains($0.key) }
        for device in answer
        where device["id"]?.string.flatMap({ devices[$0] }).map({ $0.said <= asked }) ?? true {
            note(device)
        }
        said += 1
        read = said
        moves.advance()
    }

    /// `hasMoved`: the daemon has just judged a fix of it.
    func note(_ json: AnyJSON, hasMoved: Bool = false) {
        guard var device = MirroredDevice(json) else { return }
        said += 1
        devices[device.id]?.said = said
        let before = devices[device.id]
        guard before?.json != json else { return }
        if let before, before.inside != device.inside {
            changes.note([.regions], for: .owner(of: device.id))
        }
        (device.number, device.hasMoved, device.said) = (moves.number + 1, hasMoved, said)
        devices[device.id] = device
        moves.advance()
    }
}
