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

    /// Whatever fails on the way, what came before it is explained.
    package func explain(
        _ source: sending any PositionSource, _ explainer: Explainer
    ) async -> (explanation: Explanation, failure: (any Error)?) {
        var explainer = explainer
        do {
            try await follow(source, &explainer)
        } catch {
            return (explainer.explanation(by: rules), error)
        }
        return (explainer.explanation(by: rules), nil)
    }

    private func follow(
        _ source: sending any PositionSource, _ explainer: inout Explainer
    ) async throws {
        var source = source
        let region = explainer.region
        var device = try await device(for: region)
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
                    if device.needsRegions(at: fix), let found = await look(for: region, at: fix) {
                        device.load(found, around: fix)
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
    private func device(for region: Region) async throws -> TrackedDevice {
        var device = TrackedDevice(rules)
        guard let start else { return device }
        try device.resume(start, isSameJourney: true)
        device.keepOnly(region.id)
        if let (center, time) = device.lastLookUp {
            device.reload(await look(for: region, around: center, at: time))
        }
        return device
    }

    private func look(for region: Region, at fix: Fix) async -> RegionSet? {
        await look(for: region, around: fix.coordinate, at: fix.time)
    }

    /// `region` alone, if it is near; `nil` if the look-up failed: it is tried again at the next
    /// fix.
    private func look(
        for region: Region, around center: Coordinate, at time: Timestamp
    ) async -> RegionSet? {
        let reach = rules.refresh.reach
        guard let found = try? await regions.regions(around: center, reach: reach, at: time) else {
            return nil
        }
        let isNear = region.center.distance(to: center) - region.radius <= found.reach
        return RegionSet(regions: isNear ? [region] : [], reach: found.reach, until: found.until)
    }
}
