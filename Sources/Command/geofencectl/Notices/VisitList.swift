import Formats
import Geofencing
import Notifications

/// Makes visits of enters and exits.
struct VisitList {
    private(set) var hasExits = false
    private var visits: [Visit] = []
    /// The index in `visits` of each visit that has not ended.
    private var open: [NoticeSummary.Stay: Int] = [:]

    private struct Visit {
        var began: Timestamp
        /// Seconds until the first fix outside, as the exit says; `nil` if there is no exit (yet).
        /// The exit itself is reported later.
        var length: Double?
        var regionID: String
        var kind: String
        var name: String
        var isUndated: Bool
        var device: String?
        /// Whether people are told whose it is.
        var namesDevice: Bool

        var ended: Timestamp? { length.map { began + $0 } }
    }

    mutating func add(_ notice: NoticeSummary) {
        let known = open.removeValue(forKey: notice.ofStay)
        if notice.transition == .enter {
            open[notice.ofStay] = visits.count
            visits.append(visit(notice, from: notice.time))
            return
        }
        hasExits = true
        if let known {
            visits[known].length = notice.stay ?? notice.time - visits[known].began
        } else if let stay = notice.stay {
            // The enter is not in the list: it was not asked for, or is no longer kept. The exit
            // was reported some time after the visit had ended, so the visit may have begun a
            // little earlier than this says.
            var visit = visit(notice, from: notice.time + -stay)
            visit.length = stay
            visits.append(visit)
        }
    }

    private func visit(_ notice: NoticeSummary, from began: Timestamp) -> Visit {
        Visit(
            began: began, regionID: notice.regionID, kind: notice.regionKind, name: notice.name,
            isUndated: notice.isUndated, device: notice.device, namesDevice: notice.namesDevice)
    }

    /// A JSON object for each visit, with a line end.
    var json: [[UInt8]] {
        visits.map { visit in
            JSONWriter.line { object in
                if let device = visit.device { object.member("device", device) }
                object.member("region", visit.regionID)
                object.member("kind", visit.kind)
                object.member("name", visit.name)
                object.member("entered", visit.began)
                if visit.isUndated { object.member("undated", true) }
                guard let length = visit.length, let ended = visit.ended else { return }
                object.member("left", ended)
                object.member("seconds", length, decimals: 3)
            }
        }
    }

    /// A table for people.
    var lines: [String] {
        if visits.isEmpty { return [] }
        var table = Table(
            .init(title: "enter", look: .faint, importance: .highest),
            .init(title: "exit", look: .faint, importance: .highest),
            .init(title: "for", side: .right), .init(title: "kind", importance: .low),
            .init(title: "name", look: .bold),
            .init(title: "device"))
        for visit in visits {
            table.add(
                visit.began.local, visit.ended?.local(seenFrom: visit.began) ?? "–",
                visit.length?.inTime, visit.kind, visit.name,
                visit.namesDevice ? visit.device : nil)
        }
        return table.lines(.standardOutput)
    }
}
