import APIClient
import Geofencing

/// Takes what a server has in a cell to the daemon.
protocol CellSink: Sendable {
    /// Replaces what the daemon has of it there, all or nothing. Returns how many features it could not
    /// use. Throws a `ProviderFault` if it can use none, and an `APIError` while the daemon is away.
    func replace(_ cell: PlaceCell, by features: CellFeatures) async throws -> Int
}

extension CellFeatures {
    /// Nothing is there.
    static let none = CellFeatures(
        count: 0, collection: Array(#"{"type":"FeatureCollection","features":[]}"#.utf8))
}

extension APIError {
    /// Whether the same would be refused again.
    var isForGood: Bool {
        if case .refused(let refusal) = self { return refusal.isForGood && refusal.status != 409 }
        return self == .bodyTooLarge
    }
}

/// Places, as those of a source of the daemon's.
struct PlaceSink: CellSink {
    let daemon: APIClient
    /// The source.
    let name: String

    /// Bytes that the daemon takes.
    private static let largest = 64 << 20

    func replace(_ cell: PlaceCell, by features: CellFeatures) async throws -> Int {
        do {
            let reply = try await daemon.send(
                .put, "/v1/places/cells/\(name)/\(cell)", body: features.collection,
                largest: Self.largest)
            return Int(try AnyJSON(reply.body)["skipped"]?.integer ?? 0)
        } catch let error as APIError where error.isForGood {
            throw ProviderFault("geofenced takes none of it: \(error)")
        }
    }
}
