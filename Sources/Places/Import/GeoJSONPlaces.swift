import Geofencing
import JSON
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
            guard var column = PlaceColumn(name) else { return }
            // The id of the feature comes before one among its properties.
            if case .field(.id, let rank) = column { column = .field(.id, rank: rank + 1) }
            if value.withText({ draft.set(column, $0) }) != nil { return }
            if let number = value.numberInWords { draft.set(column, number) }
        }
        do {
            draft.coordinate = try centroid.coordinate(of: feature.members.geometry)
        } catch {
            draft.fault = error
        }
        return true
    }
}

extension JSONValue {
    /// A string, or a number in words; `nil` for other values.
    fileprivate var text: String? { string ?? numberInWords }

    fileprivate var numberInWords: String? {
        if let integer { String(integer) } else { number.map { "\($0)" } }
    }
}
