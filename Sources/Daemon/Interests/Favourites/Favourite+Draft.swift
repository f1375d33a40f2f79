package import Geofencing
package import Places
import Posix

extension Favourite {
    /// To add a favourite: one of the first six fields, and perhaps a radius and an audience.
    /// To change one: these two alone.
    package struct Draft: Codable, Equatable, Sendable {
        /// Any of the next five, which is recognised by its form, and by what is known.
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
        /// Metres; `null`: as the configuration has it.
        package var radius = Patch<Double>.absent
        /// `null`: the daemon's own source.
        package var audience = Patch<Audience>.absent

        package init() {}

        package init(text: String, radius: Double? = nil, audience: Audience? = nil) {
            self.text = text
            self.radius = Patch(radius)
            self.audience = Patch(audience)
        }

        /// Those of the first six fields that are given.
        var said: [(field: String, text: String)] {
            let fields = [
                ("text", text), ("brand", brand), ("wikidata", wikidata), ("name", name),
                ("category", category), ("place", place),
            ]
            return fields.compactMap { field, text in text.map { (field, $0) } }
        }
    }

    package struct Filter: RegionFilter {
        /// Where to look for the nearest place; `nil`: where the device is.
        package var near: PlaceQuery.Near?
        /// `nil`: any.
        package var audience: Audience?

        package init(near: PlaceQuery.Near? = nil, audience: Audience? = nil) {
            self.near = near
            self.audience = audience
        }

        package init(query: [String: String]) throws {
            near = try query["near"].map { try PlaceQuery.Near($0) }
            audience = try query["audience"].map { try Audience($0, of: "audience") }
        }

        package var query: [(name: String, value: String)] {
            [("near", near?.description), ("audience", audience?.description)].compactMap {
                name, value in value.map { (name, $0) }
            }
        }
    }
}
