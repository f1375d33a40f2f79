package import Geofencing
import Places
import Posix

extension Favourite {
    /// What is to be a favourite: one of the first six. Of one that is there, the radius.
    package struct Draft: Codable, Equatable, Sendable {
        /// Whatever it is: recognised by its form, and by what is known.
        package var text: String?
        /// Any spelling of a brand that is known.
        package var brand: String?
        /// As in `Q37158`.
        package var wikidata: String?
        package var name: String?
        /// As in `amenity=cafe`.
        package var category: String?
        /// As in `osm/node/123`.
        package var place: String?
        /// Metres.
        package var radius = Patch<Double>.absent

        package init() {}

        package init(text: String, radius: Double? = nil) {
            self.text = text
            self.radius = Patch(radius)
        }

        /// What is said of the first six.
        var said: [(field: String, text: String)] {
            let fields = [
                ("text", text), ("brand", brand), ("wikidata", wikidata), ("name", name),
                ("category", category), ("place", place),
            ]
            return fields.compactMap { field, text in text.map { (field, $0) } }
        }
    }

    package struct Filter: RegionFilter {
        /// Where to look for the nearest place, instead of where the device is.
        package var near: Coordinate?

        package init(near: Coordinate? = nil) {
            self.near = near
        }

        package init(query: [String: String]) throws {
            near = try query["near"].map { try Coordinate(written: $0, of: "near") }
        }

        package var query: [(name: String, value: String)] {
            near.map { [("near", "\($0.latitude),\($0.longitude)")] } ?? []
        }
    }
}
