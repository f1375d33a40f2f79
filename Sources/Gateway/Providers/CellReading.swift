import Formats
import Geofencing
import MQTT

/// Collects the features that a server has in a cell, from one answer after another.
///
/// Nothing is believed of an answer: not that it is of the cell, nor that it is once.
struct CellReading: ~Copyable {
    /// Features of a cell, at most.
    static let most = 10_000

    /// A FeatureCollection without its end, with our names for properties.
    private var bytes = Array(#"{"type":"FeatureCollection","features":["#.utf8)
    private(set) var count = 0
    private let cell: PlaceCell
    private let names: PropertyNames
    private var centroid = GeometryCentroid()
    private var ids: Set<String> = []
    /// Features that do not touch the cell, and those that cannot be used, with the first reason.
    private var strays = 0
    /// Of all kinds.
    private var seen = 0
    private var unusable: (count: Int, reason: String?) = (0, nil)

    private static let turns = KeyedLock()

    init(_ cell: PlaceCell, _ names: PropertyNames) { (self.cell, self.names) = (cell, names) }

    /// All that was read. Throws a `ProviderFault` if most of it is not of the cell.
    consuming func collection() throws(ProviderFault) -> CellFeatures {
        if strays > count {
            throw ProviderFault(
                "\(strays) of \(strays + count + unusable.count) features lie elsewhere: does it know "
                    + "bbox, and has it the longitude first, in degrees of WGS 84?")
        }
        if count == 0, let reason = unusable.reason {
            throw ProviderFault("of \(unusable.count) features none can be used: \(reason)")
        }
        return CellFeatures(count: count, collection: bytes + Array("]}".utf8))
    }

    /// Reads an answer whole, and calls `body` with it, when no other is being read: some have ten times
    /// their size in memory. Throws a `ProviderFault` if it is no JSON.
    static func parse<Result>(
        _ answer: [UInt8], _ body: (JSONValue) throws -> Result
    ) async throws -> Result {
        try await turns.take("") {
            var parser = JSONParser()
            let value: JSONValue
            do {
                value = try parser.parse(answer)
            } catch {
                throw ProviderFault("its answer \(error)")
            }
            return try body(value)
        }
    }

    /// Counts one more. Throws a `ProviderFault` if these are too many, whatever they are.
    mutating func see() throws(ProviderFault) {
        seen += 1
        guard seen <= Self.most else {
            throw ProviderFault("has more than \(Self.most) features in cell \(cell)")
        }
    }

    /// `geometry`: of GeoJSON.
    mutating func add(
        id: String?, geometry: JSONValue?, properties: JSONValue?
    ) throws(ProviderFault) {
        let middle: Coordinate
        do {
            middle = try centroid.coordinate(of: geometry)
        } catch {
            return miss("\(error)")
        }
        let (low, high) = Self.bounds(of: geometry)
        // Servers round what they store, and what they are asked.
        try add(id: id, at: middle, from: low, to: high, margin: 1e-6, properties: properties)
    }

    /// `low`, `high`: the corners of the box around it. `margin`: degrees by which that may be beside the
    /// cell, for the feature to be one that the server was asked for.
    mutating func add(
        id: String?, at middle: Coordinate, from low: Coordinate, to high: Coordinate,
        margin: Double, properties: JSONValue?
    ) throws(ProviderFault) {
        guard PlaceCell(of: middle) == cell else {
            // What lies on an edge, or across it, is of the cell beyond.
            let (corner, reach) = (cell.corner, PlaceCell.size + margin)
            let touches =
                low.longitude <= corner.longitude + reach
                && high.longitude >= corner.longitude - margin
                && low.latitude <= corner.latitude + reach
                && high.latitude >= corner.latitude - margin
            if !touches { strays += 1 }
            return
        }
        let id = names.id(in: properties) ?? id
        if let id, !ids.insert(id).inserted { return }
        var writer = JSONWriter()
        writer.object { feature in
            feature.member("type", "Feature")
            if let id { feature.member("id", id) }
            feature.object("geometry") { geometry in
                geometry.member("type", "Point")
                geometry.member("coordinates", [middle.longitude, middle.latitude])
            }
            feature.object("properties") { names.write(properties, to: &$0) }
        }
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += writer.bytes
        count += 1
    }

    mutating func miss(_ reason: String) {
        unusable.count += 1
        unusable.reason = unusable.reason ?? reason
    }

    private static func bounds(of geometry: JSONValue?) -> (low: Coordinate, high: Coordinate) {
        var low = Coordinate(latitude: .infinity, longitude: .infinity)
        var high = Coordinate(latitude: -.infinity, longitude: -.infinity)
        func look(_ value: JSONValue) {
            guard let (x, y) = value.pair else { return value.forEachElement { look($0) } }
            low = Coordinate(latitude: min(low.latitude, y), longitude: min(low.longitude, x))
            high = Coordinate(latitude: max(high.latitude, y), longitude: max(high.longitude, x))
        }
        geometry?["coordinates"].map { look($0) }
        return (low, high)
    }
}

/// What a server has in a cell.
struct CellFeatures: Sendable {
    var count: Int
    /// A FeatureCollection with points alone.
    var collection: [UInt8]
}

extension JSONValue {
    /// A text, or a number as text; `nil` for anything else.
    var scalar: String? {
        string ?? integer.map { "\($0)" } ?? number.map { "\($0)" }
    }
}
