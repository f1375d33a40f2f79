package import Community

/// What somebody is told at a place, if it is not that an own device comes and goes.
package enum MessageContent: Hashable, Sendable {
    /// Another member of a household comes or goes.
    case arrival(Arrival)
    /// At least one thing.
    case errands(Errands)
    case event(ComingEvent)
    case bulletin(Bulletin)

    /// The owner of a device that shows arrivals.
    package struct Arrival: Hashable, Sendable {
        package var person: String
        package var name: String

        package init(person: String, name: String) { (self.person, self.name) = (person, name) }
    }
}

extension MessageContent {
    /// What a line of it is called, and what settings know it as; `nil`: as its region.
    var kind: String? {
        switch self {
        case .arrival: nil
        case .errands: "errand"
        case .event: "event"
        case .bulletin: "bulletin"
        }
    }

    /// Where a line of it leads; `nil`: to the region.
    var subject: Message.Subject? {
        switch self {
        case .arrival: nil
        case .errands(let errands): .init(group: errands.group.rawValue, errand: errands.target)
        case .event(let coming): .init(group: coming.group.rawValue, event: coming.event.id)
        case .bulletin(let bulletin): .init(group: bulletin.group.rawValue, bulletin: bulletin.id)
        }
    }

    var isErrands: Bool {
        if case .errands = self { true } else { false }
    }

    /// What is on the list, by the ids.
    var items: Set<Int64> {
        if case .errands(let errands) = self { Set(errands.things.map(\.id)) } else { [] }
    }
}
