import Formats
import Geofencing
import Posix

/// What an input says of one place, before it is checked; used for one place after another.
struct PlaceDraft {
    /// The line of the input that it starts on, from 1.
    var line = 0
    /// Where the place is, if the input says so in numbers; else its fields say it.
    var coordinate: Coordinate?
    /// Why the place cannot be used; `nil`: its fields decide.
    var fault: SkipReason?

    /// The texts of the fields, by their raw values.
    private var values = [String?](repeating: nil, count: PlaceField.allCases.count)
    private var ranks = [UInt8](repeating: .max, count: PlaceField.allCases.count)
    /// The fields that have a value, which few have.
    private var known: [Int] = []
    /// The values of `PlaceField.categoryKeys`, in their order.
    private var tags = [String?](repeating: nil, count: PlaceField.categoryKeys.count)
    private var hasTags = false

    mutating func clear() {
        coordinate = nil
        fault = nil
        for index in known {
            values[index] = nil
            ranks[index] = .max
        }
        known.removeAll(keepingCapacity: true)
        if hasTags { for index in tags.indices { tags[index] = nil } }
        hasTags = false
    }

    /// Sets a field, unless a better column has set it; an empty text changes nothing.
    mutating func set(_ column: PlaceColumn, _ text: String) {
        switch column {
        case .field(let field, let rank):
            if rank < ranks[field.rawValue] { set(field.rawValue, rank, text.trimmed) }
        case .tag(let index):
            tags[index] = text.oneLine
            hasTags = true
        case .location: break
        }
    }

    /// As the other; `text`: UTF-8.
    mutating func set(_ column: PlaceColumn, _ text: UnsafeRawBufferPointer) {
        guard text.isSurelyTrimmed, case .field(let field, let rank) = column else {
            return set(column, String(decoding: text, as: UTF8.self))
        }
        guard rank < ranks[field.rawValue] else { return }
        set(field.rawValue, rank, String(decoding: text, as: UTF8.self))
    }

    private mutating func set(_ field: Int, _ rank: UInt8, _ text: String) {
        if text.isEmpty { return }
        if ranks[field] == .max { known.append(field) }
        ranks[field] = rank
        values[field] = field == PlaceField.description.rawValue ? text : text.oneLine
    }

    subscript(field: PlaceField) -> String? { values[field.rawValue] }

    /// Whether it has one of the tags that make a place.
    var hasCategoryTag: Bool { tags[..<PlaceField.cuisine].contains { $0 != nil } }

    /// Whether it is a town or a quarter of OpenStreetMap, and no place.
    var isArea: Bool {
        guard let kind = self[.area], self[.name] != nil, osmKey != nil else { return false }
        return !hasCategoryTag && Area.kinds.contains(kind)
    }

    /// The town or quarter that it is; `nil` if it is none. Throws as `place` does.
    func area(_ source: ImportSource) throws -> Area? {
        guard fault == nil, isArea, let kind = self[.area], let name = try text(.name),
            let key = osmKey
        else { return nil }
        let id = PlaceID(source: try source.name(isOSM: true), key: key)
        return Area(id: id, kind: kind, name: name, coordinate: try position())
    }

    /// The place, with an id of its source. Throws the `SkipReason` why it cannot be used, or an
    /// `ImportError` if its source is not known.
    func place(_ source: ImportSource) throws -> Place {
        if let fault { throw fault }
        let coordinate = try position()
        let osmKey = osmKey
        var place = Place(id: PlaceID(source: "", key: osmKey ?? ""), coordinate: coordinate)
        try describe(&place, isOSM: osmKey != nil)
        if osmKey == nil { try setKey(of: &place) }
        place.id.source = try source.name(isOSM: osmKey != nil)
        return place
    }

    private func describe(_ place: inout Place, isOSM: Bool) throws(SkipReason) {
        place.name = try text(.name)
        place.brand = try text(.brand)
        place.wikidata = self[.wikidata].flatMap { $0.wikidata }
        place.categories = try categories(isOSM: isOSM)
        if place.name == nil, place.brand == nil, place.categories.isEmpty {
            throw SkipReason.nothingKnown
        }
        place.address.street = try text(.street)
        place.address.houseNumber = try text(.houseNumber)
        place.address.postcode = try text(.postcode)
        place.address.city = try text(.city)
        place.phone = try text(.phone)
        place.website = try text(.website)
        place.openingHours = try text(.openingHours)
        place.description = try text(.description, limit: Limits.longText)
        place.rating = self[.rating].flatMap { $0.decimal }
    }

    private func setKey(of place: inout Place) throws(SkipReason) {
        if let id = try text(.id) { place.id.key = id } else { place.id.key = place.keyOfItsOwn }
    }

