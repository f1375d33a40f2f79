import Formats
import Geofencing
import Posix

/// Places that are features of GeoJSON or GeoJSONSeq, as OpenStreetMap's and other tools write
/// them.
struct GeoJSONPlaces: PlaceProvider {
    static let name = "GeoJSON"

    private var features: Features
    private var centroid = GeometryCentroid()

    /// Holds the reader, which cannot be copied: a provider can.
    private final class Features {
        var reader: GeoJSONFeatures
        init(_ reader: consuming GeoJSONFeatures) { self.reader = reader }
    }

    /// Takes an object, perhaps after blanks, a byte order mark, or a record separator (RFC 8142).
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        let mayPrecede: [UInt8] = [
            .space, .tab, .newline, .carriageReturn, .recordSeparator, 0xEF, 0xBB, 0xBF,
        ]
        return head.first { !mayPrecede.contains($0) } == .leftBrace
    }

    init(_ file: ImportInput) {
        self.init(file as any ByteSource)
    }

    init(_ bytes: any ByteSource) {
        features = Features(GeoJSONFeatures(bytes))
    }

    /// Throws, when it is read, unless the bytes are one FeatureCollection.
    init(collection bytes: any ByteSource) {
        features = Features(GeoJSONFeatures(bytes, isOneCollection: true))
    }

    mutating func next(_ draft: inout PlaceDraft) throws -> Bool {
        guard let feature = try features.reader.next() else { return false }
        draft.line = feature.line
        if let id = feature.members.id?.text {
            draft.set(.field(.id, rank: 0), PlaceDraft.osmKey(short: id) ?? id)
        }
        feature.members.properties?.forEachMember { (name: UnsafeRawBufferPointer, value) in
            guard let column = PlaceColumn(name) else { return }
            if column == .location { return Self.read(location: value, into: &draft) }
            // The id of the feature comes before one among its properties.
            draft.set(column.lowered(by: 1), to: value)
        }
        do {
            draft.coordinate = try centroid.coordinate(of: feature.members.geometry)
        } catch {
            draft.fault = .geometry(error)
        }
        return true
    }

    /// Takes the name and the address, unless the feature has them.
    private static func read(location: JSONValue, into draft: inout PlaceDraft) {
        location.forEachMember { (name: UnsafeRawBufferPointer, value) in
            switch PlaceColumn(name)?.lowered(by: 120) {
            case .field(.name, let rank)?: draft.set(.field(.name, rank: rank), to: value)
            case .field(.street, let rank)?: draft.set(.field(.street, rank: rank), to: value)
            default: break
            }
        }
    }
}

extension PlaceDraft {
    /// Sets a field to a string or a number; other values change nothing.
    fileprivate mutating func set(_ column: PlaceColumn, to value: JSONValue) {
        if value.withText({ set(column, $0) }) != nil { return }
        if let number = value.numberInWords { set(column, number) }
    }
}

extension JSONValue {
    /// A string, or a number in words; `nil` for other values.
    fileprivate var text: String? { string ?? numberInWords }

    fileprivate var numberInWords: String? {
        if let integer { String(integer) } else { number.map { "\($0)" } }
    }
}
