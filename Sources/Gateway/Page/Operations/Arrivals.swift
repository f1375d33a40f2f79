import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Messages
import Posix

/// "Tell me when Ben gets home": who asks, who allows it, and how it ends.
extension GatewayAPI {
    static let arrivals: [Operation] = [
        .answering(
            .get, "arrivals", "list_arrivals",
            "Of whom the person is told, or asks to be, when they come or go; who is told of the person.",
            for: .person, .list("arrivals", of: "Arrival")
        ) { api, call in
            try await api.community.arrivals(by: .person(call.person()))
        },
        .answering(
            .post, "arrivals", "ask_for_arrivals",
            "Asks to be told when another member of a household comes to one of its places, or leaves it. It is active at once if the other shows a phone to the household.",
            for: .person,
            body: [
                Parameter("group", .text(1...64), required: true, "A household."),
                Parameter("place", .integer(1...Int64.max), required: true, "One of its places."),
                Parameter("person", .text(1...64), required: true, "Who comes or goes."),
                Parameter(
                    "transition", .choice(Arrival.Transition.allCases.map(\.rawValue)),
                    "Without it, enter."),
            ], .created(Schema.reference("Arrival"))
        ) { api, call in
            guard let group = GroupID(call.arguments.text("group")!) else {
                throw Problem.nothingHere
            }
            guard let person = PersonID(call.arguments.text("person")!) else {
                throw Problem(field: "person", "is no id of a person")
            }
            try api.requests.note("arrivals \(try call.person())")
            let place = call.arguments.integer("place")!
            let transition =
                call.arguments.text("transition").flatMap { .init(rawValue: $0) }
                ?? Arrival.Transition.enter
            // Nobody can have a phone ring all day: what is not told any more waits.
            func admits(_ state: Arrival.State) throws -> Bool {
                api.tellings.admits(
                    "\(place) \(transition) \(state)", from: try call.person().rawValue,
                    to: person.rawValue)
            }
            let isTold = try admits(.active)
            let asked = try await api.community.askForArrivals(
                of: person, at: place, in: group, transition, isTold: isTold,
                by: .person(try call.person()))
            let isNews = asked.arrival.state == .waits ? try admits(.waits) : isTold
            if asked.isNew, isNews { await api.tell(ofNew: asked.arrival) }
            return asked.arrival
        },
        .answering(
            .post, "arrivals/{arrival}/allow", "allow_arrival",
            "Lets the other be told; the person whom it is about. It shows the household a phone, if none is shown yet.",
            for: .person,
            body: [
                Parameter(
                    "phone", .text(1...64), "One's own; without it, the only one there is."),
                Parameter("level", .choice(["arrivals", "position"])),
                Parameter("until", .time, nullable: true, "The household sees it until then."),
            ], .ok(Schema.reference("Arrival"))
        ) { api, call in
            let id = try call.number("arrival")
            let person = Caller.person(try call.person())
            let before = try await api.community.arrivals(by: person).first { $0.id == id }
            let arrival = try await api.community.allowArrival(
                id, phone: call.arguments.text("phone"),
                level: call.arguments.text("level").flatMap { .init(rawValue: $0) },
                until: call.arguments.time("until"), by: person)
            if before?.state == .waits { await api.tell(ofAllowed: arrival) }
            return arrival
        },
        .doing(
            .delete, "arrivals/{arrival}", "end_arrival",
            "Ends it: who asked, or the person whom it is about.", for: .person
        ) { api, call in
            try await api.community.endArrival(call.number("arrival"), by: .person(call.person()))
        },
    ]

    /// That a place was moved at which others were told of somebody.
    func tell(ofMoved arrival: Arrival) async {
        await tell(
            arrival.person,
            "\(arrival.placeName) was moved: \(arrival.askerName) would like to be told when you \(arrival.deed)",
            "It waits for you: look where it is now, and allow it, or not, in Settings.", arrival)
    }

    private func tell(ofNew arrival: Arrival) async {
        let line =
            arrival.state == .waits
            ? "It waits for you: allow it, or not, in Settings."
            : "You can end it in Settings."
        let verb = arrival.state == .waits ? "would like to be told" : "is told from now on"
        await tell(
            arrival.person, "\(arrival.askerName) \(verb) when you \(arrival.deed)", line, arrival)
    }

    private func tell(ofAllowed arrival: Arrival) async {
        await tell(
            arrival.asker, "You are told when \(arrival.personName) \(arrival.othersDeed)",
            "\(arrival.personName) has allowed it.", arrival)
    }

    /// What was asked or allowed is so, and stands in Settings, also where a message cannot be kept.
    private func tell(
        _ person: PersonID, _ title: String, _ line: String, _ arrival: Arrival
    ) async {
        let line = Message.Line(
            text: line, kind: "arrival", region: "arrival/\(arrival.id)",
            transition: arrival.transition.rawValue)
        try? await messages.tell(
            person.description, title, line, now: Timestamp(milliseconds: systemMilliseconds()))
    }
}

extension Arrival {
    /// As one is told oneself.
    fileprivate var deed: String {
        transition == .enter ? "get to \(placeName)" : "leave \(placeName)"
    }

    fileprivate var othersDeed: String {
        transition == .enter ? "gets to \(placeName)" : "leaves \(placeName)"
    }
}
