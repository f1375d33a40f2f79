import HTTPTypes

/// The description of `/api` (OpenAPI 3.1), made of its operations.
struct OpenAPI {
    let version: String
    let operations: [Operation]

    /// JSON.
    var text: String {
        """
        {
        "openapi": "3.1.0",
        "info": {
          "title": "geofenced-gateway",
          "version": "\(version)",
          "description": "What people see and do, each as they may. Browsers sign in with a cookie; programs of this machine use the gateway's own socket, where they are admin, or act for the person that the header field Geofenced-Person names.",
          "license": {"name": "MIT", "identifier": "MIT"}
        },
        "servers": [{"url": "/"}],
        "security": [{"cookie": []}, {"secure_cookie": []}],
        "paths": {
        \(paths.joined(separator: ",\n"))
        },
        "components": {
        "securitySchemes": {
          "cookie": {"type": "apiKey", "in": "cookie", "name": "geofenced"},
          "secure_cookie": {"type": "apiKey", "in": "cookie", "name": "__Host-geofenced"}},
        "parameters": {"if_match": {"name": "If-Match", "in": "header", "required": false,
          "description": "The version of the item that is to be changed, in quotes: if it is another one meanwhile, nothing is.",
          "schema": {"type": "string", "examples": ["\\"3b1f00c2\\""]}}},
        "responses": {"SignIn": {"description": "Nobody has signed in.", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
          "TooMany": {"description": "Too many tries, or too many streams.",
            "headers": {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
          "Changed": {"description": "The item is another than If-Match says; now is what is there, or null.",
          "content": {"application/problem+json": {"schema": {"allOf": [{"$ref": "#/components/schemas/Problem"},
            {"type": "object", "required": ["now"], "properties": {"now": {"type": ["object", "null"]}}}]}}}},
          "Problem": {"description": "What is wrong, and what to do (RFC 9457).",
          "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}},
        "schemas": {
        \(Schema.components.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ",\n"))
        }
        }
        }

        """
    }

    private var paths: [String] {
        var order: [String] = []
        var byPath: [String: [Operation]] = [:]
        for operation in operations {
            if byPath[operation.describedPath] == nil { order.append(operation.describedPath) }
            byPath[operation.describedPath, default: []].append(operation)
        }
        return order.map { path in
            let operations = byPath[path]!.map { operation in
                "\"\(operation.method.rawValue.lowercased())\": {\(operation.described)}"
            }
            return "\"/api/\(path)\": {\n  \(operations.joined(separator: ",\n  "))}"
        }
    }
}

extension Operation {
    /// As OpenAPI has it.
    fileprivate var describedPath: String { path.replacing("...}", with: "}") }

    fileprivate var described: String {
        var parts = [
            #""operationId": "\#(id)""#,
            #""summary": "\#(summary)""#,
            #""description": "For: \#(audience.rawValue).""#,
            #""parameters": [\#((pathParameters + queryParameters + fields).joined(separator: ", "))]"#,
        ]
        if isDeprecated { parts.append(#""deprecated": true"#) }
        if audience == .anyone { parts.append(#""security": []"#) }
        if let body {
            let isRequired = body.contains(where: \.isRequired)
            parts.append(
                #""requestBody": {"required": \#(isRequired), "content": {"application/json": {"schema": \#(Schema.object(body))}}}"#
            )
        }
        if !upload.isEmpty {
            let content = upload.map {
                #""\#($0)": {"schema": {"type": "string", "contentMediaType": "\#($0)"}}"#
            }
            parts.append(
                #""requestBody": {"required": true, "content": {\#(content.joined(separator: ", "))}}"#
            )
        }
        parts.append(#""responses": {\#(responses.joined(separator: ", "))}"#)
        return parts.joined(separator: ", ")
    }

    private var pathParameters: [String] {
        describedPath.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
            let name = segment.dropFirst().dropLast()
            let schema =
                Self.numbers.contains(String(name))
                ? #"{"type": "integer", "minimum": 1, "maximum": 9223372036854775807}"#
                : #"{"type": "string", "minLength": 1, "maxLength": 200}"#
            return #"{"name": "\#(name)", "in": "path", "required": true, "schema": \#(schema)}"#
        }
    }

    /// The parts of paths that are numbers.
    private static let numbers: Set<String> = [
        "arrival", "bill", "bulletin", "deal", "event", "form", "item", "link", "message", "mute",
        "number", "place_number", "request", "review", "session", "signup", "site", "stock",
        "thing",
    ]

    private var queryParameters: [String] {
        query.map {
            #"{"name": "\#($0.name)", "in": "query", "required": \#($0.isRequired), "schema": \#($0.schema)}"#
        }
    }

    /// Of the header.
    private var fields: [String] {
        current == nil ? [] : [##"{"$ref": "#/components/parameters/if_match"}"##]
    }

    /// The ids of those that can be asked only so often, or be open so many times.
    private static let limited: Set<String> = [
        "look_at_link", "join", "begin_code", "sign_up", "claim", "approve_code", "events",
    ]

    private var responses: [String] {
        let known = answers.map { answer in
            let content = answer.schema.map {
                #", "content": {"\#(answer.mediaType)": {"schema": \#($0)}}"#
            }
            return
                #""\#(answer.status)": {"description": "\#(answer.description)"\#(content ?? "")}"#
        }
        let changed =
            current == nil ? [] : [##""412": {"$ref": "#/components/responses/Changed"}"##]
        let signIn =
            audience == .anyone ? [] : [##""401": {"$ref": "#/components/responses/SignIn"}"##]
        let tooMany =
            Self.limited.contains(id)
            ? [##""429": {"$ref": "#/components/responses/TooMany"}"##] : []
        return known + changed + signIn + tooMany + [
            ##""400": {"$ref": "#/components/responses/Problem"}"##,
            ##""default": {"$ref": "#/components/responses/Problem"}"##,
        ]
    }
}
