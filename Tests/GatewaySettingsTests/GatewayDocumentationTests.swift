import FoundationEssentials
import GatewaySettings
import TOML
import Testing

private let keys = GatewayConfiguration.Key.allCases.map(\.rawValue)

private func file(_ path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try String(contentsOfFile: "/\(root)/\(path)", encoding: .utf8)
}

private func read(_ text: String) throws -> TOMLDocument {
    try TOMLDocument(Array(text.utf8), name: "documentation")
}

struct GatewayDocumentationTests {
    @Test func `the example says the defaults`() throws {
        let example = try read(file("gateway.toml"))
        #expect(try GatewayConfiguration(example) == GatewayConfiguration())
    }

    @Test func `the example has every key, those without a default behind a hash`() throws {
        let lines = try file("gateway.toml").split(separator: "\n").map { line in
            line.hasPrefix("# [[") || line.hasPrefix("# ") && line.contains(" = ")
                ? line.dropFirst(2) : line
        }
        let (values, errors) = try read(lines.joined(separator: "\n")).root.values(for: keys)
        #expect(errors.isEmpty)
        let written = values.values.sorted { $0.location.line < $1.location.line }.map(
            \.location.key)
        #expect(written == keys)
    }

    @Test func `the table in docs has every key and its default`() throws {
        let rows = try file("docs/gateway.md").split(separator: "\n")
            .drop { $0 != "## Configuration" }.filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.trimming(" `") } }
        let last = ["ntfy.url", "ntfy.token_file"]
        #expect(rows.map { $0[0] } == keys.dropLast() + last)
        let settings = rows.filter { $0[1] != "–" }.map { "\($0[0]) = \($0[1])" }
        #expect(settings.count == keys.count - 5)
        let defaults = try GatewayConfiguration(read(settings.joined(separator: "\n")))
        #expect(defaults == GatewayConfiguration())
    }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> String {
        let start = drop { characters.contains($0) }
        return String(start.reversed().drop { characters.contains($0) }.reversed())
    }
}
