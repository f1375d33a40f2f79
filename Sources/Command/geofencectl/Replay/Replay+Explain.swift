import Geofencing
import Interests
import Notifications
import Positions
import Posix
import Settings

extension Replay {
    /// Prints why a region was reported, or was not.
    func explain(_ asked: RegionMoment) async throws {
        let settings = try reading.settings()
        let rerun = Rerun(
            rules: settings.rules,
            regions: try await sources.regions(radius: settings.regions.radius))
        sources.remarks.forEach { StandardError.write(line: $0) }
        let region = try await region(asked.region, rerun)
        var around: Timestamp?
        if let time = asked.time, let span = try await span {
            // A time of day means the first one within the journey, if there is one.
            let next = time.time(at: span.lowerBound, after: span.lowerBound + -1)
            around = next <= span.upperBound ? next : time.time(at: span.lowerBound)
        }
        let (explanation, failure) = await rerun.explain(
            journey, Explainer(region, reporting: transitions.kinds, around: around))
        var output = StandardOutput()
        if json {
            output.write(explanation.json)
        } else {
            let report = try ExplanationReport(json: explanation.json)
            output.write(lines: report.lines(.standardOutput))
        }
        guard try output.flushUnlessGone() else { return }
        if let failure { throw failure }
    }

    private func region(_ text: String, _ rerun: Rerun) async throws -> Region {
        let search = RegionSearch(for: text)
        var failure: (any Error)?
        do {
            try await rerun.lookAround(journey) { await search.look(at: $0) }
        } catch {
            // The part of the journey before the error may be enough.
            failure = error
        }
        do {
            return try await search.found()
        } catch {
            throw failure ?? error
        }
    }

    /// When the journey begins and ends; `nil` if it has no fix.
    private var span: ClosedRange<Timestamp>? {
        get async throws {
            var (first, last): (Timestamp?, Timestamp?)
            var positions = journey
            while let reports = try await positions.next() {
                for case .fix(let fix) in reports {
                    first = min(first ?? fix.time, fix.time)
                    last = max(last ?? fix.time, fix.time)
                }
            }
            return first.flatMap { first in last.map { first...$0 } }
        }
    }
}
