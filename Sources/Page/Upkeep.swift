import APIClient
package import Community
import EventLoops
import FoundationEssentials
package import Logging
package import Posix

/// Keeps the daemon's devices and watches as people and groups have them: what phones follow, and
/// the places of households.
package struct Upkeep: Sendable {
    private let community: Community
    private let daemon: Daemon
    private let log: Logger

    /// The set of watches that are the places of households.
    static let set = "household"

    package init(community: Community, daemon: Daemon, log: Logger) {
        (self.community, self.daemon, self.log) = (community, daemon, log)
    }

    /// Brings the daemon up to date at every change, and after it was away, until the task is
    /// cancelled. `daemonCameBack`: grows whenever it answers again.
    package func run(daemonCameBack: ChangeCount) async throws {
        var (change, back) = (-1, -1)
        var places: [AnyJSON]?
        var isReported = false
        while true {
            do {
                try await bringUpToDate(&places)
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
            let before = back
            (change, back) = try await news(after: change, back, daemonCameBack)
            if back != before { places = nil }
        }
    }

    private func news(
        after change: Int, _ back: Int, _ daemonCameBack: ChangeCount
    ) async throws -> (Int, Int) {
        try await withThrowingTaskGroup { group in
            group.addTask { [community] in
                (try await community.nextChange(after: change), back)
            }
            group.addTask { (change, try await daemonCameBack.next(after: back)) }
            defer { group.cancelAll() }
            return try await group.next() ?? (change, back)
        }
    }

    /// `places`: those that the daemon has as watches; `nil`: that is not known.
    private func bringUpToDate(_ places: inout [AnyJSON]?) async throws {
        let answer = try await daemon.json(.get, "/v1/devices")
        let devices = answer["devices"]?.elements ?? []
        let byID = Dictionary(
            devices.map { ($0["id"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
        if let own = devices.first(where: { $0["own"] == .bool(true) }),
            let id = own["id"]?.string
        {
            try await set(id, as: own, to: try await community.ownAudiences(), name: nil)
        }
        let names = Dictionary(
            uniqueKeysWithValues: try await community.phones(by: .machine).map { ($0.id, $0.name) })
        for (id, audiences) in try await community.phoneAudiences().sorted(by: { $0.key < $1.key })
        {
            try await set(id, as: byID[id], to: audiences, name: names[id])
        }
        let wanted = try await watches()
        if places == wanted { return }
        _ = try await daemon.json(.put, "/v1/watches/\(Self.set)", body: .array(wanted))
        places = wanted
    }

    /// `device`: as the daemon has it; `nil` if it has none. `name`: `nil` leaves it.
    private func set(
        _ id: String, as device: AnyJSON?, to audiences: [String], name: String?
    ) async throws {
        let followed = Set(device?["follows"]?.elements.compactMap(\.string) ?? [])
        let isNamed = name == nil || device?["name"]?.string == name
        guard device == nil || followed != Set(audiences) || !isNamed else { return }
        var draft: [String: AnyJSON] = ["follows": .array(audiences.map { .string($0) })]
        if let name { draft["name"] = .string(name) }
        // What is new is a phone: its Wi-Fi fixes are good to 65 m.
        if device == nil { draft["max_accuracy"] = .number(Self.phoneAccuracy) }
        _ = try await daemon.json(
            device == nil ? .put : .patch, "/v1/devices/\(id)", body: .object(draft))
    }

    /// Metres.
    private static let phoneAccuracy = 100.0

    /// The places of all households.
    private func watches() async throws -> [AnyJSON] {
        let places = try await community.householdPlaces()
        return places.map { group, place in
            AnyJSON.object([
                "id": .string("\(group).\(place.id)"), "title": .string(place.name),
                "at": .array([.number(place.lat), .number(place.lon)]),
                "radius": .number(place.radius), "audience": .string("group/\(group)"),
                "details": .object([
                    "group": .string("\(group)"), "place": .integer(place.id),
                ]),
            ])
        }
    }
}
