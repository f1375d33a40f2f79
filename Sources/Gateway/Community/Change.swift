package import Posix

/// Something that others may see otherwise now.
package struct Change: Hashable, Sendable {
    package var topic: Topic
    package var audience: Audience

    package init(_ topic: Topic, for audience: Audience = .everyone) {
        (self.topic, self.audience) = (topic, audience)
    }

    /// As the path below `/api` has it, in general.
    package enum Topic: String, Sendable, CaseIterable {
        /// Also who asks to be let in.
        case people
        case groups
        case requests
        /// Also who sees them.
        case phones
        /// Who is told when who comes and goes.
        case arrivals
        /// Also links.
        case sessions
        case tips
        /// Also who has read them.
        case bulletins
        /// Also what the daemon does not know of those of organisations.
        case deals
        /// Also forms.
        case reviews
        /// What households want to buy, and what they have.
        case items
        case bills
        /// Of groups, and who has a link to their calendar.
        case events
        case favourites, watches, places, devices
        /// What is around a device, or which of that it is in.
        case regions
        case messages, settings, mutes
        case basemap
        /// Whether the daemon answers.
        case status
    }

    /// Whom it may concern.
    package enum Audience: Hashable, Sendable {
        case everyone
        case person(PersonID)
        case members(GroupID)
        /// Who owns this device.
        case owner(of: String)
    }
}

extension ChangeLog<Change> {
    package static func ofGateway() -> Self {
        Self(everything: Set(Change.Topic.allCases.map { Change($0) }))
    }

    /// These have changed, all at once.
    package func note(
        _ topics: some Sequence<Change.Topic>, for audience: Change.Audience = .everyone
    ) {
        note(topics.map { Change($0, for: audience) })
    }
}

extension Sequence<Change> {
    package var topics: Set<Change.Topic> { Set(map(\.topic)) }
}
