import Geofencing
import Posix
import SQLite

extension Place {
    /// A number for all that is stored of it: another one means that the place has changed.
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

    /// The columns that `NewPlace.bind` writes, in its order.
    static let storedColumns = [
        "digest", "latitude", "longitude", "name", "folded", "brand", "wikidata", "categories",
        "street", "house_number", "postcode", "city", "phone", "website", "opening_hours",
        "description", "rating",
    ]
}

/// A place as it was read from an input; a class, since copying so many texts takes time.
final class NewPlace {
    let place: Place
    /// The name; empty without one.
    let folded: String
    /// The line of the input that it starts on, from 1.
    let line: Int

    init(_ place: consuming Place, folded: String, line: Int) {
        self.place = place
        self.folded = folded
        self.line = line
    }

    /// The same with another key.
    func called(_ key: String) -> NewPlace {
        var place = place
        place.id.key = key
        return NewPlace(place, folded: folded, line: line)
    }

    /// Binds arguments in the order of `Place.storedColumns`; those of what is not known stay NULL.
    func bind(to statement: Statement, from start: Int32, digest: Int64) {
        statement.bind(start, digest)
        statement.bind(start + 1, place.coordinate.latitude)
        statement.bind(start + 2, place.coordinate.longitude)
        statement.bind(start + 3, known: place.name)
        statement.bind(start + 4, folded)
        statement.bind(start + 5, known: place.brand)
        statement.bind(start + 6, known: place.wikidata)
        statement.bind(start + 7, place.categoryColumn)
        statement.bind(start + 8, known: place.address.street)
        statement.bind(start + 9, known: place.address.houseNumber)
        statement.bind(start + 10, known: place.address.postcode)
        statement.bind(start + 11, known: place.address.city)
        statement.bind(start + 12, known: place.phone)
        statement.bind(start + 13, known: place.website)
        statement.bind(start + 14, known: place.openingHours)
        statement.bind(start + 15, known: place.description)
        if let rating = place.rating { statement.bind(start + 16, rating) }
    }
}

extension Statement {
    fileprivate func bind(_ index: Int32, known text: String?) {
        if let text { bind(index, text) }
    }
}

private struct Digest {
    /// To be raised when the same place is stored in another way: then imports write all rows anew.
    private static let version: UInt64 = 2

    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    init() { add(Self.version) }

    /// The hash of Fowler, Noll and Vo, of words instead of bytes. The shift brings the upper bits
    /// down, which a product alone never does.
    mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 32
    }

    mutating func add(_ text: String?) {
        // A length that no text has stands for none.
        guard var text else { return add(UInt64.max) }
        text.withUTF8 { bytes in
            add(UInt64(bytes.count))
            let bytes = UnsafeRawBufferPointer(bytes)
            var offset = 0
            while offset + 8 <= bytes.count {
                add(
                    UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            add(bytes[offset...].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
