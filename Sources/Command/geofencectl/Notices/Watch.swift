import APIClient
import Formats
import Geofencing
import Posix

/// What the daemon watches, for who waits for it to be told.
struct Watch {
    private let status: DaemonStatus
    private let clock: DeviceClock
    private let regions: [WatchedRegions.Properties]

    /// What a listener has asked for; empty: all.
    struct Wanted {
        var kinds: [String] = []
        var transitions: Set<Transition.Kind> = []
        var devices: [String] = []

        /// As in ` for deals of anna-phone`.
        var words: String {
            let things = kinds.map { "\($0.visible)\($0.hasSuffix("ch") ? "es" : "s")" }
            if kinds.isEmpty, devices.isEmpty { return "" }
            let whose = devices.isEmpty ? "" : " of \(devices.joined(separator: ", "))"
            return " for \(kinds.isEmpty ? "notices" : things.joined(separator: ", "))\(whose)"
        }
    }

    /// Asks the daemon.
    init(_ daemon: APIClient) async throws {
        let answer = try await daemon.get("/v1/status", as: ClockedStatus.self)
        (status, clock) = (answer.status, answer.clock)
        regions = try await daemon.get("/v1/regions", as: WatchedRegions.self)
            .features.map(\.properties)
    }
}

extension Watch {
    /// How far the nearest region is, or why nothing can be told. `now`: by this computer's clock.
    func words(for wanted: Wanted, at now: Timestamp) -> String {
        if let told = status.transitions, !wanted.transitions.isEmpty,
            wanted.transitions.isDisjoint(with: told.compactMap(Transition.Kind.init))
        {
            return "the daemon tells only \(told.joined(separator: ", ")): set "
                + "notifications.transitions in its configuration"
        }
        if status.source.ended == true {
            return "the trace has ended, so nothing comes: geofenced --from-start plays it again"
        }
        guard status.position != nil else {
            return "it is not known where the device is: geofencectl doctor says why"
        }
        let kept = regions.filter { wanted.kinds.isEmpty || wanted.kinds.contains($0.kind) }
        let time = clock.traceTime ?? now
        let active = kept.filter { $0.isActive(at: time) }
        guard active.isEmpty else { return Self.nearest(of: active) }
        if let next = kept.compactMap(\.starts).filter({ $0 > time }).min() {
            let device = clock.words(at: now).map { "; the device's clock is \($0)" } ?? ""
            return "nothing is on before \(next.local)\(device)"
        }
        let adding = ["favourite", "deal"].filter { wanted.kinds.isEmpty || wanted.kinds == [$0] }
        let advice = adding.map { "\($0)s add" }.joined(separator: " or ")
        return "nothing is near" + (advice.isEmpty ? "" : ": add one with geofencectl \(advice)")
    }

    /// The regions come nearest first.
    private static func nearest(of regions: [WatchedRegions.Properties]) -> String {
        let count = regions.count == 1 ? "1 region is" : "\(regions.count) regions are"
        let inside = regions.filter(\.inside).map { $0.name.shortened }
        let here = inside.isEmpty ? "" : ", the device is in \(inside.joined(separator: " and "))"
        guard let next = regions.first(where: { !$0.inside }) else {
            return "\(count) watched\(here), and is told again when it comes back"
        }
        let distance = next.distance.map { ", \($0.inMetres) away" } ?? ""
        return "\(count) watched\(here), the nearest\(inside.isEmpty ? "" : " other") is "
            + "\(next.name.shortened)\(distance)"
    }
}

extension WatchedRegions.Properties {
    fileprivate func isActive(at time: Timestamp) -> Bool {
        (starts.map { $0 <= time } ?? true) && (ends.map { time < $0 } ?? true)
    }
}
