import APIClient
import FoundationEssentials
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
        actions = paths.filter { $0.key.hasPrefix(begin) && $0.value["post"] != nil }.keys.sorted()
            .map { String($0.dropFirst(begin.count)) }
    }

    /// All that the daemon has.
    static func all(in description: AnyJSON) -> [KindDescription] {
        (description["paths"]?.members.keys.sorted() ?? []).compactMap {
            KindDescription(String($0.dropFirst("/v1/".count)), in: description)
        }
    }
}

// MARK: - Items

extension KindDescription {
    /// The fields that can be said of one.
    var draftFields: [String] { Self.properties(of: draft).keys.sorted() }

    /// The fields of items: those that are always there in the order of the description, then the
    /// others.
    private var fields: [String] {
        let required = item["required"]?.elements.compactMap(\.string) ?? []
        return required + Self.properties(of: item).keys.sorted().filter { !required.contains($0) }
    }

    /// As in `lighthouse 1: Marken`.
    func words(of item: AnyJSON) -> String {
        let title = (item["name"] ?? item["title"])?.text
        return "\(name) \(item["id"]?.text ?? "")\(title.map { ": \($0)" } ?? "")".visible
    }

    /// All that is known of one.
    func lines(of item: AnyJSON) -> [String] {
        let others = fields.filter { !["id", "name", "title"].contains($0) }
        return [words(of: item)]
            + others.compactMap { field in
                item[field].map { "  \(field.padded(to: -11))  \($0.text)".visible }
            }
    }

    /// The fields that are values, a column each.
    func table(of items: [AnyJSON]) -> Table {
        let types = Self.properties(of: item).mapValues(Self.types)
        let columns = fields.filter { types[$0]?.isDisjoint(with: ["object", "array"]) ?? true }
        var table = Table(
            columns.map { field in
                let isNumber = types[field]?.isDisjoint(with: ["integer", "number"]) == false
                return Table.Column(title: field.visible, side: isNumber ? .right : .left)
            })
        for item in items { table.add(columns.map { item[$0]?.text }) }
        return table
    }

    /// What a field of a draft becomes that is written as `text`; the daemon says if that is wrong.
    func value(_ text: String, of field: String) -> AnyJSON {
        let types = Self.properties(of: draft)[field].map(Self.types) ?? []
        guard !types.isEmpty, !types.contains("string") else { return .string(text) }
        let json = (try? JSONDecoder().decode(AnyJSON.self, from: Data(text.utf8))) ?? .null
        return json == .null ? .string(text) : json
    }

    private static func properties(of schema: AnyJSON) -> [String: AnyJSON] {
        schema["properties"]?.members ?? [:]
    }

    private static func types(_ schema: AnyJSON) -> Set<String> {
        Set(((schema["type"]?.elements ?? []) + [schema["type"] ?? .null]).compactMap(\.string))
    }
}
