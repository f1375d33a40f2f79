import Community
import Formats
package import Geofencing
import Posix

/// A message that has no id yet.
package struct MessageDraft: Hashable, Sendable {
    package var time: Timestamp
    /// By the clock of the machine.
    package var happened: Timestamp
    package var made: Timestamp
    package var title: String
    package var lines: [Message.Line]
    package var place: Message.Place?
    /// `nil`: it is of no point.
    package var position: Message.Position?
    package var device: String?
    package var isLate: Bool
    package var rings: Bool
    /// What it was made of.
    package var notices: [PersonalNotice]

    /// What is told now, and not of a notice.
    init(
        _ title: String, _ line: Message.Line, _ settings: PersonSettings, now: Timestamp
    ) {
        (time, happened, made) = (now, now, now)
        self.title = title.told
        lines = [line]
        lines[0].text = line.text.told
        (isLate, notices) = (false, [])
        rings = settings.ways.page && settings.wantsAttention(at: now, happened: now)
    }

    /// Lines, at most. A place may have ten thousand deals.
    private static let mostLines = 20

    /// `group`: at least one.
    init(_ group: [PersonalNotice], _ settings: PersonSettings, now: Timestamp) {
        let first = group[0].notice
        let zone = LocalClock(zoneOrHere: settings.quiet?.timeZone)
        notices = group
        (time, made, happened) = (first.time, now, first.happened(orElse: now))
        place = group.lazy.compactMap(\.notice.place).first
        (position, device) = (first.region.center, first.device)
        isLate = now - happened > MessageRules.lateness
        rings = settings.ways.page && settings.wantsAttention(at: now, happened: happened)
        let words = MessageWords(group, zone, now: now)
        title = words.title
        let reasons = group.reasons
        lines = reasons.prefix(Self.mostLines).enumerated().map { i, reason in
            Message.Line(
                text: words.line(reason, isFirst: i == 0), kind: reason[0].kind,
                region: reason[0].notice.region.id, transition: reason[0].notice.transition,
                subject: reason[0].content?.subject)
        }
        if reasons.count > Self.mostLines {
            lines[lines.count - 1].text += " (and \(reasons.count - Self.mostLines) more)"
        }
    }
}

extension [PersonalNotice] {
    /// Those that make a line each: first what is on lists, all that is on one of them together.
    fileprivate var reasons: [[PersonalNotice]] {
        var lists: [(group: GroupID, notices: [PersonalNotice])] = []
        for notice in self {
            guard case .errands(let errands) = notice.content else { continue }
            if let i = lists.firstIndex(where: { $0.group == errands.group }) {
                lists[i].notices.append(notice)
            } else {
                lists.append((errands.group, [notice]))
            }
        }
        return lists.map(\.notices) + filter { !$0.isErrands }.map { [$0] }
    }
}

extension PersonSettings {
    /// Whether what `happened` may ring now.
    func wantsAttention(at now: Timestamp, happened: Timestamp) -> Bool {
        now - happened <= MessageRules.lateness && !(quiet?.contains(now) ?? false)
    }
}
