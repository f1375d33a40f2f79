import HTTPService
import Interests
import Places

/// The description of the control socket (OpenAPI 3.1), with the kinds of regions that it is given.
struct OpenAPI {
    let kinds: [any RegionKind.Type]
    let version: String

    /// JSON.
    var text: String {
        """
        {
        "openapi": "3.1.0",
        "info": {
          "title": "geofenced",
          "version": "\(version)",
          "description": "The control socket of geofenced: HTTP/1.1 over a Unix socket. Whoever connects is known by the uid of the process.",
          "license": {"name": "MIT", "identifier": "MIT"}
        },
        "servers": [{"url": "http://localhost"}],
        "paths": {
        \((Self.fixedPaths + Self.devicePaths + Self.watchPaths + kinds.map { paths(of: $0) })
            .joined(separator: ",\n"))
        },
        "components": {
        "responses": {"Problem": {"description": "What is wrong, and what to do (RFC 9457).",
          "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}},
        "parameters": {"id": {"name": "id", "in": "path", "required": true,
          "schema": {"type": "integer", "format": "int64", "minimum": 1}}},
        "schemas": {
        \((Self.fixedSchemas + Self.deviceSchemas + kinds.map { schemas(of: $0) }).joined(separator: ",\n"))
        }
        }
        }

        """
    }
}

// MARK: - Kinds of regions

extension OpenAPI {
    private func schemas<Kind: RegionKind>(of kind: Kind.Type) -> String {
        """
        "\(kind.name)": \(kind.description.item),
        "\(kind.name)_draft": \(kind.description.draft)
        """
    }

