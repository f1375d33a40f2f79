import FoundationEssentials
import Geofencing
import HTTPService
import Hummingbird
import Interests
import Notifications

/// Why something was told, or was not: the last hours, judged once more.
extension ControlAPI {
    func addExplanations(to routes: Routes) {
        routes.get("explain") { request, _ in
            let query = Self.query(request)
            let explanation =
                switch try ExplanationRequest(query) {
                case .notice(let sequence):
                    try await explanation(of: notice(sequence), otherDevice(query))
                case .region(let text, let time):
                    try await explanation(
                        of: text, around: time, journey(of: otherDevice(query)))
                }
            return Response.json(bytes: explanation.json)
        }
    }

    /// The positions of a device that are kept, since when they are, and what they were judged by.
    private struct KeptJourney {
        let recent: RecentReports
        let since: Timestamp
        let rerun: Rerun
        let reported: Set<Transition.Kind>
        let device: DeviceID
    }

    /// `other`: `nil` is the daemon's own source. Throws a `Problem` if nothing is kept.
    private func journey(of other: DeviceID?) async throws -> KeptJourney {
        guard let other else {
            guard let recent = await tracker.observer.recent, let since = recent.since else {
                throw Problem(.notFound, "no fix has come since the daemon was started")
            }
            let rerun = Rerun(
                rules: await tracker.device.rules, regions: tracker.regions, start: recent.start)
            return KeptJourney(
                recent: recent, since: since, rerun: rerun, reported: await tracker.reported,
                device: ownDevice)
        }
        guard let known = try await fleet.explained(other) else { throw Problem.unknown(other) }
        guard let recent = known.recent, let since = recent.since else {
            throw Problem(
                .notFound,
                "device \(other): its last positions are no longer known: it has sent none since the "
                    + "daemon was started, or those of others took the room (devices.explain_memory)"
            )
        }
        let rerun = Rerun(rules: known.rules, regions: known.regions, start: recent.start)
        return KeptJourney(
            recent: recent, since: since, rerun: rerun, reported: await fleet.reported,
            device: other)
    }

    /// `asked`: the device that the query names, if it is not the own one.
    private func explanation(
        of notice: LoggedNotice, _ asked: DeviceID?
    ) async throws -> Explanation {
        let other = notice.device == ownDevice ? nil : notice.device
        if let asked, asked != other {
            throw Problem(
                .badRequest,
                "device: \(notice.words), of \(other ?? ownDevice) and not of \(asked)")
        }
        let journey = try await journey(of: other)
        guard notice.decided >= journey.since else {
            throw Problem(
                .notFound,
                "sequence: \(notice.words), and fixes are kept since \(journey.since) only: "
                    + "what decided is in the notice itself")
        }
        // One that has been removed is as the notice has it.
        let region = try? await search(notice.region.id, journey).found()
        var explanation = try await explain(
            region ?? notice.region, around: notice.decided, journey)
        explanation.moments = explanation.moments.filter { $0.decision.has(notice) }
        guard !explanation.moments.isEmpty else {
            throw Problem(
                .conflict,
                "sequence: \(notice.words), but would not be told by the regions and settings of "
                    + "now: they have changed since")
        }
        explanation.moments[0].sequence = notice.sequence
        return explanation
    }

    private func explanation(
        of text: String, around time: Timestamp?, _ journey: KeptJourney
    ) async throws -> Explanation {
        if let time, time < journey.since {
            throw Problem(
                .notFound,
                "time: \(time) is too long ago: fixes are kept in memory, since \(journey.since)")
        }
        let region: Region
        do {
            region = try await search(text, journey).found()
        } catch let error as RegionSearchError {
            throw Problem(error)
        }
        var explanation = try await explain(region, around: time, journey)
        for i in explanation.moments.indices {
            let decision = explanation.moments[i].decision
            guard
                let first = decision.transitions.first(where: {
                    explanation.reported.contains($0.kind)
                }
                )
            else { continue }
            let near = NoticeQuery(since: first.time, until: first.time + 0.001)
            let entries = try await notices.history(near, after: 0, limit: 1000, isLast: true)
            explanation.moments[i].sequence =
                entries.last { entry in
                    entry.transition == first.kind && (entry.device ?? ownDevice) == journey.device
                        && (try? LoggedNotice(entry))?.region.id == region.id
                }?.sequence
        }
        return explanation
    }

    private func explain(
        _ region: Region, around time: Timestamp?, _ journey: KeptJourney
    ) async throws -> Explanation {
        let explainer = Explainer(region, reporting: journey.reported, around: time)
        let changes = try await changes(of: region, journey)
        // A source in memory does not fail.
        var explanation = await journey.rerun.explain(
            journey.recent.source, explainer, changes: changes
        ).explanation
        explanation.log = notices.id.description
        return explanation
    }

    /// When the region came or went during the journey while the device was in it.
    private func changes(
        of region: Region, _ journey: KeptJourney
    ) async throws -> [RegionChange] {
        var all = NoticeQuery(
            since: journey.since, kinds: [region.kind], devices: notices.names(of: [journey.device])
        )
        all.withUntold = true
        return try await notices.history(all, after: 0, limit: 1000, isLast: true)
            .compactMap { try? LoggedNotice($0) }.filter { $0.region.id == region.id }
            .compactMap { RegionChange($0.cause, at: $0.decided) }
    }

    private func search(
        _ text: String, _ journey: KeptJourney
    ) async throws -> RegionSearch {
        let search = RegionSearch(for: text)
        try await journey.rerun.lookAround(journey.recent.source) { await search.look(at: $0) }
        return search
    }

    private func notice(_ sequence: Int) async throws -> LoggedNotice {
        let (_, oldest, latest) = notices.range
        let entries = try await notices.history(
            NoticeQuery(), after: sequence - 1, limit: 1, isLast: false)
        guard sequence <= latest, let entry = entries.first, entry.sequence == sequence else {
            throw Problem(
                .notFound,
                latest < oldest
                    ? "sequence: nothing has been told yet"
                    : "sequence: there is no notice \(sequence): they are from \(oldest) to \(latest)"
            )
        }
        return try LoggedNotice(entry)
    }
}

/// What a query asks about.
private enum ExplanationRequest {
    case notice(Int)
    case region(String, Timestamp?)

    init(_ query: [String: String]) throws {
        switch (query["sequence"], query["region"]) {
        case (let text?, nil):
            let number = try text.number(of: "sequence", 1...Int.max)
            guard query["time"] == nil else {
                throw Problem(.badRequest, "time: means nothing with sequence: leave it out")
            }
            self = .notice(number)
        case (nil, let text?):
            guard !text.isEmpty else {
                throw Problem(.badRequest, "region: is empty: send an id or a name")
            }
            self = .region(text, try query["time"]?.time(of: "time"))
        case (nil, nil): throw Problem(.badRequest, "region: is missing: send it, or sequence")
        case (_?, _?):
            throw Problem(.badRequest, "sequence: means nothing with region: send one of them")
        }
    }
}

extension Evaluation {
    fileprivate func has(_ notice: LoggedNotice) -> Bool {
        transitions.contains { $0.kind == notice.kind && $0.time == notice.time }
    }
}

extension Problem {
    fileprivate init(_ error: RegionSearchError) {
        switch error {
        case .unknown: self.init(.notFound, "region: \(error)")
        case .ambiguous: self.init(.conflict, "region: \(error)")
        }
    }
}
