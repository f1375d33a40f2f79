import Community
import Formats
import Geofencing
import Posix

/// What a message says, in plain English.
struct MessageWords {
    let title: String
    let clock: LocalClock
    let now: Timestamp

    init(_ group: [PersonalNotice], _ clock: LocalClock, now: Timestamp) {
        (self.clock, self.now) = (clock, now)
        title = Self.title(of: group).told
    }

    private static func title(of group: [PersonalNotice]) -> String {
        let first = group[0].notice
        switch group[0].content {
        case .arrival(let arrival):
            let verb = first.transition == "exit" ? "has left" : "has come to"
            return "\(arrival.name) \(verb) \(first.region.name)"
        case .event(let coming): return coming.event.what
        case .bulletin(let bulletin): return bulletin.title
        case .errands, nil: break
        }
        let favourite = group.first { $0.notice.region.kind == "favourite" }
        if let favourite { return favourite.notice.region.name }
        let namesPlace = group.count > 1 || group[0].isErrands
        return namesPlace ? first.place?.name ?? first.region.name : first.region.name
    }

    /// `reason`: at least one; several of one list. `isFirst`: of the message. What is known of the
    /// place stands there alone.
    func line(_ reason: [PersonalNotice], isFirst: Bool) -> String {
        let notice = reason[0].notice
        switch reason[0].content {
        case .arrival: return "at \(clock.time(notice.time, seenAt: now))"
        case .errands: return errands(reason, isFirst: isFirst)
        case .event(let coming): return words(of: coming.event).told
        case .bulletin(let bulletin):
            return (bulletin.text.isEmpty ? bulletin.title : bulletin.text.onOneLine).told
        case nil: break
        }
        let remarks = notice.remarks + (notice.transition == "exit" ? [] : facts(notice, isFirst))
        let text = remarks.joined(separator: " · ")
        let name = notice.region.name.told
        return (name == title ? text : "\(name): \(text)").told
    }

    private func facts(_ notice: Notice, _ isFirst: Bool) -> [String] {
        var facts = [notice.deal["company"], notice.deal["description"]]
        if isFirst {
            let place = notice.place
            if place?.name?.told != title { facts.append(place?.name) }
            facts += [notice.deal["address"], place?.address, place?.openingHours]
        }
        if let ends = notice.deal["ends"].flatMap({ Timestamp(rfc3339: $0) }) {
            facts.append("until \(clock.time(ends, seenAt: now))")
        }
        return facts.compactMap(\.self)
    }
}

extension LocalClock {
    /// Hours and minutes, and the day if it is another than `now`: `18:05`, `2 May 18:05`.
    func time(_ time: Timestamp, seenAt now: Timestamp) -> String {
        let (then, today) = (moment(at: time), moment(at: now))
        return then.date == today.date ? then.clock : "\(then.date.dayAndMonth) \(then.clock)"
    }
}

extension Notice {
    /// What has happened.
    fileprivate var remarks: [String] {
        var remarks: [String] = []
        switch (transition, rule, cause) {
        case ("enter", "segment", _): remarks.append("passed through")
        case ("enter", _, "startup"), ("enter", _, "added"), ("enter", _, "refresh"):
            remarks.append("already there")
        case ("enter", _, "started"): remarks.append("begins now")
        case ("enter", _, _): remarks.append("\(String(decimals: 0, distance)) m away")
        case ("exit", _, "ended"): remarks.append("has ended")
        case ("exit", _, "removed"): remarks.append("was removed")
        case ("exit", _, _): remarks.append("left")
        default: remarks.append("still here")
        }
        if let stay { remarks.append("after \(stay.inWords)") }
        return remarks
    }
}

extension Double {
    /// Of seconds. What is not finite counts as 0, and more than 1e9 as that.
    fileprivate var inWords: String {
        let seconds = isFinite ? Swift.min(Swift.max(self, 0), 1e9) : 0
        let minutes = Int((seconds / 60).rounded())
        return switch minutes {
        case 0: "less than a minute"
        case 1..<60: "\(minutes) min"
        case 60..<2880:
            minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
        default: "\(minutes / 1440) days"
        }
    }
}

extension String {
    /// Characters of a title, and of a line.
    private static let longest = 300

    /// On one line, and cut.
    var told: String {
        let shown = String(unicodeScalars.prefix(Self.longest)).visible
        return unicodeScalars.dropFirst(Self.longest).isEmpty ? shown : shown + "…"
    }
}
