import APIClient
import Community
import EventLoops
import FoundationEssentials

/// What the daemon says of changes, whoever has made them.
extension DeviceFeed {
    /// Follows the daemon until the task is cancelled; tries again while it is away. `placesChanged`:
    /// is called whenever it has others.
    package nonisolated func followNews(
        placesChanged: @escaping @Sendable () -> Void = {}
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.followChanges(placesChanged) }
            group.addTask { try await self.followLookUps() }
            try await group.next()
            group.cancelAll()
        }
    }

    /// What may have changed while nobody listened.
    private static let followed: Set<Change.Topic> = [
        .favourites, .deals, .watches, .places, .devices,
    ]

    private nonisolated func followChanges(_ placesChanged: () -> Void) async throws {
        var isFirst = true
        try await follow("/v1/changes") {
            if !isFirst { changes.note(Self.followed) }
            isFirst = false
        } _: { event in
            let names = event["of"]?.elements.compactMap(\.string) ?? []
            // What is none of these is for a later version to say.
            let topics = Self.followed.intersection(names.compactMap(Change.Topic.init))
            if topics.contains(.devices) { try await readAll() }
            if topics.contains(.places) { placesChanged() }
            changes.note(topics)
        }
    }

    private nonisolated func followLookUps() async throws {
        try await follow("/v1/lookups") {
        } _: { event in
            if let id = event["device"]?.string { changes.note([.regions], for: .owner(of: id)) }
        }
    }

    /// `handle`: is called with the data of each event.
    private nonisolated func follow(
        _ path: String, opened: () async throws -> Void,
        _ handle: (AnyJSON) async throws -> Void
    ) async throws {
        while true {
            do {
                try await client.listen(path, opened: opened) { event in
                    // The daemon writes JSON; what is none is for a later version to say.
                    let data = Data(event.data)
                    guard let value = try? JSONDecoder().decode(AnyJSON.self, from: data) else {
                        return
                    }
                    try await handle(value)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // `run` says that the daemon is away.
            }
            try await LoopClock().sleep(for: .seconds(1))
        }
    }
}
