package import Posix

/// The features of a GeoJSON file (RFC 7946), in its order, with the memory of one.
///
/// The file holds a FeatureCollection, laid out in any way and with its members in any order, or a
/// Feature, or any number of either, as GeoJSONSeq does: one after another, each on its line or
/// with a record separator before it (RFC 8142).
package struct GeoJSONFeatures: ~Copyable {
    /// Bytes of a feature, and of a collection without its features.
    package static let largestFeature = 16 * 1024 * 1024

    private var cursor: JSONCursor
    private var parser = JSONParser()
    /// The feature being read.
    private var feature: [UInt8] = []
    /// The top-level object being read, with `[]` for its features.
    private var object: [UInt8] = []
    private var state = State.outside
    /// Whether all is one FeatureCollection; else that is an error.
    private let isOneCollection: Bool
    /// Whether there has been a top-level object.
    private var hasObject = false
    /// Whether the top-level object has features.
    private var hasFeatures = false

    /// Where the cursor is.
    private enum State {
        case outside
        /// Before a member of the top-level object, or its end.
        case inObject
        case inFeatures
    }

    package init(path: String) throws(FileError) {
        self.init(TextInput(try InputFile(path: path), unpacks: false))
    }

    /// `isOneCollection`: anything else than one FeatureCollection is an error.
    package init(_ file: any ByteSource, isOneCollection: Bool = false) {
        cursor = JSONCursor(file)
        self.isOneCollection = isOneCollection
    }

    /// The next feature; `nil` at the end of the file. Throws a `GeoJSONError` that says where the
    /// file is damaged, or what the file throws.
    package mutating func next() throws -> GeoJSONFeature? {
        while true {
            switch state {
            case .outside:
                if !isOneCollection, let feature = try readLine() { return feature }
                guard try openObject() else { return nil }
            case .inObject: if let feature = try readMembers() { return feature }
            case .inFeatures: if let feature = try readFeature() { return feature }
            }
        }
    }

    /// The next feature, if it is a line of its own, as nearly all are in GeoJSONSeq: then the
    /// parser alone is enough, and four times as fast.
    ///
    /// `nil` for anything else, and for what is damaged: that is read again, piece by piece.
    private mutating func readLine() throws -> GeoJSONFeature? {
        try skipToObject()
        guard try cursor.peek() == .leftBrace, let text = cursor.wholeLine(),
            let start = text.baseAddress,
            let value = try? parser.parse(start, count: text.count)
        else { return nil }
        let members = GeoJSONMembers(value)
        guard members.type?.isString("Feature") == true, members.features == nil else {
            return nil
        }
        let line = cursor.line
        try check(members, line)
        cursor.skip(text.count)
        hasObject = true
        return GeoJSONFeature(line: line, json: value, members: members)
    }

    private mutating func skipToObject() throws {
        if !hasObject { try skipByteOrderMark() }
        while try cursor.take(.recordSeparator) {}
    }

    private mutating func openObject() throws -> Bool {
        try skipToObject()
        guard try cursor.take(.leftBrace) else {
            if try cursor.peek() != nil { throw notGeoJSON() }
            if !hasObject { throw GeoJSONError.empty(cursor.fileName) }
            return false
        }
        cursor.textLine = cursor.line
        if isOneCollection, hasObject {
            throw GeoJSONError.repeatedFeatures(cursor.location(cursor.line))
        }
        object.removeAll(keepingCapacity: true)
        object.append(.leftBrace)
        feature.removeAll(keepingCapacity: true)
        hasObject = true
        hasFeatures = false
        state = .inObject
        return true
    }

    private mutating func skipByteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard try cursor.peek() == mark[0] else { return }
        guard try cursor.skip(mark) else { throw notGeoJSON() }
    }

    private func notGeoJSON() -> GeoJSONError {
        .notGeoJSON(cursor.location(cursor.line))
    }

    /// Goes on to the features of a collection, or past the object, which may be a feature.
    private mutating func readMembers() throws -> GeoJSONFeature? {
        while try !cursor.take(.rightBrace) {
            if object.count > 1 {
                try cursor.expect(.comma)
                object.append(.comma)
            }
            let nameStart = object.count
            guard try cursor.isNext(.quote) else { throw try cursor.missing(.quote) }
            try cursor.copyValue(to: &object, limit: Self.largestFeature)
            let isFeatures = object[nameStart...].elementsEqual("\"features\"".utf8)
            try cursor.expect(.colon)
            object.append(.colon)
            if isFeatures, try cursor.take(.leftBracket) {
                try openFeatures()
                return nil
            }
            try cursor.copyValue(to: &object, limit: Self.largestFeature)
        }
        object.append(.rightBrace)
        state = .outside
        return try closeObject()
    }

    private mutating func openFeatures() throws {
        let line = cursor.textLine
        if hasFeatures { throw GeoJSONError.repeatedFeatures(cursor.location(line)) }
        object += [.leftBracket, .rightBracket]
        // What is known of the collection so far is checked before its features: another `crs`
        // explains strange coordinates best.
        try check(GeoJSONMembers(parse(object + [.rightBrace], line)), line)
        hasFeatures = true
        state = .inFeatures
    }

    private mutating func closeObject() throws -> GeoJSONFeature? {
        let line = cursor.textLine
        let value = try parse(object, line)
        let members = GeoJSONMembers(value)
        try check(members, line)
        if hasFeatures {
            try expect("FeatureCollection", members, line)
            return nil
        }
        if members.type?.isString("FeatureCollection") == true {
            throw GeoJSONError.noFeatures(cursor.location(line))
        }
        if isOneCollection { try expect("FeatureCollection", members, line) }
        try expect("Feature", members, line, orElse: "Feature or FeatureCollection")
        return GeoJSONFeature(line: line, json: value, members: members)
    }

    /// The next feature of a collection; `nil` after the last.
    private mutating func readFeature() throws -> GeoJSONFeature? {
        if try cursor.take(.rightBracket) {
            state = .inObject
            return nil
        }
        let isFirst = feature.isEmpty
        if !isFirst { try cursor.expect(.comma) }
        guard try cursor.isNext(.leftBrace) else {
            throw try cursor.peek() == nil ? cursor.missing(.leftBrace) : notGeoJSON()
        }
        let line = cursor.line
        feature.removeAll(keepingCapacity: true)
        try cursor.copyValue(to: &feature, limit: Self.largestFeature)
        let value = try parse(feature, line)
        let members = GeoJSONMembers(value)
        try expect("Feature", members, line)
        try check(members, line)
        return GeoJSONFeature(line: line, json: value, members: members)
    }

    private mutating func parse(_ text: [UInt8], _ line: Int) throws -> JSONValue {
        do {
            return try parser.parse(text)
        } catch {
            throw GeoJSONError.notJSON(cursor.location(line), error)
        }
    }

    private func expect(
        _ type: StaticString, _ members: GeoJSONMembers, _ line: Int, orElse wanted: String? = nil
    ) throws {
        let found = members.type
        if found?.isString(type) == true { return }
        throw GeoJSONError.wrongType(
            cursor.location(line), found.map(\.inWords), wanted: wanted ?? "\(type)")
    }

    /// Checks the `crs` of the object, and of its geometry, where PostGIS writes it.
    private func check(_ object: GeoJSONMembers, _ line: Int) throws {
        try check(crs: object.crs, line)
        try check(crs: object.geometry?["crs"], line)
    }

    private func check(crs: JSONValue?, _ line: Int) throws {
        guard let crs, !crs.isWGS84 else { return }
        throw GeoJSONError.otherCRS(cursor.location(line), crs.crsName?.inWords ?? crs.inWords)
    }
}

/// A Feature, to be used before the next one is asked for.
package struct GeoJSONFeature {
    /// The line of the file that it starts on, from 1.
    package var line: Int
    /// An object whose type is `Feature`; nothing else of it has been checked.
    package var json: JSONValue
    package var members: GeoJSONMembers
}

extension JSONValue {
    /// The name of a `crs`, as GeoJSON had one before RFC 7946 left only WGS 84.
    fileprivate var crsName: JSONValue? { self["properties"]?["name"] }

    /// Whether a `crs` is WGS 84, as it is where it is `null`.
    fileprivate var isWGS84: Bool {
        if kind == .null { return true }
        guard let name = crsName?.string?.uppercased() else { return false }
        let parts = name.split { ":/".contains($0) }
        return switch parts.last {
        case "CRS84", "CRS84H", "WGS84": true
        case "84": parts.dropLast().last == "CRS"
        case "4326": parts.count == 1 || parts.contains("EPSG")
        default: false
        }
    }
}
