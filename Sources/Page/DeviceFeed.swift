import APIClient
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
    }

    private let client: APIClient
    private var entries: [String: Entry] = [:]
    private let changes = ChangeCount()
    /// Whether the daemon answers; `nil` until it was asked.
    package private(set) var isAway: Bool?

    /// `socket`: the daemon's control socket.
    package init(at socket: SocketPath) {
        client = APIClient(at: socket)
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

    /// The devices that have changed after `number`, and the number to go on after. Waits until
    /// there is one.
    func next(after number: Int) async throws -> (changed: [AnyJSON], number: Int) {
        let last = try await changes.next(after: number)
        let changed = entries.values.filter { $0.number > number }.sorted { $0.number < $1.number }
        return (changed.map(\.device), last)
    }

    /// As it was last; `nil` if the daemon has said nothing of it.
    func device(_ id: String) -> AnyJSON? { entries[id]?.device }

    /// All that the daemon has named, in the order of their ids.
    var all: [AnyJSON] { entries.sorted { $0.key < $1.key }.map(\.value.device) }

    /// The id of the daemon's own source; `nil` until the daemon has said it.
    var own: String? {
        entries.first { $0.value.device["own"] == .bool(true) }?.key
    }

    private func readAll() async throws {
        let answer = try await client.get("/v1/devices", as: AnyJSON.self)
        let devices = answer["devices"]?.elements ?? []
        let ids = Set(devices.compactMap { $0["id"]?.string })
        for id in entries.keys where !ids.contains(id) { entries[id] = nil }
        for device in devices { note(device) }
    }

    private func take(_ bytes: [UInt8]) {
        // The daemon writes JSON; what is none is for a later version to say.
        guard let device = try? JSONDecoder().decode(AnyJSON.self, from: Data(bytes)) else {
            return
        }
        note(device)
    }

    func note(_ device: AnyJSON) {
        guard let id = device["id"]?.string, entries[id]?.device != device else { return }
        entries[id] = Entry(device: device, number: changes.number + 1)
        changes.advance()
    }
}
