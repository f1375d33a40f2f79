import Places

/// The parts of the description that are about places and brands.
extension OpenAPI {
    private static let near = """
        {"name": "near", "in": "query", "description": "A town, a postcode, a street, an address, the name of a place, latitude and longitude, or here; where the device is, if that is known. Refused if it may be several places far from each other, or no place is near and some would be if the two numbers were swapped: geo:52.3731,4.8926 is never asked about.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 1000, "examples": ["Dam 20, Amsterdam", "52.3731,4.8926"]}}
        """

    static let searchParameters = """
        [{"name": "text", "in": "query", "description": "Words that a place must have; the last may be only begun.",
          "schema": {"type": "string", "maxLength": 1000, "examples": ["starbucks"]}},
        {"name": "category", "in": "query", "description": "As in amenity=cafe, one side of it, or an everyday word: restaurants, supermarkt.",
          "schema": {"type": "string", "maxLength": 1000, "examples": ["amenity=cafe"]}},
        {"name": "brand", "in": "query", "description": "In any spelling, or its Wikidata id.",
          "schema": {"type": "string", "maxLength": 1000}},
        \(near),
        {"name": "radius", "in": "query", "description": "Metres.",
          "schema": {"type": "number", "exclusiveMinimum": 0, "maximum": 20040000}},
        {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": \(PlaceQuery.mostPlaces), "default": 20}},
        {"name": "sort", "in": "query", "schema": {"enum": ["distance", "relevance", "name"]}},
        {"name": "open_now", "in": "query", "description": "Only what is known to be open.", "schema": {"type": "boolean"}}]
        """

    static let importParameters = """
        [{"name": "name", "in": "query", "required": true, "description": "What the file is called, for its source and for messages; - has no name. Of several files, which the body has one after another, the names in their order.",
          "schema": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1, "maxLength": 4096}, "examples": [["cafes.csv"]]}},
        {"name": "size", "in": "query", "description": "Of several files, how many bytes each has, in the order of the names.",
          "schema": {"type": "array", "items": {"type": "integer", "minimum": 0}}},
        {"name": "source", "in": "query", "description": "Where the places are from; replaces all from there. Without it, osm or the file's name.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 1000}}]
        """

    static let cellParameters = """
        [{"name": "source", "in": "path", "required": true, "description": "Where the places are from: the first part of their ids. Not own.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 1000, "pattern": "^[^/]+$", "examples": ["shops"]}},
        {"name": "cell", "in": "path", "required": true, "description": "floor(lat / 0.05)_floor(lon / 0.05).",
          "schema": {"type": "string", "pattern": "^(0|-?[1-9][0-9]{0,3})_(0|-?[1-9][0-9]{0,3})$", "examples": ["1047_97"]}}]
        """

    /// Of a place whose id is cells/SOURCE/CELL.
    static let cellPlaceParameters = """
        [{"name": "source", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}},
        {"name": "cell", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}}, \(near)]
        """

