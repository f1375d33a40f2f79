import Community
package import Geofencing

/// Says what a person is told of notices.
package struct MessageRules: Sendable {
    /// Seconds in which a person is told of a place for one reason once, by the time of the notices.
    package static let silence = 43_200.0
    /// Seconds after which a message does not ring any more.
    package static let lateness = 600.0

    package var settings: PersonSettings
    package var mutes: [Mute]

    /// The messages that become of what one fix of a device led to.
    ///
    /// `told`: at least what the person was told for these reasons in the last 12 hours.
    package func drafts(
        of moment: [PersonalNotice], told: [DeliveredReason], now: Timestamp
    ) -> [MessageDraft] {
        var told = Dictionary(grouping: told, by: \.reason)
        var groups: [[(notice: PersonalNotice, isNew: Bool)]] = []
        for notice in moment where isWanted(notice) {
            let isNew = !notice.wasTold(told[notice.reason, default: []])
            // If a part of the list is new, all of it is told.
            guard isNew || notice.isErrands else { continue }
            told[notice.reason, default: []].append(notice.told)
            if let i = groups.firstIndex(where: { $0[0].notice.isAlike(notice) }) {
                groups[i].append((notice, isNew))
            } else {
                groups.append([(notice, isNew)])
            }
        }
        return groups.compactMap { group in
            let isNewList = group.contains { $0.isNew && $0.notice.isErrands }
            let notices = group.filter { $0.isNew || isNewList }.map(\.notice)
            return notices.isEmpty ? nil : MessageDraft(notices, settings, now: now)
        }
    }

    private func isWanted(_ personal: PersonalNotice) -> Bool {
        let notice = personal.notice
        guard !mutes.contains(where: { $0.subject.covers(notice) }) else { return false }
        switch personal.content {
        // Who shows arrivals decides of what others hear.
        case .arrival: return notice.transition != "dwell"
        case .errands, .event, .bulletin:
            return notice.transition == "enter" && isWanted(personal.kind)
        case nil: return settings.transitions.contains(notice.transition) && isWanted(personal.kind)
        }
    }

    private func isWanted(_ kind: String) -> Bool { settings.kinds?.contains(kind) ?? true }
}

/// A notice, as one person has it.
package struct PersonalNotice: Hashable, Sendable {
    package var notice: Notice
    /// What it tells; `nil`: that the person's own device comes and goes.
    package var content: MessageContent?

    package init(_ notice: Notice, _ content: MessageContent? = nil) {
        (self.notice, self.content) = (notice, content)
    }

    /// Of a line of it: `favourite`, `deal`, …; `errand`, `event`, `bulletin`.
    var kind: String { content?.kind ?? notice.region.kind }

    var isErrands: Bool { content?.isErrands ?? false }

    /// What it tells, wherever: the same text is the same reason.
    var reason: String {
        let own = "\(notice.transition) \(notice.subject)"
        return switch content {
        case nil: own
        case .arrival(let arrival): "\(own) \(arrival.person)"
        // Whichever target leads there.
        case .errands(let errands): "errands \(errands.group)"
        // It may be put off.
        case .event(let coming): "\(own) \(coming.event.starts)"
        case .bulletin(let bulletin): "bulletin \(bulletin.id)"
        }
    }

    var told: DeliveredReason {
        DeliveredReason(
            reason: reason, place: notice.place?.id, center: notice.region.center,
            time: notice.time, items: content?.items ?? [])
    }

    /// `told`: for the same reason.
    func wasTold(_ told: [DeliveredReason]) -> Bool {
        let here = told.filter(isThere)
        guard let items = content?.items, !items.isEmpty else { return !here.isEmpty }
        return items.isSubset(of: here.flatMap(\.items))
    }

    private func isThere(_ told: DeliveredReason) -> Bool {
        abs(notice.time - told.time) < MessageRules.silence
            && (notice.place?.id != nil && notice.place?.id == told.place
                || notice.region.center.isNear(told.center))
    }

    /// Whether both belong into one message.
    fileprivate func isAlike(_ other: PersonalNotice) -> Bool {
        guard notice.transition == other.notice.transition, notice.isAtPlace(of: other.notice)
        else {
            return false
        }
        return switch (content, other.content) {
        case (nil, nil), (.errands, .errands), (.errands, nil), (nil, .errands): true
        case (.arrival(let one), .arrival(let other)): one == other
        default: false
        }
    }
}

/// A reason that a person was told at a place.
package struct DeliveredReason: Hashable, Sendable {
    package var reason: String
    /// The place's id; `nil` if nobody said.
    package var place: String?
    /// The middle of the circle.
    package var center: Message.Position
    package var time: Timestamp
    /// Of a list: the ids of what was on it.
    package var items: Set<Int64> = []
}

extension Mute.Subject {
    fileprivate func covers(_ notice: Notice) -> Bool {
        switch self {
        case .region(let id): id == notice.region.id || id == notice.subject
        case .place(let id): id == notice.place?.id
        case .target(let name):
            [notice.place?.brand, notice.place?.category].contains {
                $0?.lowercased() == name.lowercased()
            }
        }
    }
}
