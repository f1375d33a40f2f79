extension Decoder {
    /// The names of all members of the object that is decoded, in alphabetical order.
    package var memberNames: [String] {
        get throws { try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted() }
    }
}

package struct AnyKey: CodingKey {
    package var stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
