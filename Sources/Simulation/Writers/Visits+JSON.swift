import FoundationEssentials
import Posix

extension Visits {
    /// One visit a line, so that two files can be compared.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func lines(_ values: [some Encodable]) throws -> String {
            try values.map { "  " + String(decoding: try encoder.encode($0), as: UTF8.self) }
                .joined(separator: ",\n")
        }
        let name = String(decoding: try encoder.encode(name), as: UTF8.self)
        return Array(
            """
            {"name":\(name),"start":"\(start)","hours":\(hours),
             "visits":[
            \(try lines(visits))
             ],
             "grazes":[
            \(try lines(grazes))
             ]}

            """.utf8)
    }
}
