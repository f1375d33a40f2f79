import APIClient
package import Community
import EventLoops
import Geofencing
package import MQTT
package import Messages
import Posix

/// What phones are told besides that their positions were taken: with OwnTracks, where friends are, what
/// has just happened, and the nearest regions to watch by themselves.
package actor PhoneNews {
    /// Publishes to a topic of the broker; returns when the broker has it.
    package typealias Publish = @Sendable (_ topic: String, _ payload: [UInt8]) async throws -> Void

    private let community: Community
    private let messages: MessageStore
    private let devices: DeviceMirror
    private let carriesRegions: Bool
    private let publish: Publish?
    private let clock: any GatewayClock
    /// What was made earlier is not told.
    private let started: Timestamp
    private let signal = AsyncSignal()

    /// By the ids of phones. It is kept in memory alone: after a restart, each phone is told its regions
    /// once more, which changes nothing for those that are the same. That a phone has some is written
    /// down, so that they can be taken back.
    private var overHTTP: [String: Carried] = [:]
    private var overMQTT: [String: Carried] = [:]
    /// The last messages that phones were told, by the ids of phones.
    private var told: [String: Int64] = [:]

    /// What a phone carries by one way.
    fileprivate struct Carried {
        /// Of the phone, when it was told: with another, it may be another app, which has none.
        var access: Access
        var fences = PhoneFences()
        /// Whether the daemon watches other regions since.
        var isDue = true
        /// When the daemon was asked for them; `nil`: never.
        var asked: Timestamp?
        /// Where the phone was then.
        var fix: MirroredDevice.Fix?
        /// Whether a command could not be published.
        var waits = false
        /// Whether the app may have others, of an earlier run.
        var isUnknown = true
    }

    fileprivate struct Access: Hashable {
        var tokenHash: [UInt8]?
        var topic: String?

        init(_ phone: Phone) { (tokenHash, topic) = (phone.tokenHash, phone.topic) }
    }

    /// Seconds until the nearest regions of a phone that moves are looked at again, though the daemon
    /// still watches the same.
    private static let pause = 60.0
    /// Seconds until what could not be published is tried again, at most.
    private static let longestRetry = 60.0
    /// Seconds that the answer to a phone waits.
    private static let patience = 2.0
    /// Seconds; what happened earlier is not told.
    private static let latest = 600.0
    private static let mostFriends = 50
    private static let mostMessages = 10

    /// `carriesRegions`: whether phones watch the nearest regions by themselves. `publish`: `nil` if there
    /// is no broker.
    package init(
        _ community: Community, _ messages: MessageStore, _ devices: DeviceMirror,
        carriesRegions: Bool, clock: any GatewayClock = SystemGatewayClock(),
        publish: Publish? = nil
    ) {
        (self.community, self.messages, self.devices) = (community, messages, devices)
        (self.carriesRegions, self.clock, self.publish) = (carriesRegions, clock, publish)
        started = clock.now
    }

    // MARK: In the answer to a phone

    /// JSON for an app; none if it understands none, its token was in an address, or what it would be told cannot be looked up now.
    package func answer(_ phone: Phone, _ app: String) async -> [String] {
        guard app == "owntracks", !phone.tokenWasInAddress else { return [] }
        return await withTaskGroup(of: [String]?.self) { group in
            group.addTask {
                // Each by itself: one that fails takes nothing from the others.
                let friends = (try? await self.friends(of: phone)) ?? []
                let transitions = (try? await self.transitions(of: phone)) ?? []
                return friends + transitions + ((try? await self.regions(of: phone)) ?? [])
            }
            group.addTask { [clock] in
                try? await clock.sleep(seconds: Self.patience)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            // What was found until then counts as told: it comes no more.
            return (await group.next() ?? nil) ?? []
        }
    }

    private func friends(of phone: Phone) async throws -> [String] {
        let caller = Caller.person(phone.owner)
        let seen = try await community.seenPhones(by: caller)
        let shown = seen.levels.filter { $0.value == .position }.keys.sorted()
        var taken: Set<String> = []
        var objects: [String] = []
        for id in shown.prefix(Self.mostFriends) {
            guard let fix = await devices.device(id)?.fix,
                let name = try await community.owner(of: id)?.name,
                let tid = TrackerID.all(of: id).first(where: { !taken.contains($0) })
            else { continue }
            taken.insert(tid)
            objects += OwnTracksObject.friend(fix, name: name, tid: tid)
        }
        return objects
    }

    private func transitions(of phone: Phone) async throws -> [String] {
        let newest = try await messages.messages(
            of: phone.owner.rawValue, limit: Self.mostMessages)
        let (last, now) = (told[phone.id] ?? 0, clock.now)
        told[phone.id] = max(last, newest.first?.id ?? 0)
        return newest.reversed().compactMap { message in
            guard message.id > last, message.device == phone.id, message.rings,
                message.made >= started, now - message.made <= Self.latest,
                now - message.time <= Self.latest
            else { return nil }
            return OwnTracksTransition(message).flatMap { try? $0.json }
        }
    }

    private func regions(of phone: Phone) async throws -> [String] {
        guard carriesRegions else { return [] }
        let carried = Carried.of(phone, in: overHTTP)
        guard carried.isDue || isLong(since: carried.asked) else { return [] }
        let fences = try await fences(of: phone.id)
        var next = Carried.of(phone, in: overHTTP)
        next.note(at: clock.now)
        let isNews = next.fences.take(fences)
        overHTTP[phone.id] = next
        return isNews ? [next.fences.command] : []
    }

    private func fences(of phone: String) async throws -> [PhoneFences.Fence] {
        try await devices.regions(of: phone).compactMap(PhoneFences.Fence.init)
    }

    private func isLong(since asked: Timestamp?) -> Bool {
        asked.map { abs(clock.now - $0) >= Self.pause } ?? true
    }

    // MARK: Over MQTT

    /// Looks after the regions that phones carry, until the task is cancelled.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.followChanges() }
            if publish != nil {
                if carriesRegions { group.addTask { try await self.followMoves() } }
                group.addTask { try await self.publishForEver() }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func followChanges() async throws {
        var number = community.changes.number
        while true {
            let (changes, next) = try await community.changes.next(after: number)
            number = next
            for change in changes where change.topic == .regions { note(change.audience) }
            if !changes.topics.isDisjoint(with: [.people, .phones, .regions]) { signal.raise() }
        }
    }

    /// Other regions are around the devices of these.
    private func note(_ audience: Change.Audience) {
        let devices: [String]
        switch audience {
        case .owner(let device): devices = [device]
        default: devices = Array(overHTTP.keys) + Array(overMQTT.keys)
        }
        for device in devices {
            overHTTP[device]?.isDue = true
            overMQTT[device]?.isDue = true
        }
    }

    private func followMoves() async throws {
        var number = -1
        while true {
            number = try await devices.next(after: number)
            signal.raise()
            try await clock.sleep(seconds: 1)
        }
    }

    private func publishForEver() async throws {
        var backoff = Backoff()
        while true {
            let isDone = await publishAll()
            try Task.checkCancellation()
            guard isDone else {
                // A broker may refuse it, and end the connection each time.
                let wait = backoff.wait(asked: nil, jitter: clock.jitter())
                try await clock.sleep(seconds: min(wait, Self.longestRetry))
                continue
            }
            backoff = Backoff()
            try await clock.sleep(seconds: 1)
            try await signal.wait()
        }
    }

    /// Returns whether nothing waits any more.
    func publishAll() async -> Bool {
        do {
            let phones = try await community.phones(by: .machine)
            forgetOthers(than: Set(phones.map(\.id)))
            let isDone = try await takeBack(from: phones)
            guard carriesRegions else { return isDone }
            let fenced = try await messages.fencedTopics()
            for phone in phones {
                guard let topic = phone.topic else { continue }
                // Those that fail are due still.
                try? await publishRegions(
                    of: phone, to: topic, isFenced: fenced[topic] != nil)
            }
            return isDone && !overMQTT.values.contains(where: \.waits)
        } catch {
            return false
        }
    }

    private func forgetOthers(than ids: Set<String>) {
        for id in overHTTP.keys where !ids.contains(id) { overHTTP[id] = nil }
        for id in told.keys where !ids.contains(id) { told[id] = nil }
        for id in overMQTT.keys where !ids.contains(id) { overMQTT[id] = nil }
    }

    /// Of phones that are no more, or publish somewhere else, and of all if they carry no regions: what
    /// they were given has to go, too. Returns whether all is gone.
    private func takeBack(from phones: [Phone]) async throws -> Bool {
        let topics = Dictionary(phones.map { ($0.topic, $0.id) }) { one, _ in one }
        var isDone = true
        for (topic, device) in try await messages.fencedTopics()
        where !carriesRegions || topics[topic] != device {
            do {
                try await publish?("\(topic)/cmd", Array(PhoneFences().command.utf8))
                try await messages.removeFenced(topic)
            } catch {
                // It is due still.
                isDone = false
            }
        }
        return isDone
    }

    /// `isFenced`: whether it may have some of an earlier run.
    private func publishRegions(of phone: Phone, to topic: String, isFenced: Bool) async throws {
        var carried = Carried.of(phone, in: overMQTT)
        let fix = await devices.device(phone.id)?.fix
        let hasMoved = carried.fix != fix && isLong(since: carried.asked)
        guard carried.isDue || carried.waits || hasMoved else { return }
        var next = carried
        next.note(at: clock.now, fix: fix)
        overMQTT[phone.id] = next
        do {
            let isNews = carried.fences.take(try await fences(of: phone.id))
            if isNews || carried.isUnknown && isFenced {
                // Written down first: what was given can always be taken back.
                if !isFenced { try await messages.setFenced(topic, device: phone.id) }
                try await publish?("\(topic)/cmd", Array(carried.fences.command.utf8))
            }
            overMQTT[phone.id]?.isUnknown = false
            overMQTT[phone.id]?.fences = carried.fences
        } catch {
            overMQTT[phone.id]?.waits = true
            throw error
        }
    }
}

extension PhoneNews.Carried {
    /// Nothing, if the phone has got in otherwise since it was told.
    fileprivate static func of(_ phone: Phone, in all: [String: Self]) -> Self {
        let access = PhoneNews.Access(phone)
        guard let carried = all[phone.id], carried.access == access else {
            return Self(access: access)
        }
        return carried
    }

    /// The daemon is asked now.
    fileprivate mutating func note(at now: Timestamp, fix: MirroredDevice.Fix? = nil) {
        (isDue, waits, asked, self.fix) = (false, false, now, fix)
    }
}
