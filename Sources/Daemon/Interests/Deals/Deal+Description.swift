import Geofencing
import Places

extension Deal {
    package static let description = RegionKindDescription(
        item: """
            {
              "type": "object",
              "description": "An offer by a company at a point, for a time.",
              "required": ["id", "name", "company", "category", "lat", "lon", "starts", "ends",
                "reserved", "reserved_by_me", "audience", "owner", "active"],
              "properties": {
                "id": {"type": "integer", "format": "int64", "minimum": 1},
                "name": {"type": "string"},
                "company": {"type": "string"},
                "category": {"type": "string",
                  "description": "Free text, as in activities, food, shopping, party."},
                "description": {"type": "string"},
                "lat": {"type": "number", "minimum": -90, "maximum": 90,
                  "description": "Degrees north, WGS 84."},
                "lon": {"type": "number", "minimum": -180, "maximum": 180,
                  "description": "Degrees east, WGS 84."},
                "address": {"type": "string"},
                "radius": {"type": "number", "exclusiveMinimum": 0, "maximum": 100000,
                  "description": "Metres; without it, the daemon's default."},
                "starts": {"type": "string", "format": "date-time"},
                "ends": {"type": "string", "format": "date-time",
                  "description": "Just after its last moment."},
                "capacity": {"type": "integer", "minimum": 1, "maximum": \(largestCapacity),
                  "description": "How many can have it; without it, any number."},
                "reserved": {"type": "integer", "minimum": 0},
                "reserved_by_me": {"type": "boolean",
                  "description": "One of them is of the account that asks; in the answer to \
            reserve and release, of whom that was for."},
                "website": {"type": "string"},
                "opening_hours": {"type": "string", "description": "As OpenStreetMap writes them."},
                "reference": {"type": "string",
                  "description": "What the account that added it calls it."},
                "audience": {"type": "string", "pattern": "\(Audience.pattern)",
                  "description": "For whom it is: a device that follows it hears of it."},
                "owner": {"type": "integer", "minimum": 0, "maximum": 4294967295,
                  "description": "The uid of the account that added it."},
                "active": {"type": "boolean",
                  "description": "It has begun, has not ended, and is not full."},
                "distance": {"type": "number", "minimum": 0,
                  "description": "Metres from the device, where that is known."},
                "device_time": {"type": "string", "format": "date-time",
                  "description": "A warning to who adds or changes it: the device's clock, by \
            which the deal is over or has not begun, as a trace is played."}
              }
            }
            """,
        draft: """
            {
              "type": "object",
              "description": "To add a deal: name, company, category, ends, and lat with lon, at, \
            or address. To change one: what changes; null takes an optional field away.",
              "additionalProperties": false,
              "dependentRequired": {"lat": ["lon"], "lon": ["lat"]},
              "properties": {
                "name": \(text(Limits.shortText)),
                "company": \(text(Limits.shortText)),
                "category": \(text(Limits.shortText)),
                "description": \(optionalText(Limits.longText)),
                "lat": {"type": "number", "minimum": -90, "maximum": 90},
                "lon": {"type": "number", "minimum": -180, "maximum": 180},
                "address": \(optionalText(Limits.shortText)),
                "at": {"type": "string", "minLength": 1, "maxLength": \(Limits.shortText),
                  "description": "Where it is, as people write it, instead of lat and lon.",
                  "examples": ["Dam 20, Amsterdam", "1012 NP", "Rijksmuseum", "52.3731 4.8926", "here"]},
                "radius": {"type": ["number", "null"], "exclusiveMinimum": 0, "maximum": 100000},
                "starts": {"type": "string", "format": "date-time",
                  "description": "Now, if a new deal does not say."},
                "ends": {"type": "string", "format": "date-time",
                  "description": "After starts; the deal is over at that moment."},
                "capacity": {"type": ["integer", "null"], "minimum": 1,
                  "maximum": \(largestCapacity)},
                "website": \(optionalText(Limits.shortText)),
                "opening_hours": \(optionalText(Limits.shortText)),
                "reference": {"type": "string", "minLength": 1, "maxLength": \(Limits.shortText),
                  "description": "Of a new deal: one that the account has added with it is not \
            added again."},
                "audience": {"type": ["string", "null"], "pattern": "\(Audience.pattern)",
                  "description": "For whom it is; everyone, if it does not say.",
                  "examples": ["everyone", "group/42"]}
              }
            }
            """,
        filter: """
            [
              {"name": "category", "in": "query", "schema": {"type": "string"},
                "description": "Only deals of this category, in whatever case."},
              \(Audience.filter),
              \(Owner.reader),
              {"name": "mine", "in": "query", "schema": {"type": "boolean", "default": false},
                "description": "Only those of the account that asks."},
              {"name": "all", "in": "query", "schema": {"type": "boolean", "default": false},
                "description": "Also those that have ended, have not begun, or are full."}
            ]
            """)

    /// `limit` is in bytes of UTF-8: a text of fewer characters may be too long.
    private static func text(_ limit: Int) -> String {
        #"{"type": "string", "minLength": 1, "maxLength": \#(limit)}"#
    }

    private static func optionalText(_ limit: Int) -> String {
        #"{"type": ["string", "null"], "minLength": 1, "maxLength": \#(limit)}"#
    }
}
