import APIClient
import Community
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import MQTT

/// What can be changed of an item: its version says which state of that somebody has seen.
enum Versioned {
    case deal, favourite, group, groupPlace, member, phone, place, settings, site, tip
    case thing, bill
    case event
    case bulletin, form, review

    fileprivate var members: Set<String> {
        switch self {
        case .deal:
            [
                "name", "company", "category", "description", "lat", "lon", "address", "radius",
                "starts", "ends", "capacity", "website", "audience", "opening_hours", "site",
                "picture",
            ]
        case .favourite: ["match", "value", "radius", "audience"]
        case .group: ["name", "currency"]
        case .groupPlace: ["name", "lat", "lon", "radius"]
        case .member: ["role", "nick_name", "number", "sites"]
        case .phone: ["name", "topic"]
        case .place:
            [
                "name", "lat", "lon", "address", "categories", "phone", "website",
                "opening_hours", "description",
            ]
        case .settings: ["ways", "quiet", "transitions", "kinds"]
        case .site: ["name", "lat", "lon", "radius", "address"]
        case .tip: ["rating", "text"]
        case .thing: Set(Thing.Field.allCases.map(\.rawValue))
        case .bill: ["what", "amount", "date", "paid_by", "shares"]
        case .event: ["what", "start", "end", "all_day", "zone", "where", "people", "note"]
        case .bulletin: ["title", "text", "site", "from", "until", "picture"]
        case .form: ["name", "questions", "every_days", "is_open"]
        case .review: ["site", "date", "answers", "result", "remark"]
        }
    }

    /// The lists of items that an item has in it.
    fileprivate var parts: [(name: String, kind: Versioned)] {
        switch self {
        case .group: [("members", .member), ("sites", .site), ("places", .groupPlace)]
        default: []
        }
    }
}

extension AnyJSON {
    /// With `version` in it, and in the items that it has.
    func versioned(by kind: Versioned) throws -> AnyJSON {
        guard case .object(var members) = self else { return self }
        let changeable = members.filter { kind.members.contains($0.key) }
        members["version"] = .string(checksum(try AnyJSON.object(changeable).jsonBytes))
        for (name, kind) in kind.parts {
            guard let items = members[name] else { continue }
            members[name] = .array(try items.elements.map { try $0.versioned(by: kind) })
        }
        return .object(members)
    }
}

extension Response {
    /// An item that has its version in it, which the field `ETag` has too (RFC 9110, 8.8.3).
    static func json(
        versioned item: AnyJSON, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var response = try json(item, status: status)
        response.headers[.eTag] = item.tag
        return response
    }
}

extension Encodable {
    /// As JSON, with its version.
    func versioned(by kind: Versioned) throws -> AnyJSON {
        try AnyJSON(encoding: self).versioned(by: kind)
    }
}

extension GatewayAPI {
    /// Carries out an operation on an item, if it still is as whoever asks has seen it (`If-Match`).
    func ifUnchanged(_ operation: Operation, _ call: Call) async throws -> Response {
        guard let current = operation.current else {
            return try await operation.handler(self, call)
        }
        return try await locks.take(call.request.uri.path.subject) {
            if let seen = call.request.headers[.ifMatch] {
                let isOfGroup = operation.path.hasPrefix("groups/{group}")
                if isOfGroup {
                    // Who does not know of the group is told that there is nothing.
                    _ = try await community.group(try call.groupInPath(), by: try call.known())
                }
                let now: AnyJSON?
                do {
                    now = try await current(self, call)
                } catch CommunityError.notFound where isOfGroup {
                    now = nil
                }
                guard now.matches(seen) else { return try .changedMeanwhile(now) }
            }
            return try await operation.handler(self, call)
        }
    }
}

extension String {
    /// Of a path: what it changes, without what it does to it, as `bought`. Deals of organisations
    /// have two paths.
    var subject: String {
        let parts = (URLComponents(string: self)?.path ?? self).split(separator: "/")
        let start = parts.lastIndex(of: "deals") ?? 0
        let end = parts.lastIndex { Int64($0) != nil } ?? parts.endIndex - 1
        return parts[start...max(start, end)].joined(separator: "/")
    }
}

extension AnyJSON {
    /// Its version as a field `ETag` has it; `nil`: it has none.
    fileprivate var tag: String? { self["version"]?.string.map { "\"\($0)\"" } }
}

extension AnyJSON? {
    /// Whether a field `If-Match` has the version (RFC 9110, 13.1.1).
    fileprivate func matches(_ seen: String) -> Bool {
        guard let version = self?.tag else { return false }
        return seen.split(separator: ",").contains { tag in
            let tag = tag.filter { $0 != " " && $0 != "\t" }
            return tag == "*" || tag == version
        }
    }
}

extension Response {
    /// The second of two who change the same is told what is there now.
    fileprivate static func changedMeanwhile(_ now: AnyJSON?) throws -> Response {
        let status = HTTPResponse.Status.preconditionFailed
        let detail =
            now == nil
            ? "it is not there any more: nothing was changed"
            : "it has been changed meanwhile: nothing was changed; now is what is there"
        var response = try json(
            AnyJSON.object([
                "type": .string("about:blank"), "title": .string(status.reasonPhrase),
                "status": .integer(Int64(status.code)), "detail": .string(detail),
                "now": now ?? .null,
            ]), status: status)
        response.headers[.contentType] = Problem.mediaType
        response.headers[.eTag] = now?.tag
        return response
    }
}
