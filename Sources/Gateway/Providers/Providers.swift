import APIClient
import Geofencing
package import Logging
package import MQTT
package import Messages
package import Posix

/// The servers of places and deals that the configuration names, and the devices around which they are
/// asked.
package struct Providers: Sendable {
    private let syncs: [ProviderSync]
    private let daemon: APIClient
    private let devices: DeviceMirror
    private let allows: @Sendable (String) async -> Bool

    /// Seconds of the whole of one answer.
    private static let timeLimit = Duration.seconds(30)
    /// Seconds until the daemon has written a cell: of thousands of places, it makes a new file.
    private static let writing = Duration.seconds(300)
    /// Metres around a device of which nobody has said yet how far it looks.
    private static let usualReach = 3000.0

    /// `control`: the daemon's socket. `database`: the gateway's. `allows`: whether servers may be asked
    /// for what is around a device.
    package init(
        _ providers: [Provider], node: String, control: SocketPath, database: String,
        devices: DeviceMirror, log: Logger, allows: @escaping @Sendable (String) async -> Bool
    ) {
        let (sender, store) = (HTTPSender(timeLimit: Self.timeLimit), CellStore(path: database))
        let daemon = APIClient(at: control, timeout: Self.writing)
        syncs = providers.map { provider in
            let client = OriginClient(
                origin: provider.origin, tokenFile: provider.tokenFile, sender: sender)
            let server: any CellServer =
                switch provider.kind {
                case .ogcFeatures(let collection):
                    OGCFeatures(provider, collection: collection, client)
                case .overpass: Overpass(provider, client)
                }
            let sink: any CellSink =
                switch provider.contents {
                case .places: PlaceSink(daemon: daemon, name: provider.name)
                case .deals:
                    DealSink(
                        daemon: daemon, name: provider.name, own: "\(node):",
                        now: { SystemGatewayClock().now })
                }
            return ProviderSync(
                provider, server, sink, store, pace: provider.kind == .overpass ? .overpass : .free,
                log: log)
        }
        (self.daemon, self.devices, self.allows) = (APIClient(at: control), devices, allows)
    }

    /// How it goes with each.
    package func states() async -> [EndpointState] {
        var states: [EndpointState] = []
        for sync in syncs { states.append(await sync.state) }
        return states
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        try await withThrowingTaskGroup { group in
            for sync in syncs {
                group.addTask { [daemon] in
                    try await sync.run {
                        let status = try await daemon.get("/v1/status", as: AnyJSON.self)
                        return status["notifications"]?["log"]?.string ?? ""
                    }
                }
            }
            // There may be none.
            group.addTask { try await AsyncSignal().wait() }
            try await group.waitForAll()
        }
    }

    /// Regions are looked up around a device.
    package func lookedUp(_ lookUp: DeviceMirror.LookUp) async {
        guard !syncs.isEmpty, await allows(lookUp.device) else { return }
        let fix = await devices.device(lookUp.device)?.fix
        for sync in syncs {
            await sync.want(
                Surroundings(
                    center: lookUp.center, reach: lookUp.reach, speed: fix?.speed,
                    track: fix?.track))
        }
    }

    /// The daemon answers again, and has said where all devices are.
    package func daemonIsBack() async {
        guard !syncs.isEmpty else { return }
        for sync in syncs { await sync.daemonIsBack() }
        for device in await devices.all {
            guard let position = device.fix?.position else { continue }
            await lookedUp(
                .init(
                    device: device.id,
                    center: Coordinate(latitude: position.latitude, longitude: position.longitude),
                    reach: Self.usualReach))
        }
    }
}
