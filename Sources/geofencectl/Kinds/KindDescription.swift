import FoundationEssentials
import Geofencing
import Posix

/// A kind of regions, as the daemon's description of its control socket has it (OpenAPI).
struct KindDescription {
    /// As in `deal`.
    let name: String
    /// As in `deals`.
    let collection: String
    /// What can be done besides, as in `reserve`.
    let actions: [String]
    /// JSON Schemas.
    private let item, draft: AnyJSON

    /// `nil` if the daemon knows no kind by this word.
    init?(_ collection: String, in description: AnyJSON) {
        let paths = description["paths"]?.members ?? [:]
        guard let add = paths["/v1/\(collection)"]?["post"]?["operationId"]?.string,
            add.hasPrefix("add_"), case let name = String(add.dropFirst("add_".count)),
            let schemas = description["components"]?["schemas"], let item = schemas[name],
            let draft = schemas["\(name)_draft"]
        else { return nil }
        (self.name, self.item, self.draft) = (name, item, draft)
        self.collection = collection
        let begin = "/v1/\(collection)/{id}/"
        actions = paths.keys.filter { $0.hasPrefix(begin) }.map {
            String($0.dropFirst(begin.count))
        }
        .sorted()
    }

    /// All that the daemon has.
    static func all(in description: AnyJSON) -> [KindDescription] {
        (description["paths"]?.members.keys.sorted() ?? []).compactMap {
            $0.hasPrefix("/v1/")
                ? KindDescription(String($0.dropFirst("/v1/".count)), in: description) : nil
        }
    }
}

// MARK: - Items

extension KindDescription {
    /// The fields of items: those that are always there in the order of the description, then the
    /// others.
    var fields: [String] {
        let required = item["required"]?.elements.compactMap(\.string) ?? []
        return required + Self.properties(of: item).keys.sorted().filter { !required.contains($0) }
    }

    /// The fields that can be said of one.
    var draftFields: [String] { Self.properties(of: draft).keys.sorted() }

    /// Whether a list has a column for it.
    func isColumn(_ field: String) -> Bool {
        Self.types(Self.properties(of: item)[field]).isDisjoint(with: ["object", "array"])
    }

    func isNumber(_ field: String) -> Bool {
        !Self.types(Self.properties(of: item)[field]).isDisjoint(with: ["integer", "number"])
    }

    /// As in `lighthouse 1: Marken`.
    func words(of item: AnyJSON) -> String {
        let title = (item["name"] ?? item["title"])?.text.visible
        return "\(name) \(item["id"]?.text.visible ?? "")" + (title.map { ": \($0)" } ?? "")
    }

    /// For people; `nil` if it has no such field.
    func text(_ field: String, of item: AnyJSON) -> String? {
        guard let value = item[field] else { return nil }
        let isTime = Self.properties(of: self.item)[field]?["format"]?.string == "date-time"
        let time = isTime ? value.string.flatMap { Timestamp(iso8601: $0) } : nil
        return time?.local ?? value.text
    }

    /// What a field of a draft becomes that is written as `text`; the daemon says if that is wrong.
    func value(_ text: String, of field: String) -> AnyJSON {
        let schema = Self.properties(of: draft)[field]
        if schema?["format"]?.string == "date-time", let time = CommandTime(argument: text) {
            return .string(time.time(at: .now).description)
        }
        let types = Self.types(schema)
        guard !types.isEmpty, !types.contains("string") else { return .string(text) }
        let json = (try? JSONDecoder().decode(AnyJSON.self, from: Data(text.utf8))) ?? .null
        return json == .null ? .string(text) : json
    }

    private static func properties(of schema: AnyJSON) -> [String: AnyJSON] {
        schema["properties"]?.members ?? [:]
    }

    private static func types(_ schema: AnyJSON?) -> Set<String> {
        guard let type = schema?["type"] else { return [] }
        return Set((type.elements + [type]).compactMap(\.string))
    }
}
