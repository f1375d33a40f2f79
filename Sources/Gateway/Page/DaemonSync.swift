import APIClient
package import Community
import EventLoops
package import Logging
package import Messages
package import Phones
package import Posix

/// Keeps the daemon's devices and watches as people and groups have them: what phones follow, and
/// where groups want to be told something.
package struct DaemonSync: Sendable {
    private let community: Community
    private let daemon: Daemon
    private let messages: MessageStore
    private let devices: DeviceMirror
    private let refused: RefusedDevices
    private let unknown: UnknownTargets
    private let movedSites: MovedSites
    private let log: Logger

    /// `refused`: gets the devices that the daemon does not take; `unknown`: where it knows no place.
    package init(
        community: Community, daemon: Daemon, messages: MessageStore, devices: DeviceMirror,
        refused: RefusedDevices, unknown: UnknownTargets, movedSites: MovedSites, log: Logger
    ) {
        (self.community, self.daemon, self.devices) = (community, daemon, devices)
        self.messages = messages
        (self.refused, self.unknown, self.log) = (refused, unknown, log)
        self.movedSites = movedSites
    }

    /// What is not at the daemon yet.
    private struct Due {
        var topics = Set(Change.Topic.allCases)
        var sets = GroupWatch.SetName.allCases.map { WatchKeeping(set: $0) }
        var change = -1
        var back = 0
        var places = 0
        var missing = 0
    }

    /// Brings the daemon up to date at every change, until the task is cancelled. `allIsDue`: grows
    /// whenever the daemon answers again. `placesAreDue`: whenever it has other places, in which it may
    /// know a shop that it did not know before. `deviceIsMissing`: whenever it does not know the device of
    /// a phone.
    package func run(
        allIsDue: ChangeCount, placesAreDue: ChangeCount, deviceIsMissing: ChangeCount
    ) async throws {
        var due = Due()
        var isReported = false
        while true {
            do {
                try await bringUpToDate(&due)
                isReported = false
            } catch let error where !(error is CancellationError) {
                if !isReported {
                    log.warning(
                        "the daemon does not know yet what has changed",
                        metadata: ["error": "\(error)", "next try": "5 s"])
                }
                isReported = true
                try await LoopClock().sleep(for: .seconds(5))
                continue
            }
            due = try await dueNext(after: due, allIsDue, placesAreDue, deviceIsMissing)
        }
    }

    /// Waits until there is something.
    private func dueNext(
        after last: Due, _ allIsDue: ChangeCount, _ placesAreDue: ChangeCount,
        _ deviceIsMissing: ChangeCount
    ) async throws -> Due {
        try await withThrowingTaskGroup(of: Due.self) { group in
            group.addTask { [community] in
                var due = last
                let (changes, number) = try await community.changes.next(after: last.change)
                (due.topics, due.change) = (changes.topics, number)
                return due
            }
            group.addTask {
                var due = Due()
                (due.change, due.missing, due.places) = (last.change, last.missing, last.places)
                due.sets = last.sets.map(\.unsure)
                due.back = try await allIsDue.next(after: last.back)
                return due
            }
            group.addTask {
                var due = last
                due.places = try await placesAreDue.next(after: last.places)
                due.topics = [.items]
                due.sets = last.sets.map { $0.refusedTargets.isEmpty ? $0 : $0.unsure }
                return due
            }
            group.addTask {
                var due = last
                due.missing = try await deviceIsMissing.next(after: last.missing)
                due.topics = [.phones]
                return due
            }
            defer { group.cancelAll() }
            return try await group.next() ?? last
        }
    }

    private func bringUpToDate(_ due: inout Due) async throws {
        var failure: (any Error)?
        if !due.topics.isDisjoint(with: Self.ofDevices) {
            failure = try await bringDevicesUpToDate()
        }
        if !due.topics.isDisjoint(with: [.people, .groups]) {
            try await removeWishesOfForgotten()
            try await removeWishesOfGone()
        }
        if due.topics.contains(.groups) { try await movedSites.bringUpToDate() }
        for i in due.sets.indices where !due.topics.isDisjoint(with: due.sets[i].set.topics) {
            let wanted = try await due.sets[i].set.watches(community)
            try await due.sets[i].put(wanted, to: daemon, log)
            let set = due.sets[i]
            if set.set == .errands, unknown.replace(by: set.refusedTargets, of: set.targets) {
                community.changes.note([.items])
            }
        }
        if let failure { throw failure }
        due.topics = []
    }

    /// What decides which devices there are, and what they follow.
    private static let ofDevices: Set<Change.Topic> = [.people, .groups, .phones]

    /// What the daemon does not take of one device keeps no other from it. Returns why one of them has
    /// to be tried again soon; `nil`: none has to.
    private func bringDevicesUpToDate() async throws -> (any Error)? {
        var (refused, failure): ([String: String], (any Error)?) = ([:], nil)
        for wanted in try await wantedDevices() {
            if wanted.isPhone, wanted.device?.own == true {
                refused[wanted.id] = "it is geofenced's own: add the phone with another id"
                continue
            }
            do {
                try await set(wanted)
            } catch APIError.refused(let refusal) where refusal.isForGood {
                refused[wanted.id] = "\(refusal)"
            } catch let error as APIError {
                guard case .refused = error else { throw error }
                failure = error
            }
        }
        note(refused)
        return failure
    }

    /// `refused`: why, by the ids of the devices.
    private func note(_ refused: [String: String]) {
        let (new, before) = self.refused.replace(by: refused)
        for (error, devices) in Dictionary(grouping: new.keys, by: { new[$0]! }) {
            let more = devices.count - Self.mostNamed
            let names = devices.sorted().prefix(Self.mostNamed).joined(separator: ", ")
            log.warning(
                "the daemon refuses to set up devices",
                metadata: [
                    "devices": "\(names)\(more > 0 ? " and \(more) more" : "")",
                    "error": "\(error)",
                ])
        }
        if refused.isEmpty, before > 0 { log.notice("the daemon sets up all devices again") }
    }

    /// Devices that are named in a line of the log.
    private static let mostNamed = 10

    /// A device as it is to be.
    private struct Wanted {
        var id: String
        /// As the daemon has it; `nil` if it has none.
        var device: MirroredDevice?
        var audiences: [String]
        /// `nil` leaves it.
        var name: String?
        /// Whether it is not the daemon's own.
        var isPhone = true
    }

    /// Removes what is left at the daemon of people who were forgotten: positions that came at that
    /// moment have a device begun anew. Returns the others.
    private func withoutForgotten(_ devices: [MirroredDevice]) async throws -> [MirroredDevice] {
        let people = devices.map { $0.follows.filter { $0.hasPrefix("person/") } }
        let gone = try await community.gone(of: people.reduce(into: []) { $0.formUnion($1) })
        if gone.isEmpty { return devices }
        // Not what somebody has added at the daemon, for whomever.
        let former = try await community.formerPhones(of: Set(devices.map(\.id)))
        var left: [MirroredDevice] = []
        for (device, people) in zip(devices, people) {
            guard !device.own, former.contains(device.id), !people.isEmpty,
                people.isSubset(of: gone)
            else {
                left.append(device)
                continue
            }
            try await messages.forget(device: device.id)
            let path = "/v1/devices/\(device.id)"
            if try await daemon.remove(path, query: [("history", "forget")]) {
                log.notice(
                    "the device of somebody who was forgotten is removed",
                    metadata: ["device": "\(device.id)"])
            }
        }
        return left
    }

    /// Of a backup that was restored in part, the daemon's has them all.
    private func removeWishesOfForgotten() async throws {
        for audience in try await community.forgottenAudiences() {
            try await daemon.removeWishes(of: audience)
            try await community.noteForgotten(audience)
        }
    }

    /// Removes favourites of people and groups that are gone, also what was added while they went.
    private func removeWishesOfGone() async throws {
        let all = try await daemon.json(.get, "/v1/favourites")["favourites"]?.elements ?? []
        let gone = try await community.gone(of: Set(all.compactMap { $0["audience"]?.string }))
        for favourite in all where gone.contains(favourite["audience"]?.string ?? "") {
            guard let id = favourite["id"]?.integer else { continue }
            try await daemon.remove("/v1/favourites/\(id)")
        }
    }

    private func wantedDevices() async throws -> [Wanted] {
        // What was changed a moment ago, its streams may not have said yet.
        try await self.devices.readAll()
        let devices = try await withoutForgotten(self.devices.all)
        let byID = Dictionary(
            devices.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var wanted: [Wanted] = []
        if let own = devices.first(where: \.own) {
            let audiences = try await community.ownAudiences()
            wanted.append(Wanted(id: own.id, device: own, audiences: audiences, isPhone: false))
        }
        let names = Dictionary(
            uniqueKeysWithValues: try await community.phones(by: .machine).map { ($0.id, $0.name) })
        for (id, audiences) in try await community.phoneAudiences().sorted(by: { $0.key < $1.key })
        {
            wanted.append(
                Wanted(id: id, device: byID[id], audiences: audiences, name: names[id]))
        }
        return wanted
    }

    private func set(_ wanted: Wanted) async throws {
        let (device, name) = (wanted.device, wanted.name)
        let followed = device?.follows ?? []
        let isNamed = name == nil || device?.name == name
        guard device == nil || followed != Set(wanted.audiences) || !isNamed else { return }
        var draft: [String: AnyJSON] = ["follows": .array(wanted.audiences.map { .string($0) })]
        if let name { draft["name"] = .string(name) }
        if isNew(wanted, following: followed), device?.maxAccuracy == nil {
            draft["max_accuracy"] = .number(Self.phoneAccuracy)
        }
        _ = try await daemon.json(
            device == nil ? .put : .patch, "/v1/devices/\(wanted.id)", body: .object(draft))
    }

    /// Whether it is a phone that was not set up before. The daemon may have the device already, made
    /// when the first positions came (`devices.automatic`): it does not follow the owner yet.
    private func isNew(_ wanted: Wanted, following followed: Set<String>) -> Bool {
        wanted.isPhone
            && followed.isDisjoint(with: wanted.audiences.filter { $0.hasPrefix("person/") })
    }

    /// Metres: a phone's Wi-Fi fixes are good to 65 m.
    private static let phoneAccuracy = 100.0
}
