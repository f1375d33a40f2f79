import APIClient
import Community
import EventLoops
package import Geofencing
import Posix

/// What the daemon says of changes, whoever has made them.
extension DeviceMirror {
    /// What may have changed while nobody listened.
    private static let followed: Set<Change.Topic> = [
        .favourites, .deals, .watches, .places, .devices,
    ]

    func followChanges(_ placesChanged: () -> Void) async throws {
        var isFirst = true
        try await follow("/v1/changes") {
            if !isFirst { changes.note(Self.followed) }
            isFirst = false
        } _: { event in
            let names = event["of"]?.elements.compactMap(\.string) ?? []
            // What is none of these is for a later version to say.
            var topics = Self.followed.intersection(names.compactMap(Change.Topic.init))
            // These are told once they are read.
            if topics.remove(.devices) != nil { doubts.advance() }
            if topics.contains(.places) { placesChanged() }
            if !topics.isEmpty { changes.note(topics) }
        }
    }

    /// Where the daemon looks for regions, and around which device.
    package struct LookUp: Hashable, Sendable {
        package var device: String
        package var center: Coordinate
        /// Metres.
        package var reach: Double

        package init(device: String, center: Coordinate, reach: Double) {
            (self.device, self.center, self.reach) = (device, center, reach)
        }

        /// `nil` if the daemon says something else.
        init?(_ json: AnyJSON) {
            let center = json["center"]?.elements.compactMap(\.number) ?? []
            guard let device = json["device"]?.string, let reach = json["reach"]?.number,
                center.count == 2
            else { return nil }
            self.init(
                device: device, center: Coordinate(latitude: center[0], longitude: center[1]),
                reach: reach)
        }
    }

    func followLookUps(_ lookedUp: (LookUp) async -> Void) async throws {
        try await follow("/v1/lookups") { event in
            if let id = event["device"]?.string { changes.note([.regions], for: .owner(of: id)) }
            if let lookUp = LookUp(event) { await lookedUp(lookUp) }
        }
    }

    /// Follows a stream until the task is cancelled. `lost`: is called with the reason whenever there
    /// is none, `handle` with the data of each event.
    func follow(
        _ path: String, opened: () async throws -> Void = {},
        lost: (String) async -> Void = { _ in }, _ handle: (AnyJSON) async throws -> Void
    ) async throws {
        while true {
            do {
                try await client.listen(path, opened: opened) { event in
                    // The daemon writes JSON; what is none is for a later version to say.
                    if let value = try? AnyJSON(event.data) { try await handle(value) }
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                await lost("\(error)")
            }
            try await LoopClock().sleep(for: .seconds(1))
        }
    }
}
