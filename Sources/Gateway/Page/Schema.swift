import Messages

/// Schemas that several operations have (JSON Schema 2020-12), as text.
enum Schema {
    static let anyObject = #"{"type": "object"}"#
    static let time = #"{"type": "string", "format": "date-time"}"#

    static func reference(_ name: String) -> String {
        ##"{"$ref": "#/components/schemas/\##(name)"}"##
    }

    /// An object with one list in it.
    static func list(_ member: String, of name: String) -> String {
        #"{"type": "object", "required": ["\#(member)"], "properties": {"\#(member)": {"type": "array", "items": \#(reference(name))}}}"#
    }

    /// Of a body with these members.
    static func object(_ members: [Parameter]) -> String {
        let properties = members.map { "\"\($0.name)\": \($0.schema)" }.joined(separator: ", ")
        let required = members.filter(\.isRequired).map { "\"\($0.name)\"" }
        return
            #"{"type": "object", "additionalProperties": false, "required": [\#(required.joined(separator: ", "))], "properties": {\#(properties)}}"#
    }

    /// With members that are always there, and members that may be missing. `fields`: both.
    static func made(
        _ required: KeyValuePairs<String, String>, optional: KeyValuePairs<String, String> = [:],
        fields: [Parameter] = []
    ) -> String {
        let members =
            fields.map { (key: $0.name, value: $0.schema) } + Array(required) + Array(optional)
        let properties = members.map { "\"\($0.key)\": \($0.value)" }
        let names = (fields.filter(\.isRequired).map(\.name) + required.map(\.key))
            .map { "\"\($0)\"" }
        return
            #"{"type": "object", "required": [\#(names.joined(separator: ", "))], "properties": {\#(properties.joined(separator: ", "))}}"#
    }

    static let string = #"{"type": "string"}"#
    static let integer = #"{"type": "integer"}"#
    static let number = #"{"type": "number"}"#
    static let flag = #"{"type": "boolean"}"#

    /// Of one of these types.
    static func described(_ type: String, _ description: String) -> String {
        #"{"type": "\#(type)", "description": "\#(description)"}"#
    }

    static func array(_ items: String) -> String {
        #"{"type": "array", "items": \#(items)}"#
    }
    static func choice(_ words: [String]) -> String {
        #"{"enum": [\#(words.map { "\"\($0)\"" }.joined(separator: ", "))]}"#
    }

