import Geofencing

/// Enters and exits put together.
struct VisitList {
    private(set) var hasExits = false
    private var visits: [Visit] = []
    /// Where the visit is that has not ended yet, by the id of its region.
    private var open: [String: Int] = [:]

    private struct Visit {
        var began: Timestamp
        /// `nil` if that was not told (yet).
        var ended: Timestamp?
        var kind: String
        var name: String
        var isUndated: Bool
    }

    mutating func add(_ notice: ReceivedNotice) {
        let summary = notice.summary
        let known = open.removeValue(forKey: notice.regionID)
        if summary.transition == .enter {
            open[notice.regionID] = visits.count
            visits.append(visit(summary, from: summary.time))
            return
        }
        hasExits = true
        if let known {
            visits[known].ended = summary.time
        } else if let stay = summary.stay {
            // The enter was not asked for, or is no longer kept.
            var visit = visit(summary, from: summary.time + -stay)
            visit.ended = summary.time
            visits.append(visit)
        }
    }

    private func visit(_ summary: NoticeSummary, from began: Timestamp) -> Visit {
        Visit(
            began: began, ended: nil, kind: summary.regionKind, name: summary.name,
            isUndated: summary.isUndated)
    }

    /// A table for people.
    var lines: [String] {
        if visits.isEmpty { return [] }
        var table = Table(
            .init(title: "enter", look: .faint), .init(title: "exit", look: .faint),
            .init(title: "for", side: .right), .init(title: "kind"),
            .init(title: "name", look: .bold))
        for visit in visits {
            table.add(
                visit.began.local, visit.ended?.local(seenFrom: visit.began) ?? "–",
                visit.ended.map { ($0 - visit.began).inTime } ?? "", visit.kind,
                visit.name)
        }
        return table.lines(.standardOutput)
    }
}
