import Formats
import FoundationEssentials
import Settings
import TestSupport
import Testing

private let keys = GatewayConfiguration.Key.allCases.map(\.rawValue)

private func read(_ text: String) throws -> TOMLDocument {
    try TOMLDocument(Array(text.utf8), name: "documentation")
}

struct GatewayDocumentationTests {
    @Test func `the example says the defaults`() throws {
        let example = try read(Repository.text(of: "gateway.toml"))
        #expect(try GatewayConfiguration(example) == GatewayConfiguration())
    }

    @Test func `the example has every key, those without a default behind a hash`() throws {
        let lines = try Repository.text(of: "gateway.toml").split(separator: "\n").map { line in
            line.hasPrefix("# [") || line.hasPrefix("# ") && line.contains(" = ")
                ? line.dropFirst(2) : line
        }
        let (values, errors) = try read(lines.joined(separator: "\n")).root.values(for: keys)
        #expect(errors.isEmpty)
        let written = values.values.sorted { $0.location.line < $1.location.line }.map(
            \.location.key)
        #expect(written == keys)
    }

    /// The keys of the tables that may be there, in order.
    private let tables = [
        ("places.provider", GatewayConfiguration.Provider.Key.allCases.map(\.rawValue)),
        ("ntfy", GatewayConfiguration.NtfyServer.Key.allCases.map(\.rawValue)),
        ("mqtt", GatewayConfiguration.MQTT.Key.allCases.map(\.rawValue)),
        ("webhook", GatewayConfiguration.Webhook.Key.allCases.map(\.rawValue)),
    ]

    @Test func `the example has every key of the tables, in order`() throws {
        let lines = try Repository.text(of: "gateway.toml").split(separator: "\n")
        for (table, names) in tables {
            let keys = lines.drop { $0 != "# [\(table)]" && $0 != "# [[\(table)]]" }.dropFirst()
                .prefix { !$0.hasPrefix("# [") }
                .filter { $0.contains(" = ") }.map { $0.dropFirst(2).prefix { $0 != " " } }
            #expect(keys.map(String.init) == names, "\(table)")
        }
    }

    @Test func `the table in docs has every key and its default`() throws {
        let rows = try Repository.text(of: "docs/gateway.md").split(separator: "\n")
            .drop { $0 != "## Configuration" }.filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.trimming(" `") } }
        let inTables = tables.flatMap { table, names in names.map { "\(table).\($0)" } }
        #expect(rows.map { $0[0] } == keys.dropLast(tables.count) + inTables)
        let settings = rows.filter { $0[1] != "–" }.map { "\($0[0]) = \($0[1])" }
        // Without a default: public_url, certificate, key, files, tiles, valhalla and postgres.
        #expect(settings.count == keys.count - tables.count - 7 + 8)
        func of(_ table: String) -> [String] {
            settings.filter { $0.hasPrefix(table + ".") }
                .map { String($0.dropFirst(table.count + 1)) }
        }
        let defaults = try GatewayConfiguration(
            read(
                (settings.filter { !$0.hasPrefix("webhook.") && !$0.hasPrefix("places.") }
                    + ["mqtt.url = 'mqtt://broker'", "[[webhook]]", "url = 'http://hook'"]
                    + of("webhook")
                    + [
                        "[[places.provider]]", "name = 'a'", "kind = 'overpass'",
                        "url = 'http://a'",
                    ]
                    + of("places.provider")).joined(separator: "\n")))
        var expected = GatewayConfiguration()
        expected.mqtt = .init(host: "broker", port: 1883, isSecure: false)
        expected.providers = [.init(name: "a", kind: .overpass, url: WebAddress("http://a")!)]
        expected.webhooks = [.init(url: "http://hook")]
        #expect(defaults == expected)
    }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> String {
        let start = drop { characters.contains($0) }
        return String(start.reversed().drop { characters.contains($0) }.reversed())
    }
}
