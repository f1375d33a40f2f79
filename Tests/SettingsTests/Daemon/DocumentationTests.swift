import Formats
import FoundationEssentials
import Settings
import TestSupport
import Testing

private let keys = Configuration.Key.allCases.map(\.rawValue)

private func read(_ text: String) throws -> TOMLDocument {
    try TOMLDocument(Array(text.utf8), name: "documentation")
}

struct DocumentationTests {
    @Test func `the example says the defaults`() throws {
        let example = try read(Repository.text(of: "geofenced.toml"))
        #expect(try Configuration(example) == Configuration())
    }

    @Test func `the example has every key, those without a default behind a hash`() throws {
        let lines = try Repository.text(of: "geofenced.toml").split(separator: "\n").map { line in
            line.hasPrefix("# ") && line.contains(" = ") ? line.dropFirst(2) : line
        }
        let (values, errors) = try read(lines.joined(separator: "\n")).root.values(for: keys)
        #expect(errors.isEmpty)
        let written = values.values.sorted { $0.location.line < $1.location.line }.map(
            \.location.key)
        #expect(written == keys)
    }

    @Test func `the table in docs has every key and its default`() throws {
        let rows = try Repository.text(of: "docs/configuration.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.trimming(" `") } }
        #expect(rows.map { $0[0] } == keys)
        let settings = rows.filter { $0[1] != "–" }.map { "\($0[0]) = \($0[1])" }
        #expect(settings.count == keys.count - 3)
        let defaults = try Configuration(read(settings.joined(separator: "\n")))
        #expect(defaults == Configuration())
    }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> String {
        let start = drop { characters.contains($0) }
        return String(start.reversed().drop { characters.contains($0) }.reversed())
    }
}
