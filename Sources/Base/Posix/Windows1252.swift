/// The encoding of one byte a character that Windows uses in western Europe and America.
package enum Windows1252 {
    /// The characters of 0x80 to 0x9F, which Latin-1 has not; 0: there is none.
    private static let others: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]

    /// The character of a byte in Unicode; 0 if there is none.
    package static func character(_ byte: UInt8) -> UInt16 {
        (0x80...0x9F).contains(byte) ? others[Int(byte) - 0x80] : UInt16(byte)
    }

    /// `nil` if one of the bytes is no character.
    package static func text(_ bytes: some Collection<UInt8>) -> String? {
        let units = bytes.map(character)
        if zip(bytes, units).contains(where: { $0 > 0x7F && $1 == 0 }) { return nil }
        return String(decoding: units, as: UTF16.self)
    }
}
