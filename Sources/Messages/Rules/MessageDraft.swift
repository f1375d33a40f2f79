import Posix
package import Ways

/// A message that has no id yet.
package struct MessageDraft: Hashable, Sendable {
    package var time: UTCTime
    /// By the clock of the machine.
    package var happened: UTCTime
    package var made: UTCTime
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
        _ title: String, _ line: Message.Line, _ settings: PersonSettings, now: UTCTime
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
    init(_ group: [PersonalNotice], _ settings: PersonSettings, now: UTCTime) {
        let first = group[0].notice
        let zone = LocalClock(settings.quiet?.timeZone)
        notices = group
        (time, made, happened) = (first.time, now, first.happened(orElse: now))
        place = group.lazy.compactMap(\.notice.place).first
        (position, device) = (first.region.center, first.device)
        isLate = now - happened > MessageRules.lateness
        rings = settings.ways.page && settings.wantsAttention(at: now, happened: happened)
        let words = MessageWords(group, zone, now: now)
        title = words.title
        lines = group.prefix(Self.mostLines).enumerated().map { i, notice in
            Message.Line(
                text: words.line(notice, isFirst: i == 0), kind: notice.notice.region.kind,
                region: notice.notice.region.id, transition: notice.notice.transition)
        }
        if group.count > Self.mostLines {
            lines[lines.count - 1].text += " (and \(group.count - Self.mostLines) more)"
        }
    }
}

extension PersonSettings {
    /// Whether what `happened` may ring now.
    func wantsAttention(at now: UTCTime, happened: UTCTime) -> Bool {
        now - happened <= MessageRules.lateness && !(quiet?.contains(now) ?? false)
    }
}
