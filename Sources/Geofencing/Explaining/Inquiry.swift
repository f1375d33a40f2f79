/// Follows a journey once more, to find out about one region.
///
/// What is told of a region does not depend on the others, and the same reports lead to the same
/// decisions: so it decides as it was decided, by the rules and the regions of now.
package struct Inquiry: Sendable {
    package var rules: Rules
    /// All there are.
    package var regions: any RegionSource
    /// What was known before the first report; `nil` is nothing.
    package var start: TrackerState?

    package init(rules: Rules, regions: any RegionSource, start: TrackerState? = nil) {
        (self.rules, self.regions, self.start) = (rules, regions, start)
    }

    /// Shows `look` all regions near the way, also near the fixes of it that are not used.
    package func lookAround(
        _ source: sending any PositionSource, _ look: @escaping @Sendable (RegionList) async -> Void
    ) async throws {
        var positions = source
        var last: Coordinate?
        while let reports = try await positions.next() {
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

    /// Whatever goes wrong on the way, what came before it is explained.
    package func explain(
        _ source: sending any PositionSource, _ explainer: Explainer
    ) async -> (explanation: Explanation, failure: (any Error)?) {
        let tracker = Tracker(
            regions: OneRegion(region: explainer.region, source: regions), journal: NoJournal(),
            rules: rules, explaining: explainer)
        var failure: (any Error)?
        do {
            if let start { try await tracker.resume(start, isSameJourney: true) }
            try await tracker.run(source)
        } catch {
            failure = error
        }
        let explainer = await tracker.explainer ?? explainer
        return (explainer.explanation(by: rules), failure)
    }
}

/// One region of many, looked up when all are.
private struct OneRegion: RegionSource {
    let region: Region
    let source: any RegionSource

    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        var found = try await source.regions(around: center, reach: reach, at: time)
        let isNear = region.center.distance(to: center) - region.radius <= found.reach
        found.regions = isNear ? [region] : []
        return found
    }
}

private struct NoJournal: Journal {
    func append(_ transitions: [Transition], _ state: TrackerState) {}
}
