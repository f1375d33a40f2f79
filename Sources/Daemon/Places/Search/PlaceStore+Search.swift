package import Formats
package import Geofencing
import Posix

/// What a search has found.
package struct PlaceMatches: Codable, Hashable, Sendable {
    package var places: [PlaceResult]
    /// How many more there were whose opening hours are not known or not understood; counted only
    /// where open places are asked for.
    package var withoutHours = 0
    /// Whether no place has all words, and these have one of them.
    package var isLoose = false
    /// What may be meant, where nothing was found.
    package var suggestions: [String] = []
    /// What was understood of where to search; `nil` if nothing was said.
    package var near: Point?

    package struct Point: Codable, Hashable, Sendable {
        package var lat: Double
        package var lon: Double
        /// As in `Damrak, Amsterdam (near number 20)`; `nil` if it was said in numbers.
        package var text: String?
    }

    enum CodingKeys: String, CodingKey {
        case places
        case withoutHours = "without_hours"
        case isLoose = "loose"
        case suggestions, near
    }
}

extension PlaceStore {
    /// The places that best fit what is asked.
    ///
    /// `position`: where to search if the query does not say. `moment`: what the clock shows where
    /// the places are. Throws a `Refusal` for a query that makes no sense.
    package func search(
        _ query: PlaceQuery, from position: Coordinate?, at moment: LocalMoment
    ) throws -> PlaceMatches {
        try query.check()
        let near = try query.near.map { try geocode($0, from: position) }
        let search = try PlaceSearch(
            query, around: near?.coordinate ?? position, at: moment, in: self)
        var matches = try search.run()
        matches.near = near.map { PlaceMatches.Point($0) }
        return matches
    }

    /// The place with this id, as in `osm/node/123`; throws a `Refusal` if there is none.
    ///
    /// `near`: where distance and bearing are from; `nil`: from `position`. `moment`: what the
    /// clock shows at the place.
    package func show(
        _ id: String, near: PlaceQuery.Near? = nil, from position: Coordinate?,
        at moment: LocalMoment
    ) throws -> PlaceResult {
        guard let known = PlaceID(id) else {
            throw Refusal(
                .invalid, "place \(id.quoted)", "is not an id: write it as in osm/node/123")
        }
        guard let place = try place(known) else {
            throw Refusal(.notFound, "place \(id.quoted)", "is not here: search for it by its name")
        }
        let center = try near.map { try geocode($0, from: position).coordinate } ?? position
        return PlaceResult(place, near: center, at: moment)
    }

    /// Where `near` is; throws as `geocode` of a text does.
    package func geocode(
        _ near: PlaceQuery.Near, from here: Coordinate?
    ) throws -> Geocoded {
        switch near {
        case .coordinate(let point): Geocoded(coordinate: point)
        case .text(let text): try geocode(text, from: here)
        }
    }
}

extension PlaceMatches.Point {
    fileprivate init(_ geocoded: Geocoded) {
        (lat, lon) = (geocoded.coordinate.latitude, geocoded.coordinate.longitude)
        text = geocoded.text
    }
}
