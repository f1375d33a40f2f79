package import APIClient
import FoundationEssentials
package import Logging
package import MQTT
import Posix
package import Ways

/// Says at the broker where devices are, and announces them to Home Assistant: what is kept there is
/// published again whenever it changes, and at each connection.
package actor DeviceAnnouncing {
    private let session: MQTTSession
    private let daemon: APIClient
    private let store: MessageStore
    private let ids: Set<String>
    private let homeAssistant: HomeAssistant?
    private let clock: any WayClock
    private let logger: Logger

    private var devices: [String: FollowedDevice] = [:]
    /// Those that the daemon does not know.
    private var unknown: Set<String> = []
    /// By the ids of devices; without the rows of devices themselves.
    private var regions: [String: [AnnouncedRegion]] = [:]
    /// What the broker has acknowledged on this connection, by topic.
    private var published: [String: MQTTPublication] = [:]
    /// The devices of which something is to be published.
    private var changed: Set<String> = []
    private let bell = Bell()

    /// Regions of one device that have a sensor.
    private static let mostRegions = 50
    /// Seconds between two positions of a device.
    private static let pause = 1.0

    /// `devices`: their ids. `daemon`: at the control socket.
    package init(
        _ session: MQTTSession, devices: [String], topics: MQTTTopics, daemon: APIClient,
        store: MessageStore, clock: any WayClock = SystemWayClock(), logger: Logger
    ) {
        (self.session, self.daemon, self.store) = (session, daemon, store)
        (ids, homeAssistant) = (Set(devices), topics.homeAssistant)
        (self.clock, self.logger) = (clock, logger)
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        let announced = try await persistently("announcements wait", clock, logger) {
            try await self.store.announced()
        }
        for (device, rows) in announced {
            regions[device] = rows.filter { !$0.region.isEmpty }
            // Of one that is not to be told any more, all is taken back.
            if !ids.contains(device) { changed.insert(device) }
        }
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.follow() }
            group.addTask { try await self.publishForEver() }
            group.addTask { try await self.noteConnections() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    // MARK: From the daemon

    private func follow() async throws {
        // Nobody rings it.
        if ids.isEmpty { try await Bell().wait() }
        while true {
            do {
                try await daemon.listen("/v1/devices") {
                    try await readAll()
                } _: { event in
                    if event.name == "device", let device = FollowedDevice(event.data) {
                        await note(device)
                    }
                }
            } catch {
                // Others say that the daemon is away.
                try Task.checkCancellation()
            }
            try await clock.sleep(seconds: Self.pause)
        }
    }

    private func readAll() async throws {
        for id in ids {
            do {
                let reply = try await daemon.send(.get, "/v1/devices/\(id)")
                if let device = FollowedDevice(reply.body) { await note(device) }
            } catch APIError.refused(let refusal) where refusal.status == 404 {
                devices[id] = nil
                unknown.insert(id)
                change(id)
            }
        }
    }

    private func note(_ device: FollowedDevice) async {
        guard ids.contains(device.id), devices[device.id] != device else { return }
        unknown.remove(device.id)
        let before = devices.updateValue(device, forKey: device.id)
        if homeAssistant != nil, before?.inside != device.inside || before == nil {
            await note(device, wasIn: before?.inside ?? [])
        }
        change(device.id)
    }

    /// Regions that it has come to get a sensor; one that it has left because it is no more loses it.
    private func note(_ device: FollowedDevice, wasIn before: Set<String>) async {
        var known = regions[device.id] ?? []
        let left = before.subtracting(device.inside)
        let new = device.inside.subtracting(known.map(\.region))
        var names: [String: String]?
        if !left.isEmpty || !new.isEmpty {
            // Without an answer, ids serve as names, and nothing is taken away.
            names = try? await regionNames(around: device.id)
        }
        if let names { known.removeAll { left.contains($0.region) && names[$0.region] == nil } }
        let now = clock.now
        for index in known.indices where device.inside.contains(known[index].region) {
            known[index].used = now
        }
        known += new.sorted().map { region in
            AnnouncedRegion(region: region, name: names?[region] ?? region, used: now)
        }
        known.sort { $0.used > $1.used }
        regions[device.id] = Array(known.prefix(Self.mostRegions))
    }

    private func regionNames(around device: String) async throws -> [String: String] {
        struct Answer: Decodable {
            struct Feature: Decodable {
                struct Properties: Decodable { var name: String }
                var id: String
                var properties: Properties
            }
            var features: [Feature]
        }
        let answer = try await daemon.get(
            "/v1/regions", [(name: "device", value: device)], as: Answer.self)
        return Dictionary(answer.features.map { ($0.id, $0.properties.name) }) { one, _ in one }
    }

    private func change(_ device: String) {
        changed.insert(device)
        bell.ring()
    }

    // MARK: To the broker

    /// At each connection, all is said again: the broker may have forgotten it.
    private func noteConnections() async throws {
        var number = 0
        while true {
            number = try await session.nextConnection(after: number).number
            published = [:]
            changed.formUnion(ids)
            bell.ring()
        }
    }

    private func publishForEver() async throws {
        while true {
            while changed.isEmpty { try await bell.wait() }
            let next = changed
            changed = []
            for device in next.sorted() {
                do {
                    try await publish(device)
                } catch MQTTError.away {
                    // The next connection says all again; what is to be taken back is not among it.
                    if !ids.contains(device) { changed.insert(device) }
                    _ = try await session.nextConnection(after: 0)
                }
            }
            try await clock.sleep(seconds: Self.pause)
        }
    }

    private func publish(_ device: String) async throws {
        guard let wanted = try wanted(of: device) else { return }
        let rows = try await persistently("announcements wait", clock, logger) {
            try await self.store.announced()[device] ?? []
        }
        let kept = Set(wanted.regions.map(\.region))
        // Written down first: what is announced can always be taken back.
        for row in wanted.regions where !rows.contains(row) { try await keep(row, of: device) }
        let gone = rows.map(\.region).filter { !kept.contains($0) }
        let removals = gone.flatMap { region -> [MQTTPublication] in
            region.isEmpty
                ? (homeAssistant?.removal(of: device) ?? [])
                    + [HomeAssistant.empty(MQTTTopics.position(of: device))]
                : homeAssistant?.removal(of: region, of: device) ?? []
        }
        let new = wanted.publications.filter { published[$0.topic] != $0 }
        let all = removals + new
        let results = try await session.publish(all)
        for (publication, error) in zip(all, results) {
            if case .away? = error { throw MQTTError.away("") }
            if let error {
                logger.warning(
                    "the broker refuses to be told where devices are",
                    metadata: ["topic": "\(publication.topic)", "error": "\(error)"])
            }
            published[publication.topic] = publication
        }
        guard results.count == all.count else { throw MQTTError.away("") }
        for region in gone {
            try await persistently("announcements wait", clock, logger) {
                try await self.store.removeAnnounced(region, of: device)
            }
        }
    }

    private func keep(_ row: AnnouncedRegion, of device: String) async throws {
        try await persistently("announcements wait", clock, logger) {
            try await self.store.setAnnounced(row, of: device)
        }
    }

    /// What is to be kept at the broker, and what it is of.
    private struct Wanted {
        var publications: [MQTTPublication] = []
        var regions: [AnnouncedRegion] = []
    }

    /// Nothing of a device that is not to be told any more, or that the daemon does not know; `nil` as
    /// long as the daemon has not said it.
    private func wanted(of id: String) throws -> Wanted? {
        guard ids.contains(id), let device = devices[id] else {
            return ids.contains(id) && !unknown.contains(id) ? nil : Wanted()
        }
        let known = regions[id] ?? []
        var publications: [MQTTPublication] = []
        if let position = device.position(in: known) {
            publications.append(
                try .json(position, to: MQTTTopics.position(of: id), isRetained: true))
        }
        let own = AnnouncedRegion(region: "", name: device.shownName, used: .init(milliseconds: 0))
        guard let homeAssistant else { return Wanted(publications: publications, regions: [own]) }
        publications += try homeAssistant.configuration(of: id, name: device.shownName)
        for region in known {
            publications += try homeAssistant.region(
                region.region, called: region.name, of: id, name: device.shownName,
                isInside: device.inside.contains(region.region))
        }
        return Wanted(publications: publications, regions: [own] + known)
    }
}
