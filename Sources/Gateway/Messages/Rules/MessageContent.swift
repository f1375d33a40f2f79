package import Geofencing

/// What somebody is told at a place, if it is not that an own device comes and goes.
package enum MessageContent: Hashable, Sendable {
    /// Another member of a household comes or goes.
    case arrival(Arrival)
    case errands(Errands)
    case event(Event)
    case bulletin(Bulletin)

    /// The owner of a device that shows arrivals.
    package struct Arrival: Hashable, Sendable {
        package var person: String
        package var name: String

        package init(person: String, name: String) { (self.person, self.name) = (person, name) }
    }

    /// What a household wants from a place.
    package struct Errands: Hashable, Sendable {
        package var group: String
        package var groupName: String
        package var target: String
        /// At least one, the oldest first.
        package var items: [Item]

        package init(group: String, groupName: String, target: String, items: [Item]) {
            (self.group, self.groupName) = (group, groupName)
            (self.target, self.items) = (target, items)
        }
    }

    /// Something on the list.
    package struct Item: Hashable, Sendable {
        package var id: Int64
        package var text: String
        /// As it was typed; `nil`: none.
        package var amount: String?

        package init(id: Int64, text: String, amount: String? = nil) {
            (self.id, self.text, self.amount) = (id, text, amount)
        }
    }

    /// What happens at a place, from `start` to `end`.
    package struct Event: Hashable, Sendable {
        package var group: String
        package var id: Int64
        package var what: String
        package var start: Timestamp
        /// Of whole days, the midnight after the last.
        package var end: Timestamp
        package var isAllDay: Bool
        /// Of the tz database.
        package var timeZone: String
        /// What the place is called; `nil`: it has no name.
        package var place: String?

        package init(
            group: String, id: Int64, what: String, start: Timestamp, end: Timestamp,
            isAllDay: Bool = false, timeZone: String, place: String? = nil
        ) {
            (self.group, self.id, self.what) = (group, id, what)
            (self.start, self.end, self.isAllDay) = (start, end, isAllDay)
            (self.timeZone, self.place) = (timeZone, place)
        }
    }

    package struct Bulletin: Hashable, Sendable {
        package var group: String
        package var id: Int64
        package var title: String
        /// May have several lines.
        package var text: String

        package init(group: String, id: Int64, title: String, text: String) {
            (self.group, self.id, self.title, self.text) = (group, id, title, text)
        }
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
        case .errands(let errands): .init(group: errands.group, errand: errands.target)
        case .event(let event): .init(group: event.group, event: event.id)
        case .bulletin(let bulletin): .init(group: bulletin.group, bulletin: bulletin.id)
        }
    }

    var isErrands: Bool {
        if case .errands = self { true } else { false }
    }

    /// What is on the list, by the ids.
    var items: Set<Int64> {
        if case .errands(let errands) = self { Set(errands.items.map(\.id)) } else { [] }
    }
}
