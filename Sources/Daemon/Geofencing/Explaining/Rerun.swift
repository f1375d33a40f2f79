/// Judges a journey once more, to explain one region.
///
/// What is reported of a region does not depend on the others, and the same reports lead to the
/// same decisions. So this decides as it was decided, with the rules and the regions of now.
package struct Rerun: Sendable {
    package var rules: Rules
    /// Where all regions come from.
    package var regions: any RegionSource
    /// What was known before the first report; `nil` is nothing.
    package var start: TrackerState?

    package init(rules: Rules, regions: any RegionSource, start: TrackerState? = nil) {
        (self.rules, self.regions, self.start) = (rules, regions, start)
    }

    /// Calls `look` with all regions near the way, also near fixes that are not used.
    package func lookAround(
        _ source: sending any PositionSource, _ look: @escaping @Sendable (RegionList) async -> Void
    ) async throws {
        var source = source
        var last: Coordinate?
        while let reports = try await source.next() {
            for case .fix(let fix) in reports where fix.mode != .noFix && fix.coordinate.isValid {
                let here = fix.coordinate
                if let last, last.distance(to: here) < rules.refresh.distance { continue }
                last = here
                let found = try await regions.regions(
                    around: here, reach: rules.refresh.reach, at: fix.time)
                await look(found.regions)
                if found.reach.isInfinite { return }
            }
        }
    }

    /// Whatever fails on the way, what came before it is explained. `changes`: when the region came
    /// or went meanwhile, in the order of time.
    package func explain(
        _ source: sending any PositionSource, _ explainer: Explainer, changes: [RegionChange] = []
    ) async -> (explanation: Explanation, failure: (any Error)?) {
        var explainer = explainer
        do {
            try await follow(source, &explainer, changes)
        } catch {
            return (explainer.explanation(by: rules), error)
        }
        return (explainer.explanation(by: rules), nil)
    }

    private func follow(
        _ source: sending any PositionSource, _ explainer: inout Explainer,
        _ changes: [RegionChange]
    ) async throws {
        var source = source
        let region = explainer.region
        var presence = RegionPresence(region, changes)
        var device = try await device(for: &presence)
        device.isLive = source.isLive
        var status = RegionStatus(since: device.since(region.id))
        while let reports = try await source.next() {
            for report in reports {
                switch report {
                case .fix(var fix):
                    if let reason = device.dropReason(for: &fix) {
                        explainer.dropped(fix, reason)
                        continue
                    }
                    let change = presence.change(at: fix.time)
                    if change != nil { device.regionsChanged() }
                    if device.needsRegions(at: fix), let found = await look(for: presence, at: fix)
                    {
                        device.load(found, around: fix)
                        if let cause = change?.appeared { device.appear(region, cause) }
                    }
                    var after = RegionStatus()
                    if let transitions = device.transitions(at: fix, note: { after = $1 }) {
                        explainer.judged(fix, transitions, status, after)
                        status = after
                    }
                case .clock(let now): explainer.judged(device.transitions(until: now), at: now)
                case .noPosition, .noTime, .reception: break
                }
            }
        }
    }

    /// With what was known of the region at the start.
    private func device(for presence: inout RegionPresence) async throws -> TrackedDevice {
        var device = TrackedDevice(rules)
        guard let start else { return device }
        try device.resume(start, isSameJourney: true)
        device.keepOnly(presence.region.id)
        if device.since(presence.region.id) != nil { presence.isThere = true }
        if let (center, time) = device.lastLookUp {
            device.reload(await look(for: presence, around: center, at: time))
        }
        return device
    }

    private func look(for presence: RegionPresence, at fix: Fix) async -> RegionSet? {
        await look(for: presence, around: fix.coordinate, at: fix.time)
    }

    /// The region alone, if it is there and near; `nil` if the look-up failed: it is tried again at
    /// the next fix.
    private func look(
        for presence: RegionPresence, around center: Coordinate, at time: Timestamp
    ) async -> RegionSet? {
        let (region, reach) = (presence.region, rules.refresh.reach)
        guard let found = try? await regions.regions(around: center, reach: reach, at: time) else {
            return nil
        }
        let isNear = region.center.distance(to: center) - region.radius <= found.reach
        return RegionSet(
            regions: isNear && presence.isThere ? [region] : [], reach: found.reach,
            until: found.until)
    }
}
