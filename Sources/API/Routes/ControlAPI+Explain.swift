import FoundationEssentials
import Geofencing
import Hummingbird
import Interests
import Notifications
import Posix

/// Why something was told, or was not: the last hours, judged once more.
extension ControlAPI {
    func addExplanations(to routes: Routes) {
        routes.get("explain") { request, _ in
            let explanation =
                switch try ExplanationRequest(Self.query(request)) {
                case .notice(let sequence): try await explanation(of: notice(sequence))
                case .region(let text, let time): try await explanation(of: text, around: time)
                }
            return Response.json(bytes: explanation.json)
        }
    }

    private func explanation(of notice: LoggedNotice) async throws -> Explanation {
        let (recent, since) = try await kept()
        guard notice.decided >= since else {
            throw Problem(
                .notFound,
                "sequence: \(notice.words), and fixes are kept since \(since) only: "
                    + "what decided is in the notice itself")
        }
        // One that has been removed is as the notice has it.
        let region = try? await search(notice.region.id, recent).found()
        var explanation = await explain(region ?? notice.region, around: notice.decided, recent)
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

    private func explanation(of text: String, around time: Timestamp?) async throws -> Explanation {
        let (recent, since) = try await kept()
        if let time, time < since {
            throw Problem(
                .notFound,
                "time: \(time) is too long ago: fixes are kept in memory, since \(since)")
        }
        let region: Region
        do {
            region = try await search(text, recent).found()
        } catch let error as RegionSearchError {
            throw Problem(error)
        }
        var explanation = await explain(region, around: time, recent)
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
                    entry.transition == first.kind
                        && (try? LoggedNotice(entry))?.region.id == region.id
                }?.sequence
        }
        return explanation
    }

    private func explain(
        _ region: Region, around time: Timestamp?, _ recent: RecentReports
    ) async -> Explanation {
        let rerun = await rerun(recent)
        let explainer = Explainer(region, reporting: await tracker.reported, around: time)
        // A source in memory does not fail.
        var explanation = await rerun.explain(recent.source, explainer).explanation
        explanation.log = notices.id.description
        return explanation
    }

    private func rerun(_ recent: RecentReports) async -> Rerun {
        Rerun(rules: await tracker.device.rules, regions: tracker.regions, start: recent.start)
    }

    /// The fixes that are kept, and since when.
    private func kept() async throws -> (RecentReports, since: Timestamp) {
        guard let recent = await tracker.observer.recent, let since = recent.since else {
            throw Problem(.notFound, "no fix has come since the daemon was started")
        }
        return (recent, since)
    }

    private func search(
        _ text: String, _ recent: RecentReports
    ) async throws -> RegionSearch {
        let search = RegionSearch(for: text)
        try await rerun(recent).lookAround(recent.source) { await search.look(at: $0) }
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
            guard let number = Int(text), number > 0 else {
                throw Problem(.badRequest, "sequence: \(text.quoted) is not a number from 1")
            }
            guard query["time"] == nil else {
                throw Problem(.badRequest, "time: means nothing with sequence: leave it out")
            }
            self = .notice(number)
        case (nil, let text?):
            guard !text.isEmpty else {
                throw Problem(.badRequest, "region: is empty: send an id or a name")
            }
            let time = try query["time"].map { text in
                guard let time = Timestamp(iso8601: text) else {
                    throw Problem(
                        .badRequest,
                        "time: \(text.quoted) is not a time, as in 2026-05-01T12:00:00Z")
                }
                return time
            }
            self = .region(text, time)
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
