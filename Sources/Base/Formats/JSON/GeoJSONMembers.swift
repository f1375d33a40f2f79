import Glibc

/// The members of an object that GeoJSON knows, found in one pass; the first where several have the
/// same name.
package struct GeoJSONMembers {
    package private(set) var type: JSONValue?
    package private(set) var id: JSONValue?
    package private(set) var geometry: JSONValue?
    package private(set) var properties: JSONValue?
    package private(set) var features: JSONValue?
    package private(set) var coordinates: JSONValue?
    /// The coordinate reference system, as before RFC 7946.
    package private(set) var crs: JSONValue?

    package init(_ object: JSONValue) {
        object.forEachMember { (name: UnsafeRawBufferPointer, value) in add(name, value) }
    }

    private mutating func add(_ name: UnsafeRawBufferPointer, _ value: JSONValue) {
        switch name.count {
        case 2 where name.isText("id"): id = id ?? value
        case 3 where name.isText("crs"): crs = crs ?? value
        case 4 where name.isText("type"): type = type ?? value
        case 8 where name.isText("geometry"): geometry = geometry ?? value
        case 8 where name.isText("features"): features = features ?? value
        case 10 where name.isText("properties"): properties = properties ?? value
        case 11 where name.isText("coordinates"): coordinates = coordinates ?? value
        default: break
        }
    }
}

extension UnsafeRawBufferPointer {
    /// `text` has as many bytes.
    fileprivate func isText(_ text: StaticString) -> Bool {
        baseAddress.map { memcmp($0, text.utf8Start, count) == 0 } ?? false
    }
}