    private func paths<Kind: RegionKind>(of kind: Kind.Type) -> String {
        let (name, collection) = (kind.name, kind.collection)
        let item = Self.json(#"{"$ref": "\#(Self.schema(name))"}"#)
        let draft =
            #""requestBody": {"required": true, \#(Self.json(#"{"$ref": "\#(Self.schema(name + "_draft"))"}"#))}"#
        let list = Self.json(
            """
            {"type": "object", "required": ["\(collection)"], "properties": \
            {"\(collection)": {"type": "array", "items": {"$ref": "\(Self.schema(name))"}}}}
            """)
        let (drafts, added) = (Self.drafts(name), Self.added(name))
        let id = ##""parameters": [{"$ref": "#/components/parameters/id"}]"##
        let actions = kind.actions.map { action in
            """
            "/v1/\(collection)/{id}/\(action.name)": {\(id),
              "post": {"operationId": "\(action.name)_\(name)", "summary": "\(action.summary)",
                "requestBody": {\(Self.json(Self.actionRequest))},
                "responses": {"200": {"description": "As it is now.", \(item)}, \(Self.problems)}}}
            """
        }
        let paths = [
            """
            "/v1/\(collection)": {
              "get": {"operationId": "list_\(collection)", "parameters": \(kind.description.filter),
                "responses": {"200": {"description": "Those that were asked for.", \(list)}, \(Self.problems)}},
              "post": {"operationId": "add_\(name)", "summary": "Adds one, or all of a list or none.", \(drafts),
                "responses": {"201": {"description": "Added, one of a list at least.", \(Self.location), \(added)},
                  "200": {"description": "It was there already; nothing has changed.", \(added)}, \(Self.problems)}}}
            """,
            """
            "/v1/\(collection)/{id}": {\(id),
              "get": {"operationId": "get_\(name)", "parameters": [\(kind.actions.isEmpty ? "" : Owner.reader)],
                "responses": {"200": {"description": "One.", \(item)}, \(Self.problems)}},
              "patch": {"operationId": "change_\(name)", "summary": "Changes what the body says, and leaves the rest (RFC 7396).", \(draft),
                "responses": {"200": {"description": "As it is now.", \(item)}, \(Self.problems)}},
              "delete": {"operationId": "remove_\(name)",
                "responses": {"204": {"description": "Removed."}, \(Self.problems)}}}
            """,
        ]
        return (paths + actions).joined(separator: ",\n")
    }

    private static func schema(_ name: String) -> String { "#/components/schemas/\(name)" }

    private static func drafts(_ name: String) -> String {
        let draft = #"{"$ref": "\#(schema(name + "_draft"))"}"#
        let list =
            #"{"type": "array", "minItems": 1, "maxItems": \#(Limits.mostDrafts), "items": \#(draft)}"#
        return #""requestBody": {"required": true, \#(json(#"{"anyOf": [\#(draft), \#(list)]}"#))}"#
    }

    /// The answer to drafts: an item for one, as many in the same order for a list.
    private static func added(_ name: String) -> String {
        let item = #"{"$ref": "\#(schema(name))"}"#
        return json(
            """
            {"anyOf": [\(item), {"type": "array", "items": {
              "type": "object", "required": ["item", "was_there"], "properties": {
                "item": \(item), "was_there": {"type": "boolean"}}}}]}
            """)
    }

    private static let actionRequest = #"""
        {"type": "object", "additionalProperties": false, "properties": {
          "for": {"type": ["string", "null"], "pattern": "^[a-z0-9._/-]+$", "minLength": 1, "maxLength": \#(Owner.longest),
            "description": "Whom it is done for; without it, the account that asks, as in uid/1000.",
            "examples": ["person/anna"]}}}
        """#

    static let location = #"""
        "headers": {"Location": {"description": "Where it is.", "required": true, "schema": {"type": "string"}}}
        """#

    static func json(_ schema: String, type: String = "application/json") -> String {
        #""content": {"\#(type)": {"schema": \#(schema)}}"#
    }

    /// Every operation has a 400, since its query may have an item that is not known.
    static let problems = ##"""
        "400": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}
        """##
}

// MARK: - What is there whatever the kinds

extension OpenAPI {
    private static let fixedPaths = [
        """
        "/v1/status": {"get": {"operationId": "status", "summary": "How the daemon is.",
          "responses": {"200": {"description": "How it is now.", \(json(##"{"$ref": "#/components/schemas/Status"}"##))}, \(problems)}}}
        """,
        """
        "/v1/metrics": {"get": {"operationId": "metrics", "summary": "Figures for Prometheus.",
          "responses": {"200": {"description": "In its text form.", \(json(#"{"type": "string"}"#, type: "text/plain"))}, \(problems)}}}
        """,
        """
        "/v1/deals/{id}/reservations": {"parameters": [{"$ref": "#/components/parameters/id"}],
          "get": {"operationId": "reservations", "summary": "Who has reserved a deal, the earliest first: for the account that added it, and root.",
          "responses": {"200": {"description": "Those whose owner is known.", \(json(##"{"$ref": "#/components/schemas/Reservations"}"##))}, \(problems)}}}
        """,
        """
        "/v1/regions": {"get": {"operationId": "regions", "summary": "The regions that are watched, nearest first.",
          "parameters": [\(device)],
          "responses": {"200": {"description": "GeoJSON.", \(json(##"{"$ref": "#/components/schemas/Regions"}"##, type: "application/geo+json"))}, \(problems)}}}
        """,
        """
        "/v1/notifications": {"get": {"operationId": "notifications",
          "summary": "Notices, oldest first; as a stream from now on with 'Accept: text/event-stream'.",
          "parameters": [
            {"name": "after", "in": "query", "description": "Those after this number.", "schema": {"type": "integer", "minimum": 0}},
            {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1000}},
            \(deviceParameter),
            {"name": "forgotten", "in": "query", "description": "Whether a stream says which notices are forgotten.", "schema": {"type": "boolean", "default": false}}],
          "responses": {"200": {"description": "Notices.", \(notificationContent)}, \(problems)}}}
        """,
        """
        "/v1/history": {"get": {"operationId": "history",
          "summary": "Notices of the past, oldest first, also of logs before the present one.",
          "parameters": [
            {"name": "since", "in": "query", "description": "By the clock of the fixes.", "schema": {"type": "string", "format": "date-time"}},
            {"name": "until", "in": "query", "description": "Before then.", "schema": {"type": "string", "format": "date-time"}},
            {"name": "transitions", "in": "query", "style": "form", "explode": false, "schema": {"type": "array", "items": {"enum": ["enter", "exit", "dwell"]}}},
            {"name": "kinds", "in": "query", "description": "Of regions.", "style": "form", "explode": false, "schema": {"type": "array", "items": {"type": "string"}}},
            {"name": "after", "in": "query", "description": "Those after this number.", "schema": {"type": "integer", "minimum": 0}},
            {"name": "limit", "in": "query", "description": "The first so many; not with last.", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1000}},
            {"name": "last", "in": "query", "description": "The last so many; not with limit.", "schema": {"type": "integer", "minimum": 1, "maximum": 1000}},
            {"name": "format", "in": "query", "description": "ndjson: one notice a line.", "schema": {"enum": ["json", "ndjson"], "default": "json"}},
            {"name": "untold", "in": "query", "description": "Also exits that nobody was told, where enters are told: each stands after the notice before it, has told: false, and neither id nor sequence. after, limit and last count notices alone.", "schema": {"const": "true"}},
            \(deviceParameter)],
          "responses": {"200": {"description": "Notices.", \(historyContent)}, \(problems)}}}
        """,
        """
        "/v1/explain": {"get": {"operationId": "explain",
          "summary": "Why a notice was told, or why nothing was told of a region: the fixes of the last hours, judged once more.",
          "parameters": [
            {"name": "sequence", "in": "query", "description": "Of a notice; not with region.", "schema": {"type": "integer", "minimum": 1}},
            {"name": "region", "in": "query", "description": "Its id, or its name; not with sequence.", "schema": {"type": "string", "minLength": 1}},
            {"name": "time", "in": "query", "description": "Only what happened within a minute of it; with region.", "schema": {"type": "string", "format": "date-time"}},
            \(device)],
          "responses": {"200": {"description": "What happened, or the nearest fix.", \(json(##"{"$ref": "#/components/schemas/Explanation"}"##))}, \(problems)}}}
        """,
        """
        "/v1/places": {"get": {"operationId": "search_places", "summary": "Searches places.",
          "parameters": \(searchParameters),
          "responses": {"200": {"description": "Those that match, best first.", \(json(matches))}, \(problems)}},
          "post": {"operationId": "add_place", "summary": "Adds a place of one's own.",
            "requestBody": {"required": true, \(json(##"{"$ref": "#/components/schemas/own_place_draft"}"##))},
            "responses": {"201": {"description": "Added.", \(location), \(onePlace)},
              "200": {"description": "It was there already; nothing has changed.", \(onePlace)}, \(problems)}}}
        """,
        """
        "/v1/places/own": {"get": {"operationId": "own_places", "summary": "The places of one's own, in the order of their names.",
          "responses": {"200": {"description": "All of them.", \(json(ownPlaces))}, \(problems)}}}
        """,
        """
        "/v1/places/imports": {"post": {"operationId": "import_places", "summary": "Imports a file of places, or several, all or nothing. The body may have any size.",
          "parameters": \(importParameters),
          "requestBody": {"required": true, "content": {"application/octet-stream": {"schema": {"type": "string"}}}},
          "responses": {"202": {"description": "Progress, a line each, and at the end the summary, or a problem: then nothing has changed.",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}, \(problems)}}}
        """,
        """
        "/v1/places/cells/{source}/{cell}": {"get": {"operationId": "get_place_of_cells", "summary": "A place, if a source is called cells.",
          "parameters": \(cellPlaceParameters),
          "responses": {"200": {"description": "The place.", \(onePlace)}, \(problems)}},
          "put": {"operationId": "replace_cell", "summary": "Replaces what a source has in a cell of 0.05° by the features of a collection, all or nothing. The body may have 64 MiB.",
          "parameters": \(cellParameters),
          "requestBody": {"required": true, \(json(featureCollection, type: "application/geo+json"))},
          "responses": {"200": {"description": "What it has changed.", \(json(importSummary))}, \(problems)}}}
        """,
        """
        "/v1/places/{id}": {"get": {"operationId": "get_place", "summary": "All that is known of a place.",
          "parameters": \(showParameters),
          "responses": {"200": {"description": "The place.", \(json(##"{"$ref": "#/components/schemas/Place"}"##))}, \(problems)}},
          "patch": {"operationId": "change_place", "summary": "Changes what the body says of a place of one's own, and leaves the rest (RFC 7396).",
            "parameters": \(placeID),
            "requestBody": {"required": true, \(json(##"{"$ref": "#/components/schemas/own_place_draft"}"##))},
            "responses": {"200": {"description": "As it is now.", \(onePlace)}, \(problems)}},
          "delete": {"operationId": "remove_place", "summary": "Removes a place of one's own; its favourite stays.",
            "parameters": \(placeID),
            "responses": {"204": {"description": "Removed."}, \(problems)}}}
        """,
        """
        "/v1/catalogue": {"get": {"operationId": "catalogue", "summary": "Popular brands, and how many of each are there.",
          "parameters": \(catalogueParameters),
          "responses": {"200": {"description": "Brands.", \(json(brands))}, \(problems)}}}
        """,
        """
        "/v1/openapi.json": {"get": {"operationId": "openapi", "summary": "This description.",
          "responses": {"200": {"description": "OpenAPI 3.1.", \(json(#"{"type": "object"}"#))}, \(problems)}}}
        """,
    ]

    private static let device = #"""
        {"name": "device", "in": "query", "description": "Of this device; without it, of the daemon's own.", "schema": {"type": "string", "pattern": "^[a-z0-9][a-z0-9._-]{0,63}$"}}
        """#

    private static let deviceParameter = #"""
        {"name": "device", "in": "query", "description": "Only notices of these devices.", "style": "form", "explode": false,
          "schema": {"type": "array", "items": {"type": "string", "pattern": "^[a-z0-9][a-z0-9._-]{0,63}$"}}}
        """#

    private static let historyContent = """
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/History"}},
          "application/x-ndjson": {"schema": {"type": "string"}}}
        """

    private static let notificationContent = """
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Notifications"}},
          "text/event-stream": {"schema": {"type": "string"}}}
        """

    private static let fixedSchemas = [
        """
        "Problem": {"type": "object", "required": ["type", "title", "status", "detail"], "properties": {
          "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
          "detail": {"type": "string"},
          "errors": {"type": "array", "items": {"type": "object", "required": ["field", "detail"],
            "properties": {"field": {"type": "string"}, "detail": {"type": "string"}}}},
          "code": {"enum": ["unknown", "ambiguous", "swapped"]},
          "candidates": {"type": "array", "items": {"type": "object", "required": ["value", "name"],
            "properties": {"value": {"type": "string"}, "name": {"type": "string"}}}}}}
        """,
        """
        "Position": {"type": ["object", "null"], "required": ["time", "lat", "lon"], "properties": {
          "time": {"type": "string", "format": "date-time"}, "undated": {"type": "boolean"},
          "lat": {"type": "number"}, "lon": {"type": "number"}, "accuracy": {"type": "number"},
          "speed": {"type": "number"}, "track": {"type": "number"},
          "clock": {"enum": ["mended", "carried", "system"]},
          "accuracy_from": {"enum": ["receiver", "hdop"]}, "hdop": {"type": "number"},
          "satellites": {"type": "integer"}}}
        """,
        """
        "Reservations": {"type": "object", "required": ["reserved", "reservations"], "properties": {
          "reserved": {"type": "integer", "minimum": 0, "description": "All: also those of version 0.1.0, which did not store whose they are."},
          "reservations": {"type": "array", "items": {"type": "object", "required": ["owner", "time"], "properties": {
            "owner": {"type": "string", "examples": ["person/anna"]}, "time": {"type": "string", "format": "date-time"}}}}}}
        """,
        """
        "Status": {"type": "object",
          "required": ["version", "started", "device", "source", "position", "fixes", "regions", "places", "devices", "notifications"],
          "properties": {
          "version": {"type": "string"}, "started": {"type": "string", "format": "date-time"},
          "device": {"type": "string", "description": "The id of what the source follows."},
          "source": {"type": "object", "required": ["location", "live"], "properties": {
            "location": {"type": "string"}, "live": {"type": "boolean"},
            "now": {"type": "boolean", "description": "Of a trace: its times are moved, so that it began now."},
            "ended": {"type": "boolean", "description": "Of a trace: no fix of it is to come."},
            "state": {"enum": ["starting", "no_gpsd", "no_receiver", "silent", "no_fix", "too_coarse", "unusable", "working"]},
            "message": {"type": "string"}, "seconds": {"type": "number"}, "rate": {"type": "number"},
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}}}},
          "position": {"$ref": "#/components/schemas/Position"},
          "fixes": {"type": "object", "required": ["reports", "accepted", "dropped"], "properties": {
            "reports": {"type": "integer"}, "accepted": {"type": "integer"},
            "dropped": {"type": "object", "additionalProperties": {"type": "integer"}}}},
          "regions": {"type": "object", "required": ["loaded", "kinds", "inside", "lookups"], "properties": {
            "loaded": {"type": "integer"}, "kinds": {"type": "object", "additionalProperties": {"type": "integer"}},
            "inside": {"type": "array", "items": {"type": "string"}}, "lookups": {"type": "integer"}}},
          "places": {"type": "integer"},
          "devices": {"type": "object", "description": "All devices but the own one.", "required": ["known", "in_memory", "waiting", "positions"], "properties": {
            "known": {"type": "integer"}, "in_memory": {"type": "integer", "description": "Those that moved lately."},
            "waiting": {"type": "integer", "description": "Positions that are still to be judged."},
            "positions": {"type": "object", "required": ["accepted", "dropped"], "properties": {
              "accepted": {"type": "integer"}, "dropped": {"type": "object", "additionalProperties": {"type": "integer"}}}}}},
          "notifications": {"type": "object", "required": ["log", "oldest", "latest", "waiting"], "properties": {
            "log": {"type": "string"}, "oldest": {"type": "integer"}, "latest": {"type": "integer"},
            "waiting": {"type": "integer", "description": "Notices that cannot be written, and are not told yet."},
            "problem": {"type": "string", "description": "Why they cannot be."}}},
          "transitions": {"type": "array", "description": "What is told.", "items": {"enum": ["enter", "dwell", "exit"]}}}}
        """,
        """
        "Regions": {"type": "object", "required": ["type", "features"], "properties": {
          "type": {"const": "FeatureCollection"}, "features": {"type": "array", "items": {
            "type": "object", "required": ["type", "id", "geometry", "properties"], "properties": {
              "properties": {"type": "object", "required": ["kind", "name", "radius", "inside"], "properties": {
                "kind": {"type": "string"}, "name": {"type": "string"}, "radius": {"type": "number", "description": "Metres."},
                "inside": {"type": "boolean"}, "distance": {"type": "number", "description": "From the device, in metres."},
                "starts": {"type": "string", "format": "date-time"}, "ends": {"type": "string", "format": "date-time"},
                "place": {"type": "object", "description": "As notices have it."},
                "deal": {"type": "object", "description": "As notices have it."},
                "watch": {"type": "object", "description": "As notices have it."}}}}}}}}
        """,
        """
        "History": {"type": "object", "required": ["notifications"], "properties": {
          "notifications": {"type": "array", "items": {"type": "object",
            "required": ["specversion", "id", "source", "type", "subject", "time", "sequence", "data"]}}}}
        """,
        """
        "Notifications": {"type": "object", "required": ["log", "latest", "notifications"], "properties": {
          "log": {"type": "string"}, "latest": {"type": "integer"},
          "gap": {"type": "object", "required": ["oldest"], "properties": {"oldest": {"type": "integer"}}},
          "notifications": {"type": "array", "items": {"type": "object",
            "required": ["specversion", "id", "source", "type", "subject", "time", "sequence", "data"]}}}}
        """,
        place, ownPlaceDraft, explanation, watch, watchDraft,
    ]
}
