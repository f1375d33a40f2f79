import FoundationEssentials

extension StandardOutput {
    /// One document on one line, times as in the API.
    mutating func write(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        write(Array(try encoder.encode(value)))
        write(line: "")
    }
}