    /// Without features, there are no places.
    static let featureCollection = #"""
        {"type": "object", "required": ["type", "features"], "properties": {
          "type": {"const": "FeatureCollection"},
          "features": {"type": "array", "items": {"type": "object", "required": ["type"], "properties": {
            "type": {"const": "Feature"}, "id": {"type": ["string", "number"]},
            "properties": {"type": ["object", "null"]}, "geometry": {"type": ["object", "null"]}}}}},
          "examples": [{"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": "17", "properties": {"name": "Café Dam", "amenity": "cafe"},
             "geometry": {"type": "Point", "coordinates": [4.8926, 52.3731]}}]}]}
        """#

    static let importSummary = """
        {"type": "object", "required": ["read", "added", "changed", "removed", "unchanged", "skipped", "reasons", "sources", "seconds"], "properties": {
          "read": {"type": "integer", "description": "Places of the body: added, changed, unchanged and skipped ones."},
          "added": {"type": "integer"}, "changed": {"type": "integer"}, "removed": {"type": "integer"},
          "unchanged": {"type": "integer"}, "skipped": {"type": "integer", "description": "Places that cannot be used."},
          "reasons": {"type": "array", "description": "Why the first ones were skipped.", "items": {"type": "string"}},
          "sources": {"type": "array", "items": {"type": "string"}},
          "seconds": {"type": "number"}, "attribution": {"type": "string"}}}
        """

    static let showParameters = """
        [{"name": "id", "in": "path", "required": true, "description": "As in osm/node/123; its slashes may stay.",
          "schema": {"type": "string", "minLength": 1}}, \(near)]
        """

    static let placeID = """
        [{"name": "id", "in": "path", "required": true, "description": "As in own/home; its slashes may stay.",
          "schema": {"type": "string", "minLength": 1}}]
        """

    static let onePlace = json(##"{"$ref": "#/components/schemas/Place"}"##)

    static let ownPlaces = ##"""
        {"type": "object", "required": ["places"], "properties": {
          "places": {"type": "array", "items": {"$ref": "#/components/schemas/Place"}}}}
        """##

    static let ownPlaceDraft = #"""
        "own_place_draft": {"type": "object", "additionalProperties": false,
          "description": "To add one: a name, and at or an address. To change one: any of them; null takes away.",
          "properties": {
          "name": {"type": "string", "minLength": 1, "maxLength": 1000, "examples": ["Home"]},
          "at": {"description": "Latitude and longitude, in degrees; or a text as near takes it.",
            "oneOf": [
              {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
              {"type": "string", "minLength": 1, "maxLength": 1000}],
            "examples": [[52.3731, 4.8926], "Dam 20, Amsterdam"]},
          "address": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000,
            "description": "Without at: where it is, as near takes it. With at: any text."},
          "category": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000,
            "description": "As in amenity=cafe, or any word; several with semicolons between."},
          "phone": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000},
          "website": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000},
          "opening_hours": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000},
          "description": {"type": ["string", "null"], "minLength": 1, "maxLength": 10000}}}
        """#

    static let catalogueParameters = """
        [{"name": "text", "in": "query", "description": "Only brands with this in a name. How many are within 3 km of near is counted.",
          "schema": {"type": "string", "minLength": 1, "maxLength": 1000}},
        \(near),
        {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": \(CatalogueQuery.mostBrands), "default": 20}}]
        """

    static let matches = ##"""
        {"type": "object", "required": ["places", "without_hours", "loose", "suggestions"], "properties": {
          "places": {"type": "array", "items": {"$ref": "#/components/schemas/Place"}},
          "without_hours": {"type": "integer", "description": "How many more have no opening hours that are understood."},
          "loose": {"type": "boolean", "description": "No place has all words: these have one of them."},
          "suggestions": {"type": "array", "items": {"type": "string"}},
          "near": {"type": "object", "description": "What was understood of where to search.", "required": ["lat", "lon"],
            "properties": {"lat": {"type": "number"}, "lon": {"type": "number"},
              "text": {"type": "string", "examples": ["Damrak, Amsterdam (near number 20)"]}}}}}
        """##

    static let brands = """
        {"type": "object", "required": ["brands"], "properties": {"brands": {"type": "array", "items": {
          "type": "object", "required": ["name", "places"], "properties": {
            "name": {"type": "string"}, "wikidata": {"type": "string"}, "category": {"type": "string"},
            "places": {"type": "integer"}, "near": {"type": "integer"}}}}}}
        """

    static let place = """
        "Place": {"type": "object", "required": ["id", "title", "categories", "lat", "lon", "geo"], "properties": {
          "id": {"type": "string"}, "title": {"type": "string"}, "name": {"type": "string"},
          "brand": {"type": "string"}, "wikidata": {"type": "string"},
          "categories": {"type": "array", "items": {"type": "string"}},
          "lat": {"type": "number"}, "lon": {"type": "number"}, "geo": {"type": "string"},
          "address": {"type": "object", "required": ["text"], "properties": {
            "text": {"type": "string"}, "street": {"type": "string"}, "house_number": {"type": "string"},
            "postcode": {"type": "string"}, "city": {"type": "string"}}},
          "phone": {"type": "string"}, "website": {"type": "string"},
          "opening_hours": {"type": "string"}, "open": {"type": "boolean"},
          "open_until": {"type": "string"}, "opens_at": {"type": "string"},
          "description": {"type": "string"}, "rating": {"type": "number"},
          "distance": {"type": "number", "description": "Metres."},
          "bearing": {"type": "number", "description": "Degrees from north, clockwise."},
          "attribution": {"type": "string"}}}
        """
}
