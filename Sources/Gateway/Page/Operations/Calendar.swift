import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Posix

/// What groups have planned, and the links by which calendars read it.
extension GatewayAPI {
    private static let place: [Parameter] = [
        Parameter("text", .text(0...EventPlace.longestText), "As people say it."),
        Parameter("lat", .number(-90...90)), Parameter("lon", .number(-180...180)),
        Parameter("radius", .number(10...100_000), "Metres; without it, 100."),
        Parameter("place", .text(1...1000), "The id of a place, which says where it is."),
        Parameter("site", .integer(1...Int64.max), "A site, which says where it is."),
        // As an event has it; that of the site counts.
        Parameter("site_name", .text(0...80), "Of the site; it is not read."),
    ]

    private static let change: [Parameter] = [
        Parameter("what", .text(1...Event.longestWhat)),
        Parameter("start", .text(10...40), "A time; of whole days, a day as in 2026-11-24."),
        Parameter("end", .text(10...40), "A time; of whole days, the last one."),
        Parameter("zone", .text(1...64), "As in Europe/Amsterdam; without it, UTC."),
        Parameter("all_day", .flag),
        Parameter(
            "where",
            .other(#"{"anyOf": [\#(Schema.object(place)), {"type": "null"}]}"#), nullable: true,
            "null takes it away."),
        Parameter(
            "people", .other(Schema.array(#"{"type": "string"}"#)), "Members who take part."),
        Parameter("note", .lines(0...Event.longestNote), "Empty takes it away."),
    ]

    private static let newEvent = change.requiring(["what", "start", "end"])

    static let calendar: [Operation] = [
        .answering(
            .get, "groups/{group}/events", "list_group_events",
            "What the group has planned, in the order in which it starts.",
            query: [
                Parameter("from", .time, "Without those that are over then."),
                Parameter("until", .time, "Without those that start then or later."),
            ], .list("events", of: "Event", as: .event)
        ) { api, call in
            try await api.community.events(
                of: call.groupInPath(), from: call.queryTime("from"),
                until: call.queryTime("until"), by: call.known())
        },
        .answering(
            .post, "groups/{group}/events", "add_event",
            "Plans something: members of a household, admins of an organisation.", for: .person,
            body: newEvent + [key], .added("Event", as: .event)
        ) { api, call in
            try await api.community.addEvent(
                api.eventChange(call), to: call.groupInPath(), key: call.arguments.text("key"),
                by: .person(call.person()))
        },
        .reading("groups/{group}/events/{event}", "Event", currentEvent),
        .answering(
            .patch, "groups/{group}/events/{event}", "change_event",
            "Changes what the body says: members of a household, admins of an organisation.",
            body: change, .item("Event", as: .event), current: currentEvent
        ) { api, call in
            try await api.community.editEvent(
                call.number("event"), of: call.groupInPath(), api.eventChange(call),
                by: call.known())
        },
        .doing(
            .delete, "groups/{group}/events/{event}", "remove_event",
            "Removes it: members of a household, admins of an organisation.", current: currentEvent
        ) { api, call in
            try await api.community.removeEvent(
                call.number("event"), of: call.groupInPath(), by: call.known())
        },
        .answering(
            .get, "groups/{group}/calendar", "get_calendar",
            "Whether the person has a link by which calendars read the group's events.",
            for: .person, .ok(Schema.made(["exists": Schema.flag], optional: ["made": Schema.time]))
        ) { api, call in
            try await api.community.calendarLink(of: call.groupInPath(), by: call.person())
        },
        .answering(
            .post, "groups/{group}/calendar", "make_calendar",
            "Makes that link; the one before is worth nothing then. It is shown once.",
            for: .person, .created(Schema.calendarLink)
        ) { api, call in
            let secret = try await api.community.renewCalendarLink(
                of: try call.groupInPath(), by: try call.person())
            let url = "\(api.page.linkURL)/\(calendarRoot)/\(secret.text).ics"
            let rest = url.drop { $0 != ":" }
            let webcal = "webcal\(rest)"
            return CalendarLink(url: url, webcal: webcal, qr: QRCode.rows(webcal))
        },
        .doing(
            .delete, "groups/{group}/calendar", "remove_calendar", "Ends that link.", for: .person
        ) { api, call in
            try await api.community.removeCalendarLink(of: call.groupInPath(), by: call.person())
        },
    ]

    private static let currentEvent: Operation.Current = { api, call in
        try await api.community.event(
            call.number("event"), of: call.groupInPath(), by: call.known()
        ).versioned(by: .event)
    }

    /// What the body says of an event.
    private func eventChange(_ call: Call) async throws -> EventChange {
        let arguments = call.arguments
        return EventChange(
            what: arguments.text("what"), start: arguments.text("start"),
            end: arguments.text("end"), isAllDay: arguments.flag("all_day"),
            zone: arguments.text("zone"),
            place: arguments.says("where") ? .some(try await eventPlace(call)) : nil,
            people: try arguments["people"].map { try Self.people($0) },
            note: arguments.text("note"))
    }

    /// A place of the daemon says where it is, and what it is called, unless the body does. `nil`: it
    /// is nowhere.
    private func eventPlace(_ call: Call) async throws -> EventPlace? {
        guard let value = call.arguments["where"] else { return nil }
        let said = try Arguments(value, of: "where", Self.place)
        var place = EventPlace(
            text: said.text("text"), lat: said.number("lat"), lon: said.number("lon"),
            radius: said.number("radius"), place: said.text("place"), site: said.integer("site"))
        guard place.lat == nil, place.lon == nil, place.site == nil else { return place }
        guard let id = place.place else { return await found(place) }
        let found = try await knownPlace(id)
        place.text = place.text ?? found["name"]?.string
        (place.lat, place.lon) = (found["lat"]?.number, found["lon"]?.number)
        return place
    }

    /// With where its text is, if that is an address. Else it is only written down.
    private func found(_ place: EventPlace) async -> EventPlace {
        guard let text = place.text, let here = try? await position(of: text, "where.text") else {
            return place
        }
        var place = place
        (place.lat, place.lon) = (here.latitude, here.longitude)
        return place
    }

    private func knownPlace(_ id: String) async throws -> AnyJSON {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false)
        do {
            // What has no slash is no place, but what the daemon has beside them.
            guard parts.count > 1, !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
                throw Problem.nothingHere
            }
            return try await daemon.json(.get, "/v1/places/\(id)")
        } catch APIError.refused(let refusal) where refusal.status == 404 || refusal.status == 400 {
            throw Self.noSuchPlace(id)
        } catch is Problem {
            throw Self.noSuchPlace(id)
        }
    }

    private static func noSuchPlace(_ id: String) -> Problem {
        Problem(field: "where.place", "\(id.quoted) is no place: search for one")
    }

    private static func people(_ value: AnyJSON) throws -> [PersonID] {
        guard case .array(let elements) = value else {
            throw Problem(field: "people", "is not a list of members")
        }
        let people = elements.compactMap { $0.string.flatMap { PersonID($0) } }
        guard people.count == elements.count else {
            throw Problem(field: "people", "has something in it that is no member")
        }
        return people
    }
}

/// What calendars subscribe to.
private struct CalendarLink: Encodable {
    var url: String
    var webcal: String
    /// Of `webcal`: rows of modules, 1 is dark.
    var qr: [String]
}
