import Geofencing

/// The part of the description that is about devices.
extension OpenAPI {
    private static let id = #"""
        {"name": "id", "in": "path", "required": true, "schema": {"type": "string", "pattern": "^[a-z0-9][a-z0-9._-]{0,63}$"}}
        """#
    private static let device = json(##"{"$ref": "#/components/schemas/Device"}"##)
    private static let draft =
        ##""requestBody": {"required": true, \##(json(##"{"$ref": "#/components/schemas/device_draft"}"##))}"##

    static let devicePaths = [
        """
        "/v1/devices": {"get": {"operationId": "list_devices",
          "summary": "All devices, the daemon's own first; with 'Accept: text/event-stream' an event device whenever the last fix of one changes.",
          "responses": {"200": {"description": "Devices.", \(list)}, \(problems)}}}
        """,
        """
        "/v1/devices/{id}": {"parameters": [\(id)],
          "put": {"operationId": "set_device", "summary": "Adds a device, or sets it up anew.", \(draft),
            "responses": {"201": {"description": "Added.", \(location), \(device)},
              "200": {"description": "As it is now.", \(device)}, \(problems)}},
          "get": {"operationId": "get_device", "responses": {"200": {"description": "The device.", \(device)}, \(problems)}},
          "patch": {"operationId": "change_device", "summary": "Changes what the body says, and leaves the rest (RFC 7396).", \(draft),
            "responses": {"200": {"description": "As it is now.", \(device)}, \(problems)}},
          "delete": {"operationId": "remove_device", "summary": "Forgets the device. Its positions and notices stay, unless history is forget.",
            "parameters": [{"name": "history", "in": "query", "schema": {"enum": ["forget"]}}],
            "responses": {"204": {"description": "Removed."}, \(problems)}}}
        """,
        """
        "/v1/devices/{id}/positions": {"parameters": [\(id)],
          "post": {"operationId": "push_positions",
            "summary": "Takes positions, judges them in the order of their times, and answers when all that this led to is durable. A batch that is sent again changes nothing.",
            "requestBody": {"required": true, \(pushed)},
            "responses": {"200": {"description": "What became of them.", \(json(##"{"$ref": "#/components/schemas/Pushed"}"##))}, \(problems)}},
          "get": {"operationId": "device_positions", "summary": "The positions that are kept: one each \(Int(PositionThinning.distance)) m or \(Int(PositionThinning.time / 60)) min.",
            "parameters": [
              {"name": "since", "in": "query", "schema": {"type": "string", "format": "date-time"}},
              {"name": "until", "in": "query", "description": "Before then.", "schema": {"type": "string", "format": "date-time"}},
              {"name": "limit", "in": "query", "description": "The first so many.", "schema": {"type": "integer", "minimum": 1}},
              {"name": "removed", "in": "query", "description": "Also those of a device that was removed without its history, or of none.", "schema": {"const": "true"}}],
            "responses": {"200": {"description": "A line each, as they are pushed.",
              "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}, \(problems)}}}
        """,
        """
        "/v1/lookups": {"get": {"operationId": "lookups", "summary": "Where regions are looked up, as it happens: events lookup.",
          "responses": {"200": {"description": "Objects with device, center (latitude, longitude), reach (metres) and time.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}}}, \(problems)}}}
        """,
        """
        "/v1/changes": {"get": {"operationId": "changes", "summary": "What requests change, as it happens: events change.",
          "responses": {"200": {"description": "Objects with of: which collections have changed, as favourites, deals, watches, places, devices.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}}}, \(problems)}}}
        """,
    ]

    private static let list = ##"""
        "content": {"application/json": {"schema": {"type": "object", "required": ["devices"], "properties": {
            "devices": {"type": "array", "items": {"$ref": "#/components/schemas/Device"}}}}},
          "text/event-stream": {"schema": {"type": "string"}}}
        """##

    private static let pushed = ##"""
        "content": {"application/json": {"schema": {"anyOf": [{"$ref": "#/components/schemas/pushed_position"},
            {"type": "array", "maxItems": \##(PushedPositions.most), "items": {"$ref": "#/components/schemas/pushed_position"}}]}},
          "application/x-ndjson": {"schema": {"type": "string", "description": "A position a line."}}}
        """##

    static let deviceSchemas = [
        """
        "Device": {"type": "object", "required": ["id", "name", "own", "follows", "max_accuracy", "fix", "inside", "accepted", "dropped"], "properties": {
          "id": {"type": "string"}, "name": {"type": ["string", "null"]},
          "own": {"type": "boolean", "description": "Whether it is the daemon's own source."},
          "follows": {"type": "array", "description": "The audiences whose regions count for it, besides device/ID.", "items": {"type": "string"}},
          "max_accuracy": {"type": ["number", "null"], "description": "Metres; null: as for all."},
          "fix": {"$ref": "#/components/schemas/Position"},
          "inside": {"type": "array", "description": "The ids of the regions that it is in.", "items": {"type": "string"}},
          "accepted": {"type": "integer", "description": "How many of its positions were used."},
          "dropped": {"type": "object", "description": "How many were not, by reason.", "additionalProperties": {"type": "integer"}}}}
        """,
        #"""
        "device_draft": {"type": "object", "additionalProperties": false, "properties": {
          "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000},
          "follows": {"type": ["array", "null"], "description": "everyone alone, unless it is said.", "maxItems": 1000,
            "items": {"type": "string", "pattern": "^[a-z0-9][a-z0-9._/-]{0,127}$"}},
          "max_accuracy": {"type": ["number", "null"], "description": "Metres.", "exclusiveMinimum": 0, "maximum": 100000}}}
        """#,
        """
        "pushed_position": {"type": "object", "required": ["time", "lat", "lon"], "additionalProperties": false, "properties": {
          "time": {"type": "string", "format": "date-time"},
          "lat": {"type": "number", "minimum": -90, "maximum": 90}, "lon": {"type": "number", "minimum": -180, "maximum": 180},
          "accuracy": {"type": ["number", "null"], "description": "Metres."}, "speed": {"type": ["number", "null"], "description": "Metres per second."},
          "track": {"type": ["number", "null"], "description": "Degrees from true north."}, "altitude": {"type": ["number", "null"], "description": "Metres."}}}
        """,
        """
        "Pushed": {"type": "object", "required": ["accepted", "dropped", "notices"], "properties": {
          "accepted": {"type": "integer"}, "dropped": {"type": "object", "additionalProperties": {"type": "integer"}},
          "notices": {"type": "array", "description": "The numbers of the notices that they led to.", "items": {"type": "integer"}}}}
        """,
    ]
}
