import Geofencing

@testable import Community
@testable import Messages

extension MessageContent {
    /// What Home, or another household, has on its list, by the texts of things.
    static func list(
        _ texts: String..., group: String = "home", name: String = "Home",
        target: String = "shop=supermarket"
    ) -> MessageContent {
        let things = texts.map { text in
            // Each text is the same thing, wherever it stands.
            let id = text.unicodeScalars.reduce(Int64(0)) { $0 &* 31 &+ Int64($1.value) }
            let words = text.split(separator: "|").map { String($0) }
            var thing = Thing.wanted(id, words[0])
            thing.fields[.amount] = words.dropFirst().first
            return thing
        }
        return .errands(
            Errands(group: GroupID(group)!, groupName: name, target: target, things: things))
    }

    /// From 14:00 to 15:00 in Amsterdam, on the day of `Timestamp.example`.
    static func meeting(minutesLater: Double = 0, length: Double = 60) -> MessageContent {
        let start = Timestamp.example + (120 + minutesLater) * 60
        let event = Event(
            id: 17, what: "Choir", starts: start, ends: start + length * 60,
            zone: "Europe/Amsterdam", place: EventPlace(text: "Town hall"), people: [],
            by: .nobody, uid: "", made: .example, changed: .example, sequence: 0)
        return .event(ComingEvent(group: GroupID("home")!, groupName: "Home", event: event))
    }

    static func bulletin(_ id: Int64, _ text: String = "At the back door.") -> MessageContent {
        .bulletin(
            Bulletin(
                id: id, group: GroupID("acme")!, title: "Bulletin \(id)", text: text,
                from: .example, hasPicture: false, by: .nobody, made: .example, isRead: false,
                wasTold: false))
    }
}

extension Author {
    fileprivate static let nobody = Author(person: nil, name: "")
}

extension Thing {
    static func wanted(_ id: Int64, _ text: String) -> Thing {
        Thing(id: id, state: .wanted, fields: [.text: text], by: .nobody, added: .example)
    }
}

extension Notice {
    /// The enter of a shop for what is on a list there.
    static func shop(
        _ number: Int = 1, _ transition: String = "enter", minute: Double = 0, north: Double = 0,
        target: String = "1", hours: String? = nil
    ) -> Notice {
        var notice = Notice.example(
            number, transition, region: "watch/errands/home.\(target)/osm:node/1",
            name: "Shopping list of Home", minute: minute, north: north,
            place: Message.Place(id: "osm:node/1", name: "Albert Heijn"))
        notice.place?.openingHours = hours
        notice.watch = Watch(
            set: "errands", id: "home.\(target)", group: GroupWatch("home", .errand(target)))
        return notice
    }

    static func site(_ number: Int = 1, _ transition: String = "enter", minute: Double = 0)
        -> Notice
    {
        var notice = Notice.example(
            number, transition, region: "watch/bulletins/acme.3", name: "North", minute: minute,
            place: nil)
        notice.watch = Watch(set: "bulletins", id: "acme.3", group: GroupWatch("acme", .site(3)))
        return notice
    }
}
