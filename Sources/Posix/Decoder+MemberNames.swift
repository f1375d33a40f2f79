extension Decoder {
    /// The names of all members of the object that is decoded, in alphabetical order.
    package var memberNames: [String] {
        get throws { try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted() }
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
