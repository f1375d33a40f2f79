import Geofencing
package import Logging
package import MQTT
import Posix

/// Says at the broker where devices are, and announces them to Home Assistant: what is kept there is
/// published again whenever it changes, and at each connection.
package actor DeviceAnnouncing {
    private let session: MQTTSession
    private let mirror: DeviceMirror
    private let store: MessageStore
    private let ids: Set<String>
    private let homeAssistant: HomeAssistant?
    /// What was announced is written down with it: the prefix, and the node.
    private let identity: String
    private let topics: NodeTopics
    private let clock: any GatewayClock
    private let logger: Logger

    private var devices: [String: MirroredDevice] = [:]
    /// As the position of each was published last.
    private var shown: [String: (device: MirroredDevice, at: Timestamp)] = [:]
    /// Those that the daemon does not know.
    private var unknown: Set<String> = []
    /// By the ids of devices, the last used first; without the rows of devices themselves.
    private var regions: [String: [AnnouncedRegion]] = [:]
    /// When the daemon was asked last which regions are around a device.
    private var asked: [String: Timestamp] = [:]
    /// What the broker has acknowledged on this connection, by topic.
    private var published: [String: MQTTPublication] = [:]
    /// The devices of which something is to be published.
    private var changed: Set<String> = []
    /// Why publications were refused, as it was logged: the session counts them.
    private var refusals: Set<String> = []
    private let signal = AsyncSignal()

    /// Regions of one device that have a sensor.
    private static let mostRegions = 100
    /// Of these, regions that the device may come to.
    private static let mostAround = 20
    /// Kinds of regions that come on top of these, as many again.
    private static let ownKinds: Set = ["favourite", "watch"]
    /// Seconds until the daemon is asked again for the regions around a device that moves.
    private static let longestAround = 60.0
    /// Seconds until it is written down again that a region is used.
    private static let longestUse = 3600.0
    /// Reasons that are logged.
    private static let mostRefusals = 5
    /// Seconds until the position of a device that stays is published again.
    private static let longestStill = 300.0
    /// Seconds between two positions of a device.
    private static let pause = 1.0

    /// `devices`: the ids of those to announce.
    package init(
        _ session: MQTTSession, devices: [String], in mirror: DeviceMirror, topics: MQTTTopics,
        store: MessageStore, clock: any GatewayClock = SystemGatewayClock(), logger: Logger
    ) {
        (self.session, self.mirror, self.store) = (session, mirror, store)
        (ids, homeAssistant, self.topics) = (Set(devices), topics.homeAssistant, topics.node)
        identity = (topics.homeAssistant ?? HomeAssistant(prefix: "", topics.node)).identity
        (self.clock, self.logger) = (clock, logger)
    }

    /// Runs until the task is cancelled.
    package func run() async throws {
        let announced = try await persistently("announcements wait", clock, logger) {
            try await self.store.announced()
        }
        for (device, rows) in announced {
            regions[device] = known(rows)
            // Of one that is not to be told any more, all is taken back.
            if !ids.contains(device) { changed.insert(device) }
        }
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.followDevices() }
            group.addTask { try await self.publishForEver() }
            group.addTask { try await self.noteConnections() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// What was announced, also with another prefix or by another node.
    private func known(_ rows: [AnnouncedRegion]) -> [AnnouncedRegion] {
        var seen: Set<String> = [""]
        return rows.sorted { $0.used > $1.used }.filter { seen.insert($0.region).inserted }
            .map { row in
                var row = row
                row.prefix = identity
                return row
            }
    }

    // MARK: From the daemon

    private func followDevices() async throws {
        // Nobody rings it.
        if ids.isEmpty { try await AsyncSignal().wait() }
        var number = 0
        while true {
            number = try await mirror.next(after: number)
            guard await mirror.isRead else { continue }
            for id in ids.sorted() {
                if let device = await mirror.device(id) { await note(device) } else { forget(id) }
            }
        }
    }

    /// The daemon does not know it.
    private func forget(_ id: String) {
        guard unknown.insert(id).inserted else { return }
        (devices[id], regions[id], asked[id], shown[id]) = (nil, nil, nil, nil)
        change(id)
    }

    private func note(_ device: MirroredDevice) async {
        let before = devices[device.id]
        guard before.map(device.looks) != true else { return }
        devices[device.id] = device
        unknown.remove(device.id)
        // Whatever was announced was of another device with that id.
        if device.isNew { (regions[device.id], asked[device.id]) = (nil, nil) }
        let isLong = asked[device.id].map { abs(clock.now - $0) >= Self.longestAround } ?? true
        if before?.inside != device.inside || device.hasMoved && isLong {
            await lookAround(device, left: (before?.inside ?? []).subtracting(device.inside))
        }
        change(device.id)
    }

    /// Regions around it get a sensor, and those that are no more lose it.
    private func lookAround(_ device: MirroredDevice, left: Set<String>) async {
        if device.hasMoved { asked[device.id] = clock.now }
        // Without an answer, ids serve as names, and nothing is taken away.
        let listed = device.fix == nil ? nil : try? await mirror.regions(of: device.id)
        var known = regions[device.id] ?? []
        if let listed {
            let all = device.inside.union(listed.map(\.id))
            known.removeAll { row in
                let isNear = device.hasMoved && device.isNear(row.center)
                return !all.contains(row.region) && (isNear || left.contains(row.region))
            }
        }
        let own = (listed ?? []).filter { Self.ownKinds.contains($0.kind) }
        let around = (listed ?? []).prefix(Self.mostAround) + own.prefix(Self.mostAround)
        let byID = Dictionary((listed ?? []).map { ($0.id, $0) }) { one, _ in one }
        for id in device.inside.union(around.map(\.id)).sorted() {
            use(id, byID[id], &known)
        }
        known.sort { $0.used > $1.used }
        regions[device.id] = Array(known.prefix(Self.mostRegions))
    }

    /// `listed`: `nil` if the daemon has not said it.
    private func use(_ id: String, _ listed: ListedRegion?, _ known: inout [AnnouncedRegion]) {
        let index = known.firstIndex { $0.region == id }
        var region =
            index.map { known[$0] }
            ?? AnnouncedRegion(id, prefix: identity, name: id, center: nil, used: clock.now)
        if abs(clock.now - region.used) >= Self.longestUse { region.used = clock.now }
        if let listed { (region.name, region.center) = (listed.name, listed.center) }
        if let index { known[index] = region } else { known.append(region) }
    }

    private func change(_ device: String) {
        changed.insert(device)
        signal.raise()
    }

    // MARK: To the broker

    /// At each connection, all is said again: the broker may have forgotten it.
    private func noteConnections() async throws {
        var number = 0
        while true {
            number = try await session.nextConnection(after: number).number
            published = [:]
            changed.formUnion(ids)
            signal.raise()
        }
    }

    private func publishForEver() async throws {
        while true {
            while changed.isEmpty { try await signal.wait() }
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
        // Written down first: what is announced can always be taken back.
        let changed = wanted.regions.filter { !rows.contains($0) }
        if !changed.isEmpty { try await keep(changed, of: device) }
        let gone = rows.filter { row in
            !wanted.regions.contains { ($0.region, $0.prefix) == (row.region, row.prefix) }
        }
        // What is announced with another prefix now may have the same state.
        let topics = Set(wanted.publications.map(\.topic))
        let removals = gone.flatMap { removal(of: $0, of: device) }
            .filter { !topics.contains($0.topic) }
        let new = wanted.publications.filter { published[$0.topic] != $0 }
        let all = removals + new
        let results = try await session.publish(all)
        for (publication, error) in zip(all, results) {
            if case .away? = error { throw MQTTError.away("") }
            if let error { noteRefused(publication.topic, "\(error)") }
            published[publication.topic] = publication
        }
        guard results.count == all.count else { throw MQTTError.away("") }
        for row in gone {
            try await persistently("announcements wait", clock, logger) {
                try await self.store.removeAnnounced(row, of: device)
            }
        }
    }

    private func removal(of row: AnnouncedRegion, of device: String) -> [MQTTPublication] {
        let announcer = HomeAssistant(identity: row.prefix)
        // Without a prefix, nothing was announced but where it is.
        let entities = announcer.prefix.isEmpty ? nil : announcer
        return row.region.isEmpty
            ? (entities?.removal(of: device) ?? [])
                + [HomeAssistant.empty(announcer.topics.position(of: device))]
            : entities?.removal(of: row.region, of: device) ?? []
    }

    private func noteRefused(_ topic: String, _ why: String) {
        guard refusals.count < Self.mostRefusals, refusals.insert(why).inserted else { return }
        logger.warning(
            "the broker refuses to be told where devices are",
            metadata: ["topic": "\(topic)", "error": "\(why)"])
    }

    private func keep(_ rows: [AnnouncedRegion], of device: String) async throws {
        try await persistently("announcements wait", clock, logger) {
            try await self.store.setAnnounced(rows, of: device)
        }
    }

    /// What is to be kept at the broker, and what it is of.
    private struct Wanted {
        var publications: [MQTTPublication] = []
        var regions: [AnnouncedRegion] = []
    }

    /// The device as it was shown last if it has stayed, which spares whoever records it each jitter
    /// of the receiver.
    private func toShow(_ device: MirroredDevice) -> MirroredDevice {
        if let last = shown[device.id], device.stays(since: last.device),
            abs(clock.now - last.at) < Self.longestStill
        {
            return last.device
        }
        shown[device.id] = (device, clock.now)
        return device
    }

    /// Nothing of a device that is not to be told any more, or that the daemon does not know; `nil` as
    /// long as the daemon has not said it.
    private func wanted(of id: String) throws -> Wanted? {
        guard ids.contains(id), let device = devices[id] else {
            return ids.contains(id) && !unknown.contains(id) ? nil : Wanted()
        }
        let known = regions[id] ?? []
        var publications: [MQTTPublication] = []
        let topic = topics.position(of: id)
        if let position = toShow(device).position(in: known) {
            publications.append(try .json(position, to: topic, isRetained: true))
        } else if device.isNew {
            publications.append(HomeAssistant.empty(topic))
        }
        let own = AnnouncedRegion(device: device.shownName, prefix: identity)
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