    static let ways = #"""
        {"type": "object", "additionalProperties": false, "properties": {
          "page": {"type": "boolean", "description": "Whether the page rings."},
          "ntfy": {"type": ["object", "null"], "properties": {"server": {"type": "string"}, "topic": {"type": "string"}}},
          "mqtt": {"type": "boolean", "description": "Whether messages go to geofenced/messages/PERSON at the broker."}}}
        """#
    static let quiet = #"""
        {"type": ["object", "null"], "description": "When nothing rings.", "properties": {
          "from": {"type": "string"}, "to": {"type": "string"}, "time_zone": {"type": "string"}}}
        """#
    static let transitions = #"{"type": "array", "items": {"enum": ["enter", "dwell", "exit"]}}"#
    static let kinds = #"{"type": ["array", "null"], "items": {"type": "string"}}"#

    /// By name, as `$ref` has them.
    static let components: KeyValuePairs<String, String> = [
        "Problem": made(
            ["type": string, "title": string, "status": integer, "detail": string],
            optional: [
                "errors": array(made(["field": string, "detail": string])),
                "code": #"{"enum": ["unknown", "ambiguous", "swapped"]}"#,
                "candidates": array(made(["value": string, "name": string])),
            ]),
        "Person": made(
            ["id": string, "name": string, "admin": flag, "added": time],
            optional: ["account": string]),
        "Own": made([:], optional: ["owner": string]),
        "Link": made(["url": string, "expires": time, "qr": array(string)]),
        "Session": made([
            "id": integer, "device": string, "began": time, "last_used": time, "ends": time,
            "current": flag,
        ]),
        "OpenLink": made(
            [
                "id": integer, "kind": choice(["person", "invitation"]), "created": time,
                "expires": time,
            ], optional: ["group": string, "group_name": string]),
        "Signup": made(["id": integer, "name": string, "device": string, "asked": time]),
        "Me": made(
            [
                "person": reference("Person"), "groups": array(reference("Group")), "own": flag,
                "ntfy_servers": array(string), "mqtt": flag,
                "providers": array(made(["name": string], optional: ["credit": string])),
            ],
            optional: ["session": integer]),
        "Site": made(
            [
                "id": integer, "name": string, "lat": number, "lon": number,
                "radius": number, "version": version,
            ], optional: ["address": string]),
        "GroupPlace": made([
            "id": integer, "name": string, "lat": number, "lon": number, "radius": number,
            "version": version,
        ]),
        "Member": made(
            [
                "person": string, "name": string, "role": choice(["member", "admin"]),
                "joined": time, "sites": array(integer), "version": version,
            ], optional: ["nick_name": string, "number": string]),
        "Group": made(
            [
                "id": string, "kind": choice(["household", "organisation"]), "name": string,
                "created": time, "member_count": integer, "version": version,
            ],
            optional: [
                "currency": string, "role": choice(["member", "admin"]),
                "members": array(reference("Member")), "sites": array(reference("Site")),
                "places": array(reference("GroupPlace")),
            ]),
        "Organisation": made([
            "id": string, "name": string,
            "sites": array(
                made(["id": integer, "name": string], optional: ["address": string])),
        ]),
        "Request": made(
            [
                "id": integer, "kind": choice(["asks_person", "asks_group"]), "group": string,
                "group_name": string, "name": string, "asked": time, "mine_to_answer": flag,
            ], optional: ["person": string, "asked_by": string, "site": integer]),
        "Phone": phone, "SetUpPhone": setUpPhone,
        "Sharing": made(
            ["group": string, "level": choice(["arrivals", "position"])],
            optional: ["until": time]),
        "Arrival": made([
            "id": integer, "group": string, "place": integer, "place_name": string,
            "person": string, "person_name": string, "asker": string, "asker_name": string,
            "transition": choice(["enter", "exit"]),
            "state": choice(["waits", "active", "paused"]), "asked": time,
        ]),
        "Device": made(
            [
                "id": string, "name": #"{"type": ["string", "null"]}"#, "own": flag,
                "visibility": choice(["position", "owner"]),
            ],
            optional: [
                "fix": position, "owner": string, "inside": array(string),
                "follows": array(string), "max_accuracy": #"{"type": ["number", "null"]}"#,
                "accepted": integer, "dropped": counts,
            ]),
        "Favourite": favourite, "Deal": deal, "Place": place, "Places": places,
        "Catalogue": catalogue, "Notice": notice, "Regions": regions,
        "Explanation": explanation, "Tip": tip,
        "Somebody": somebody, "Thing": thing(ThingView()),
        "Item": thing(.items), "Stock": thing(.inventory),
        "Party": party, "Bill": bill, "Balances": balances,
        "Event": event,
        "Bulletin": bulletin, "BulletinReader": bulletinReader, "Form": form,
        "Review": review, "DueReview": dueReview,
        "Message": made(
            [
                "id": integer, "time": time, "made": time, "title": string,
                "lines": array(
                    made(
                        [
                            "text": string, "kind": string, "region": string,
                            "transition": string,
                        ],
                        optional: [
                            "subject": made(
                                ["group": string],
                                optional: [
                                    "errand": string, "event": integer, "bulletin": integer,
                                ])
                        ])),
                "notices": array(string), "is_late": flag, "rings": flag, "read": flag,
            ],
            optional: [
                "place": anyObject, "position": made(["lat": number, "lon": number]),
                "device": string,
            ]),
        "BaseMap": made(
            ["available": flag],
            optional: [
                "tiles": string, "credit": string, "version": string, "min_zoom": integer,
                "max_zoom": integer, "bounds": array(number), "raster": flag,
            ]),
        "Route": made(
            [
                "distance": described("number", "Metres."),
                "duration": described("number", "Seconds."),
                "line": made(["type": choice(["LineString"]), "coordinates": array(array(number))]),
                "steps": array(
                    made(
                        [
                            "text": string, "distance": number, "duration": number,
                            "at": array(number),
                        ], optional: ["name": string])),
                "by": choice(["foot", "bike", "car"]), "engine": string, "credit": string,
            ]),
        "Routes": made(["bytes": integer, "made": time, "credit": string]),
        "Settings": made(
            ["ways": ways, "transitions": transitions, "version": version],
            optional: ["quiet": quiet, "kinds": kinds]),
        "Mute": made(
            ["id": integer, "title": string],
            optional: ["region": string, "place": string, "target": string]),
    ]
}
