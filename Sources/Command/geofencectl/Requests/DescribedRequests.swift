import APIClient
import ArgumentParser
import Posix

/// The requests that a description has (OpenAPI), for who is typing one.
struct DescribedRequests {
    private let description: AnyJSON

    init(_ description: AnyJSON) { self.description = description }

    private var paths: [String: AnyJSON] { description["paths"]?.members ?? [:] }

    /// Paths that may be meant by what is typed, as far as they are known: an id is not.
    func paths(beginning text: String) -> [String] {
        let typed = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let begun = typed.last else { return [] }
        return paths.keys.sorted().compactMap { path in
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count >= typed.count, Self.fits(typed.dropLast(), parts) else { return nil }
            let part = parts[typed.count - 1]
            guard part.isID ? !begun.isEmpty : part.hasPrefix(begun) else { return nil }
            let rest = parts[typed.count...]
            let known = rest.prefix { !$0.isID }
            let end = known.count < rest.count ? ["" as Substring] : []
            return (typed.dropLast() + [part.isID ? begun : part] + known + end)
                .joined(separator: "/")
        }
    }

    /// The names of what can be said in a request to a path: in its body, or with GET in its query.
    func fields(_ method: String, _ path: String) -> [String] {
        let typed = path.split(separator: "/", omittingEmptySubsequences: false)
        let found = paths.filter { path, _ in
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == typed.count && Self.fits(typed[...], parts)
        }
        // A path without an id comes before one with it.
        guard let path = found.min(by: { $0.key > $1.key })?.value else { return [] }
        let operation = path[method.lowercased()]
        let query = operation?["parameters"]?.elements.filter { $0["in"]?.string == "query" } ?? []
        let body = operation?["requestBody"]?["content"]?["application/json"]?["schema"]
        return query.compactMap { $0["name"]?.string } + (body.map { members(of: $0) } ?? [])
    }

    private func members(of schema: AnyJSON) -> [String] {
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            let named = description["components"]?["schemas"]?[String(name)]
            return named.map { members(of: $0) } ?? []
        }
        let choices = ["anyOf", "oneOf", "allOf"].flatMap { schema[$0]?.elements ?? [] }
        return (schema["properties"]?.members.keys.sorted() ?? [])
            + choices.flatMap { members(of: $0) }
    }

    /// Whether a described path can begin so.
    private static func fits(_ typed: ArraySlice<Substring>, _ parts: [Substring]) -> Bool {
        zip(typed, parts).allSatisfy { $1.isID ? !$0.isEmpty : $0 == $1 }
    }
}

extension Substring {
    /// Whether it stands for an id, as in `{group}`.
    fileprivate var isID: Bool { hasPrefix("{") }
}

extension Completion {
    /// Methods and paths.
    static let request = CompletionKind.custom { words, _, begun in
        let descriptions = await CommandWords(words).descriptions()
        let paths = descriptions.flatMap { DescribedRequests($0).paths(beginning: begun) }
        return (APIClient.Method.allCases.map(\.rawValue) + paths).beginning(like: begun)
    }

    /// `text=`.
    static let field = CompletionKind.custom { words, _, begun in
        let method = words.last { APIClient.Method(rawValue: $0.uppercased()) != nil } ?? "POST"
        let path = words.last { $0.hasPrefix("/") && $0 != begun } ?? ""
        let descriptions = await CommandWords(words).descriptions()
        return descriptions.flatMap { DescribedRequests($0).fields(method, path) }.map { "\($0)=" }
            .beginning(like: begun)
    }
}
