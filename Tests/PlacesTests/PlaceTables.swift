import FoundationEssentials
import TestSupport
import Testing

/// Places of two countries, from OpenStreetMap, which are not part of the package.
enum PlaceTables {
    private static let folder = URL(filePath: Corpus.path("places"))

    struct Place {
        var name: String
        var brand: String
        var wikidata: String
        var category: String
    }

    static func places() throws -> [Place] {
        try ["monaco-2023-12.csv", "andorra-2025-01.csv"].flatMap { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let rows = text.split(whereSeparator: \.isNewline).map { fields(of: $0) }
            let header = try #require(rows.first)
            let columns = try ["name", "brand", "brand_wikidata", "category"].map {
                try #require(header.firstIndex(of: $0))
            }
            return rows.dropFirst().filter { $0.count == header.count }.map { row in
                let values = columns.map { row[$0] }
                return Place(
                    name: values[0], brand: values[1], wikidata: values[2], category: values[3])
            }
        }
    }

    /// Of a line as RFC 4180 has it, without line breaks in fields.
    private static func fields(of line: Substring) -> [String] {
        var fields = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}
