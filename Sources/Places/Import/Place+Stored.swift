import Geofencing
import SQLite

extension Place {
    /// Of all that is stored; it stays the same from run to run.
    var digest: Int64 {
        var digest = Digest()
        digest.add(coordinate.latitude.bitPattern)
        digest.add(coordinate.longitude.bitPattern)
        digest.add(name)
        digest.add(brand)
        digest.add(wikidata)
        digest.add(address.street)
        digest.add(address.houseNumber)
        digest.add(address.postcode)
        digest.add(address.city)
        digest.add(phone)
        digest.add(website)
        digest.add(openingHours)
        digest.add(description)
        for category in categories { digest.add(category) }
        digest.add(rating?.bitPattern ?? 0)
        return Int64(bitPattern: digest.value)
    }

    /// What a brand's places are looked up by: its Wikidata id, else its folded name; `nil` without
    /// a brand.
    var brandLabel: String? { wikidata ?? brand.map(\.folded) }

    /// In the order of the columns from `digest` on; `folded` is the name's.
    func bind(to statement: Statement, from start: Int32, digest: Int64) {
        statement.bind(start, digest)
        statement.bind(start + 1, coordinate.latitude)
        statement.bind(start + 2, coordinate.longitude)
        statement.bind(start + 3, name)
        statement.bind(start + 4, name?.folded ?? "")
        statement.bind(start + 5, brand)
        statement.bind(start + 6, wikidata)
        statement.bind(start + 7, categoryColumn)
        statement.bind(start + 8, address.street)
        statement.bind(start + 9, address.houseNumber)
        statement.bind(start + 10, address.postcode)
        statement.bind(start + 11, address.city)
        statement.bind(start + 12, phone)
        statement.bind(start + 13, website)
        statement.bind(start + 14, openingHours)
        statement.bind(start + 15, description)
        statement.bind(start + 16, rating.map { SQLValue.real($0) } ?? .null)
    }

    /// As `bind` has them.
    static let storedColumns = [
        "digest", "latitude", "longitude", "name", "folded", "brand", "wikidata", "categories",
        "street", "house_number", "postcode", "city", "phone", "website", "opening_hours",
        "description", "rating",
    ]
}

private struct Digest {
    /// Another number when rows are to be written anew, because what is stored with them is made
    /// in another way.
    private static let version: UInt64 = 2

    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    init() { add(Self.version) }

    /// Fowler, Noll and Vo's hash of words instead of bytes; the shift brings the upper bits down,
    /// which a product alone never does.
    mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 32
    }

    mutating func add(_ text: String?) {
        // No text is that long.
        guard var text else { return add(UInt64.max) }
        text.withUTF8 { bytes in
            add(UInt64(bytes.count))
            let bytes = UnsafeRawBufferPointer(bytes)
            var place = 0
            while place + 8 <= bytes.count {
                add(
                    UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
                place += 8
            }
            add(bytes[place...].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
