import APIClient
package import Community
import EventLoops
import FoundationEssentials
package import Posix

/// Where devices are now, as the daemon's stream says it, for all who look.
package actor DeviceFeed {
    /// A device, as `/v1/devices` has it, and when it changed.
    struct Entry: Sendable {
        var device: AnyJSON
        /// Counts all changes of all devices.
        var number: Int
        /// Counts all that the daemon has said of devices, also if that changed nothing.
        var said: Int
        /// As the stream has it, by who may see what of it.
        var written: [Seen: [UInt8]] = [:]
    }

    struct Seen: Hashable {
        var level: Visibility
        var owner: PersonID?
    }

    nonisolated let client: APIClient
    /// Of the gateway.
    nonisolated let changes: ChangeLog<Change>
    private var entries: [String: Entry] = [:]
    private let moves = ChangeCount()
    private var said = 0
    /// What `said` was when all devices had been read.
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

    /// Follows the daemon until the task is cancelled; tries again while it is away.
    /// `cameBack`: is called whenever the daemon answers again, `wentAway` with the reason whenever
    /// it does not.
    package func run(
        cameBack: () async -> Void, wentAway: (String) async -> Void
    ) async throws {
        while true {
            do {
                try await client.listen("/v1/devices") {
                    try await readAll()
                    isAway = false
                    await cameBack()
                } _: { event in
                    if event.name == "device" { take(event.data) }
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                await wentAway("\(error)")
            }
            isAway = true
            try await LoopClock().sleep(for: .seconds(1))
        }
    }

    /// Waits until a device has changed after `number`. Returns the number to go on after.
    nonisolated func next(after number: Int) async throws -> Int {
        try await moves.next(after: number)
    }

    /// The devices that have changed after `number`, as events of a stream, as far as `sight` goes.
    func events(after number: Int, for sight: Sight) throws -> [UInt8] {
        let changed = entries.filter { $0.value.number > number && sight.levels[$0.key] != nil }
        return try changed.sorted { $0.value.number < $1.value.number }.flatMap { id, entry in
            let seen = Seen(level: sight.levels[id]!, owner: sight.owners[id])
            if let written = entry.written[seen] { return written }
            let shown = sight.of(entry.device)
            let event = try shown.map { [UInt8](event: "device", try $0.jsonBytes) } ?? []
            entries[id]?.written[seen] = event
            return event
        }
    }

    /// As it was last; `nil` if the daemon has said nothing of it.
    func device(_ id: String) -> AnyJSON? { entries[id]?.device }

    /// All that the daemon has named, in the order of their ids.
    var all: [AnyJSON] { entries.sorted { $0.key < $1.key }.map(\.value.device) }

    /// The id of the daemon's own source; `nil` until the daemon has said it.
    var own: String? {
        entries.first { $0.value.device["own"] == .bool(true) }?.key
    }

    func readAll() async throws {
        let asked = said
        let answer = try await client.get("/v1/devices", as: AnyJSON.self)
        // While the daemon answered, its stream or another answer may have said something newer.
        guard read <= asked else { return }
        let devices = (answer["devices"]?.elements ?? []).filter { device in
            device["id"]?.string.flatMap { entries[$0] }.map { $0.said <= asked } ?? true
        }
        let ids = Set(devices.compactMap { $0["id"]?.string })
        for (id, entry) in entries where entry.said <= asked && !ids.contains(id) {
            entries[id] = nil
        }
        for device in devices { note(device) }
        said += 1
        read = said
    }

    private func take(_ bytes: [UInt8]) {
        // The daemon writes JSON; what is none is for a later version to say.
        guard let device = try? JSONDecoder().decode(AnyJSON.self, from: Data(bytes)) else {
            return
        }
        note(device)
    }

    func note(_ device: AnyJSON) {
        guard let id = device["id"]?.string else { return }
        said += 1
        entries[id]?.said = said
        guard entries[id]?.device != device else { return }
        if let before = entries[id]?.device, before["inside"] != device["inside"] {
            changes.note([.regions], for: .owner(of: id))
        }
        entries[id] = Entry(device: device, number: moves.number + 1, said: said)
        moves.advance()
    }
}
