import Geofencing
import Places

/// What a favourite stands for; no two favourites for one audience have the same. Watches have
/// targets as well.
package struct Target: Hashable, Sendable {
    package var match: Favourite.Match
    /// As in the table `favourite`.
    package var key: String
}

/// The places that a target stands for.
extension PlaceStore {
    /// How many there are.
    func count(_ target: Target) throws -> Int {
        switch target.match {
        case .place, .name: try listed(target).count
        case .brand, .category: try count(try labels(target))
        }
    }

    func hasPlaces(_ target: Target) throws -> Bool { try count(target) > 0 }

    /// Those at most `radius` metres from `center`, in no order; a place with two labels of a brand
    /// is there twice.
    func places(
        _ target: Target, within radius: Double, of center: Coordinate
    ) throws -> [Found] {
        switch target.match {
        case .place, .name:
            return Self.found(try listed(target), from: center).filter { $0.distance <= radius }
        case .brand, .category:
            return try labels(target).flatMap { try places($0, within: radius, of: center) }
        }
    }

    /// The nearest one; `nil` if there is none.
    func nearest(_ target: Target, to center: Coordinate) throws -> NearestPlace? {
        let found: [Found]
        switch target.match {
        case .place, .name: found = Self.found(try listed(target), from: center)
        case .brand, .category: found = try labels(target).flatMap { try nearest($0, to: center) }
        }
        guard let best = found.min(by: { ($0.distance, $0.row) < ($1.distance, $1.row) })
        else { return nil }
        let place = try place(row: best.row)
        return NearestPlace(
            id: place.id.description, name: place.title,
            distance: (best.distance * 10).rounded() / 10,
            lat: place.coordinate.latitude, lon: place.coordinate.longitude)
    }

    /// A few are measured one by one, as the nearest may be at the other end of the Earth.
    private func nearest(_ label: Label, to center: Coordinate) throws -> [Found] {
        if try count([label]) > 5000 { return try nearest(label, to: center, count: 1) }
        return Self.found(try located(label), from: center)
    }

    private func labels(_ target: Target) throws -> [Label] {
        target.match == .brand
            ? try labels(ofBrand: target.key)
            : try label("category", target.key).map { [$0] } ?? []
    }

    /// All places of a name, or the one of an id.
    private func listed(_ target: Target) throws -> [Located] {
        if target.match == .name { return try located(named: target.key) }
        return try PlaceID(target.key).flatMap { try located($0) }.map { [$0] } ?? []
    }

    private static func found(_ places: [Located], from center: Coordinate) -> [Found] {
        let plane = LocalPlane(at: center)
        return places.map {
            Found(
                row: $0.row, coordinate: $0.coordinate,
                distance: plane.distance(to: $0.coordinate))
        }
    }
}