    private func position() throws(SkipReason) -> Coordinate {
        let coordinate = if let coordinate { coordinate } else { try writtenPosition() }
        guard abs(coordinate.latitude) <= 90 else {
            throw .geometry(.badLatitude(coordinate.latitude))
        }
        guard abs(coordinate.longitude) <= 180 else {
            throw .geometry(.badLongitude(coordinate.longitude))
        }
        // Exports write 0, 0 where they know none.
        guard coordinate.latitude != 0 || coordinate.longitude != 0 else { throw .noPosition }
        return coordinate
    }

    private func writtenPosition() throws(SkipReason) -> Coordinate {
        guard let latitude = self[.latitude], let longitude = self[.longitude] else {
            guard let text = self[.point] else { throw .noPosition }
            guard let point = text.pointOfWKT else { throw .notAPoint(text) }
            return point
        }
        guard let y = latitude.decimal else { throw .notANumber("latitude", latitude) }
        guard let x = longitude.decimal else { throw .notANumber("longitude", longitude) }
        return Coordinate(latitude: y, longitude: x)
    }

    private func text(
        _ field: PlaceField, limit: Int = Limits.shortText
    ) throws(SkipReason) -> String? {
        guard let text = self[field] else { return nil }
        return try Self.check(text, field.words, limit: limit)
    }

    private static func check(
        _ text: String, _ field: @autoclosure () -> String, limit: Int = Limits.shortText
    ) throws(SkipReason) -> String {
        guard text.utf8.count <= limit else {
            throw .tooLong(field(), bytes: text.utf8.count, limit: limit)
        }
        guard !text.hasByte(0) else { throw .hasNUL(field()) }
        return text
    }

    private func categories(isOSM: Bool) throws(SkipReason) -> [String] {
        var categories: [String] = []
        for index in tags.indices {
            guard let values = tags[index] else { continue }
            let beginning = PlaceField.categoryBeginnings[index]
            if values.hasByte(0x3B) {
                for value in values.parts where value != "no" {
                    categories.appendIfNew(beginning + value)
                }
            } else if case let value = values.trimmed, value != "no", !value.isEmpty {
                categories.appendIfNew(beginning + value)
            }
        }
        // In OpenStreetMap, `type` is not a category, but the type of a relation.
        if categories.isEmpty, let text = self[.category], !isOSM || text.hasByte(0x3D) {
            for part in text.parts { categories.appendIfNew(part) }
        }
        if categories.isEmpty { return [] }
        let length = categories.reduce(-1) { $0 + 1 + $1.utf8.count }
        guard length <= Limits.shortText else {
            throw .tooLong("category", bytes: length, limit: Limits.shortText)
        }
        for category in categories { _ = try Self.check(category, "category") }
        return categories
    }
}

extension [String] {
    fileprivate mutating func appendIfNew(_ text: String) {
        if !contains(text) { append(text) }
    }
}

extension Place {
    /// The key of a place without an id: its title, and where it is to some ten metres.
    fileprivate var keyOfItsOwn: String {
        let position = [coordinate.latitude, coordinate.longitude].map { degrees in
            "\((degrees * 10_000).rounded() / 10_000 + 0)"
        }
        return "\(title.folded)@\(position.joined(separator: ","))"
    }
}

extension String {
    /// The parts between semicolons, trimmed, without empty ones.
    fileprivate var parts: [String] {
        if !hasByte(0x3B) {
            let text = trimmed
            return text.isEmpty ? [] : [text]
        }
        return split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// On one line: what stood on another one follows after a blank.
    fileprivate var oneLine: String {
        // U+0085, U+2028 and U+2029 begin with these bytes, and few other characters do.
        let mayHaveLines = utf8.contains { $0 < 0x20 || $0 == 0xC2 || $0 == 0xE2 }
        guard mayHaveLines else { return self }
        return split { $0.isNewline || $0 == "\t" }.map { String($0).trimmed }
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// With a decimal point or a decimal comma; `nil` for what is no plain decimal number, as `nan`,
    /// `0x10` and `1,000.5`.
    fileprivate var decimal: Double? {
        let text = hasByte(.comma) ? String(map { $0 == "," ? "." : $0 }) : self
        return Double(decimal: text.utf8.span)
    }

    /// Where `POINT (5.2 52.9)` is, longitude first (OGC 06-103r4, 7.2); `nil` for all else.
    fileprivate var pointOfWKT: Coordinate? {
        let parts = uppercased().split { $0.isWhitespace || $0 == "(" || $0 == ")" }
        let words = parts.prefix { $0.first?.isLetter == true }
        let numbers = parts.dropFirst(words.count).map { String($0).decimal }
        guard ["POINT", "POINTZ", "POINTM", "POINTZM"].contains(words.joined()),
            (2...4).contains(numbers.count), let x = numbers[0], let y = numbers[1]
        else { return nil }
        return Coordinate(latitude: y, longitude: x)
    }

    /// The first Wikidata id in it; `nil` if there is none.
    fileprivate var wikidata: String? {
        parts.first { $0.isWikidataID && $0.utf8.count <= 16 }
    }
}
