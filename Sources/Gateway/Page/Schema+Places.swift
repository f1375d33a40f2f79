/// What geofenced has, as people see it.
extension Schema {
    static let version =
        described("string", "Of what can be changed: for If-Match.")
    static let counts = #"{"type": "object", "additionalProperties": {"type": "integer"}}"#
    private static let metres = described("number", "Metres.")
    private static let latitude = #"{"type": "number", "minimum": -90, "maximum": 90}"#
    private static let longitude = #"{"type": "number", "minimum": -180, "maximum": 180}"#

    static let position = #"""
        {"type": ["object", "null"], "required": ["time", "lat", "lon"], "properties": {
          "time": {"type": "string", "format": "date-time"}, "lat": {"type": "number"}, "lon": {"type": "number"},
          "accuracy": {"type": "number", "description": "Metres."},
          "speed": {"type": "number", "description": "Metres per second."},
          "track": {"type": "number", "description": "Degrees from true north."}}}
        """#

    /// Where a place of one's own is.
    static let spot = #"""
        {"description": "Latitude and longitude, in degrees; or a text as near takes it.", "oneOf": [
          {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
          {"type": "string", "minLength": 1, "maxLength": 1000}]}
        """#

    static let favourite = made(
        [
            "id": integer, "match": choice(["place", "name", "brand", "category"]),
            "value":
                described(
                    "string",
                    "A Wikidata id, or a brand without one; a name; key=value; the id of a place."),
            "name": string, "places": integer,
            "audience": described("string", "For whom it is."), "added": time,
            "version": version,
        ],
        optional: [
            "wikidata": string,
            "radius": described("number", "Metres; without it, as the configuration has it."),
            "nearest": made([
                "id": string, "name": string, "distance": metres, "lat": latitude,
                "lon": longitude,
            ]),
        ])

    static let deal = made(
        [
            "id": integer, "name": string, "company": string, "category": string,
            "lat": latitude, "lon": longitude, "starts": time, "ends": time,
            "reserved": described("integer", "How many are."),
            "reserved_by_me": described("boolean", "Whether one of them is the person's."),
            "active": described("boolean", "It has begun, has not ended, and is not full."),
            "audience": string, "version": version,
            "ratings": described("integer", "How many people have rated it."),
            "is_manager":
                described("boolean", "Whether the person may change it for its organisation."),
        ],
        optional: [
            "description": string, "address": string, "radius": metres,
            "opening_hours": described("string", "As OpenStreetMap writes them."),
            "rating": described("number", "The average, from 1 to 5."),
            "my_rating": described("integer", "The person's own, from 1 to 5."),
            "group": described("string", "The organisation whose deal it is."),
            "group_name": string, "site": integer, "site_name": string,
            "picture": described("string", "The path of its picture."),
            "capacity": described("integer", "How many can have it; without it, any number."),
            "website": string, "distance": metres, "device_time": time,
        ])

    static let place = made(
        [
            "id": string, "title": string, "categories": array(string), "lat": latitude,
            "lon": longitude, "geo": string,
        ],
        optional: [
            "name": string, "brand": string, "wikidata": string,
            "address": made(
                ["text": string],
                optional: [
                    "street": string, "house_number": string, "postcode": string, "city": string,
                ]),
            "phone": string, "website": string,
            "opening_hours": described("string", "As OpenStreetMap writes them."),
            "open": described("boolean", "Now; without it, that is not known."),
            "open_until": described("string", "By the clock of the place, as 2026-05-01T18:00."),
            "opens_at": string, "description": string,
            "rating": described("number", "On the scale of its source."),
            "distance": metres,
            "bearing": described("number", "Degrees from north, clockwise."),
            "attribution": string, "version": version,
        ])

    static let places = made(
        [
            "places": array(reference("Place")),
            "without_hours":
                described("integer", "How many more have no opening hours that are understood."),
            "loose": described("boolean", "No place has all words: these have one of them."),
            "suggestions": array(string),
        ],
        optional: [
            "near": made(["lat": latitude, "lon": longitude], optional: ["text": string])
        ])

    static let catalogue = made([
        "brands": array(
            made(
                [
                    "name": string,
                    "places": described("integer", "How many there are."),
                ],
                optional: [
                    "wikidata": string, "category": string,
                    "near": described("integer", "How many are within 3 km."),
                ]))
    ])

    static let tip = made(
        [
            "place": string, "name": described("string", "Who says it."),
            "written": time, "mine": flag, "version": version,
        ],
        optional: [
            "rating": #"{"type": "integer", "minimum": 1, "maximum": 5}"#, "text": string,
        ])

    static let tips = made(
        ["tips": array(reference("Tip"))],
        optional: [
            "place": string,
            "count": described("integer", "Of all tips."),
            "ratings": described("integer", "How many tips have one."),
            "average": described("number", "Of the ratings."),
        ])
}
