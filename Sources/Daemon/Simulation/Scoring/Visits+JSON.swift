import FoundationEssentials

extension Visits {
    /// The file `visits.json`, with one visit on each line, so that two files can be compared.
    package func json() throws -> [UInt8] {
        let visits = try visits.map { visit in
            let tags = visit.tags.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            return try stay(
                visit.region, visit.nearFrom, visit.nearTo, visit.nearest, visit.allowed,
                """
                , "enter": "\(visit.enter)", "exit": "\(visit.exit)", \
                "inside_seconds": \(visit.insideSeconds), "clear": \(visit.clear), \
                "tags": [\(tags)]
                """)
        }
        let grazes = try grazes.map {
            try stay($0.region, $0.nearFrom, $0.nearTo, $0.nearest, $0.allowed, "")
        }
        return Array(
            """
            {"name": \(try quoted(name)), "start": "\(start)", "hours": \(hours),
             "visits": [
            \(visits.joined(separator: ",\n"))
             ],
             "grazes": [
            \(grazes.joined(separator: ",\n"))
             ]
            }

            """.utf8)
    }

    private func stay(
        _ region: String, _ from: String, _ to: String, _ nearest: Double, _ allowed: Int,
        _ more: String
    ) throws -> String {
        """
          {"region": \(try quoted(region)), "near_from": "\(from)", "near_to": "\(to)", \
        "nearest": \(nearest), "allowed": \(allowed)\(more)}
        """
    }

    private func quoted(_ text: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(text), as: UTF8.self)
    }
}
