import Interests
import Places

/// The parts of the description that are about watches.
extension OpenAPI {
    static let watchPaths = [
        """
        "/v1/watches": {"get": {"operationId": "list_watch_sets", "summary": "The sets of watches.",
          "responses": {"200": {"description": "All, in the order of their names.", \(json(watchSets))}, \(problems)}}}
        """,
        """
        "/v1/watches/{set}": {"parameters": [\(watchName("set"))],
          "get": {"operationId": "list_watches", "summary": "The watches of a set, in the order of their ids.",
            "responses": {"200": {"description": "All; one a line with 'Accept: application/x-ndjson'.", "content": {
              "application/json": {"schema": \(watchesOfSet)},
              "application/x-ndjson": {"schema": {"type": "string"}}}}, \(problems)}},
          "put": {"operationId": "replace_watches", "summary": "Replaces a set by the body, all of it or nothing.",
            "requestBody": {"required": true, "description": "Up to 64 MiB; each with its own id.", "content": {
              "application/json": {"schema": {"type": "array", "items": {"allOf": [{"$ref": "#/components/schemas/watch_draft"}, {"required": ["id"]}]}}},
              "application/x-ndjson": {"schema": {"type": "string"}}}},
            "responses": {"201": {"description": "There is a set of this name now.", \(location), \(json(watchSet))},
              "200": {"description": "It has been replaced.", \(json(watchSet))}, \(problems)}},
          "delete": {"operationId": "remove_watches", "responses": {"204": {"description": "Removed."}, \(problems)}}}
        """,
        """
        "/v1/watches/{set}/{id}": {"parameters": [\(watchName("set")), \(watchName("id"))],
          "get": {"operationId": "get_watch", "responses": {"200": {"description": "One.", \(oneWatch)}, \(problems)}},
          "put": {"operationId": "put_watch", "summary": "Adds a watch, or puts another in its place.",
            "requestBody": {"required": true, \(json(##"{"$ref": "#/components/schemas/watch_draft"}"##))},
            "responses": {"201": {"description": "Added.", \(location), \(oneWatch)},
              "200": {"description": "It was there, and is now as it is here.", \(oneWatch)}, \(problems)}},
          "delete": {"operationId": "remove_watch", "responses": {"204": {"description": "Removed."}, \(problems)}}}
        """,
    ]

    private static let oneWatch = json(##"{"$ref": "#/components/schemas/watch"}"##)

    private static let watchSet = """
        {"type": "object", "required": ["set", "watches"], "properties": {
          "set": {"type": "string"}, "watches": {"type": "integer", "minimum": 0, "description": "How many it has."}}}
        """

    private static let watchSets = """
        {"type": "object", "required": ["sets"], "properties": {"sets": {"type": "array", "items": \(watchSet)}}}
        """

    private static let watchesOfSet = ##"""
        {"type": "object", "required": ["set", "watches"], "properties": {"set": {"type": "string"},
          "watches": {"type": "array", "items": {"$ref": "#/components/schemas/watch"}}}}
        """##

    private static func watchName(_ name: String) -> String {
        #"{"name": "\#(name)", "in": "path", "required": true, "schema": \#(watchID)}"#
    }

    private static let watchID = #"{"type": "string", "pattern": "^[a-z0-9][a-z0-9._-]{0,63}$"}"#

    private static let audience = #"{"type": "string", "pattern": "^[a-z0-9][a-z0-9._/-]{0,127}$""#

    static let watch = """
        "watch": {"type": "object", "required": ["set", "id", "title", "audience"],
          "oneOf": [{"required": ["at"]}, {"required": ["target"]}], "properties": {
          "set": {"type": "string"}, "id": {"type": "string"}, "title": {"type": "string"},
          "at": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}, "description": "Latitude and longitude, in degrees."},
          "target": {"type": "string", "description": "Its regions are around all places of it."},
          "radius": {"type": "number", "exclusiveMinimum": 0, "maximum": 100000, "description": "Metres; without it, as the configuration has it."},
          "starts": {"type": "string", "format": "date-time"},
          "ends": {"type": "string", "format": "date-time", "description": "Just after its last moment."},
          "audience": \(audience), "description": "For whom it is: a device that follows it hears of it."},
          "details": {"description": "As it was sent; notices tell it."}}}
        """

    static let watchDraft = """
        "watch_draft": {"type": "object", "additionalProperties": false, "required": ["title"],
          "anyOf": [{"required": ["at"]}, {"required": ["target"]}], "properties": {
          "set": \(watchID), "id": \(watchID),
          "title": {"type": "string", "minLength": 1, "maxLength": \(Limits.shortText)},
          "at": {"description": "Latitude and longitude, in degrees; or a text as near takes it.",
            "oneOf": [{"type": "null"},
              {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": [
                {"type": "number", "minimum": -90, "maximum": 90}, {"type": "number", "minimum": -180, "maximum": 180}]},
              {"type": "string", "minLength": 1, "maxLength": \(Limits.shortText)}],
            "examples": [[52.3731, 4.8926], "Dam 20, Amsterdam"]},
          "target": {"type": ["string", "null"], "minLength": 1, "maxLength": \(Limits.shortText),
            "description": "What a favourite can be: a brand, a Wikidata id, a category, a name, the id of a place.",
            "examples": ["shop=supermarket", "Starbucks", "osm/node/123"]},
          "radius": {"type": ["number", "null"], "exclusiveMinimum": 0, "maximum": 100000, "description": "Metres."},
          "starts": {"type": ["string", "null"], "format": "date-time"},
          "ends": {"type": ["string", "null"], "format": "date-time", "description": "After starts; just after its last moment."},
          "audience": {"type": ["string", "null"], "pattern": "^[a-z0-9][a-z0-9._/-]{0,127}$", "description": "For whom it is; everyone, if it does not say."},
          "details": {"description": "Any JSON of up to \(Watch.largestDetails) bytes, at most \(Watch.deepestDetails) deep. Notices tell it byte for byte, but on one line."}}}
        """
}
