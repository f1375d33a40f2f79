package import Ways

/// Says what a person is told of notices.
package struct MessageRules: Sendable {
    /// Seconds in which a person is told of a place for one reason once, by the time of the notices.
    package static let silence = 43_200.0
    /// Seconds after which a message does not ring any more.
    package static let lateness = 600.0

    package var settings: PersonSettings
    package var mutes: [Mute]

    package init(settings: PersonSettings, mutes: [Mute]) {
        (self.settings, self.mutes) = (settings, mutes)
    }

    /// The messages that become of what one fix of a device led to.
    ///
    /// `told`: at least what the person was told for these reasons in the last 12 hours.
    package func drafts(
        of moment: [PersonalNotice], told: [Told], now: UTCTime
    ) -> [MessageDraft] {
        var told = Dictionary(grouping: told, by: \.reason)
        var groups: [[PersonalNotice]] = []
        for notice in moment where isWanted(notice) {
            if told[notice.reason, default: []].contains(where: notice.wasTold) { continue }
            told[notice.reason, default: []].append(notice.told)
            if let i = groups.firstIndex(where: { $0[0].isAlike(notice) }) {
                groups[i].append(notice)
            } else {
                groups.append([notice])
            }
        }
        return groups.map { MessageDraft($0, settings, now: now) }
    }

    private func isWanted(_ personal: PersonalNotice) -> Bool {
        let notice = personal.notice
        guard !mutes.contains(where: { $0.subject.covers(notice) }) else { return false }
        // Who shows arrivals decides of what others hear.
        if personal.arrival != nil { return notice.transition != "dwell" }
        return settings.transitions.contains(notice.transition)
            && settings.kinds?.contains(notice.region.kind) ?? true
    }
}

/// A notice, as one person has it.
package struct PersonalNotice: Hashable, Sendable {
    package var notice: Notice
    /// Who comes or goes; `nil` if it is the person's own device.
    package var arrival: Recipient.Arriving?

    package init(_ notice: Notice, arrival: Recipient.Arriving? = nil) {
        (self.notice, self.arrival) = (notice, arrival)
    }

    /// What it tells, wherever: the same text is the same reason.
    var reason: String {
        let own = "\(notice.transition) \(notice.subject)"
        return arrival.map { "\(own) \($0.person)" } ?? own
    }

    var told: Told {
        Told(
            reason: reason, place: notice.place?.id, center: notice.region.center,
            time: notice.time)
    }

    /// `told`: for the same reason.
    func wasTold(_ told: Told) -> Bool {
        abs(notice.time - told.time) < MessageRules.silence
            && (notice.place?.id != nil && notice.place?.id == told.place
                || notice.region.center.isNear(told.center))
    }

    /// Whether both belong into one message.
    fileprivate func isAlike(_ other: PersonalNotice) -> Bool {
        arrival == other.arrival && notice.transition == other.notice.transition
            && notice.isAtPlace(of: other.notice)
    }
}

/// A reason that a person was told at a place.
package struct Told: Hashable, Sendable {
    package var reason: String
    /// The place's id; `nil` if nobody said.
    package var place: String?
    /// The middle of the circle.
    package var center: Message.Position
    package var time: UTCTime
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
