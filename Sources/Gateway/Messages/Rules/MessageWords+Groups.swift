import Community
import Formats
import Geofencing
import Posix

/// What groups have to say at a place.
extension MessageWords {
    /// Characters of what is to be bought, at most, if it is more than one thing: with the rest of the
    /// message they go into the 4,096 bytes that a message of ntfy has.
    private static let longestList = 1000

    /// `Buy: milk 2 l, eggs (Home) · open until 20:00`. `notices`: all of one household.
    func errands(_ notices: [PersonalNotice], isFirst: Bool) -> String {
        var (items, name): ([Int64: Thing], String) = ([:], "")
        for case .errands(let errands) in notices.compactMap(\.content) {
            for thing in errands.things { items[thing.id] = thing }
            name = errands.groupName
        }
        let list = Self.list(items.values.sorted { $0.id < $1.id }.map(\.words))
        let hours = isFirst ? notices.lazy.compactMap(\.notice.place?.openingHours).first : nil
        return (["Buy: \(list) (\(name))"] + (hours.map { [openWords($0)] } ?? []))
            .joined(separator: " · ").visible
    }

    /// As many as there is room for; `things`: at least one.
    private static func list(_ things: [String]) -> String {
        var shown = things[0]
        for (i, thing) in things.enumerated().dropFirst() {
            let more = "\(shown), \(thing)"
            guard more.count <= longestList else { return "\(shown) and \(things.count - i) more" }
            shown = more
        }
        return shown
    }

    /// `14:00–15:00 at Town hall`.
    func words(of event: Event) -> String {
        let clock = LocalClock(zoneOrHere: event.zone)
        let at = (event.place?.text ?? event.place?.siteName).map { " at \($0)" } ?? ""
        guard event.days != nil else {
            let times = [event.starts, event.ends].map { clock.time($0, seenAt: now) }
            return times.joined(separator: "–") + at
        }
        // The last day, in which the second before the end is.
        let days = [event.starts, event.ends + -1].map { clock.moment(at: $0).date.dayAndMonth }
        return (days[0] == days[1] ? days[0] : days.joined(separator: "–")) + at
    }
}

extension Thing {
    /// `milk 2 l`
    fileprivate var words: String { fields[.amount].map { "\(text) \($0)" } ?? text }
}

extension String {
    var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
