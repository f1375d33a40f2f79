import Geofencing

extension Favourite {
    package static let description = RegionKindDescription(
        item: item, draft: draft, filter: filter)

    private static let item = #"""
        {
          "type": "object",
          "required": ["id", "match", "value", "name", "places", "audience", "added", "owner"],
          "properties": {
            "id": {"type": "integer", "format": "int64"},
            "match": {
              "type": "string", "enum": ["place", "name", "brand", "category"],
              "description": "What is compared. Where several favourites match one place, the first of these decides."
            },
            "value": {
              "type": "string",
              "description": "A Wikidata id, or the folded name of a brand without one; a name; key=value; the id of a place.",
              "examples": ["Q37158", "amenity=cafe", "osm/node/123"]
            },
            "name": {"type": "string", "description": "For people.", "examples": ["Starbucks"]},
            "wikidata": {
              "type": "string", "pattern": "^Q[0-9]+$", "examples": ["Q37158"],
              "description": "Of a brand; absent if it is not known by one."
            },
            "radius": {
              "type": "number", "exclusiveMinimum": 0, "maximum": 100000,
              "description": "Metres; absent: as the configuration has it."
            },
            "places": {
              "type": "integer", "minimum": 0,
              "description": "How many places in the database it stands for."
            },
            "nearest": {
              "type": "object",
              "description": "The nearest of them; absent if it is not known where the device is.",
              "required": ["id", "name", "distance", "lat", "lon"],
              "properties": {
                "id": {"type": "string", "examples": ["osm/node/123"]},
                "name": {"type": "string"},
                "distance": {"type": "number", "minimum": 0, "description": "Metres."},
                "lat": {"type": "number", "minimum": -90, "maximum": 90},
                "lon": {"type": "number", "minimum": -180, "maximum": 180}
              }
            },
            "audience": {
              "type": "string", "pattern": "\#(Audience.pattern)",
              "description": "For whom it is: a device that follows it hears of it. Two favourites of one thing may be for two audiences."
            },
            "added": {"type": "string", "format": "date-time"},
            "owner": {
              "type": "integer", "minimum": 0, "maximum": 4294967295,
              "description": "The uid of the account that added it."
            }
          }
        }
        """#

    private static let draft = #"""
        {
          "type": "object",
          "description": "To add one: exactly one of text, brand, wikidata, name, category and place. To change one: the radius and the audience alone.",
          "properties": {
            "text": {
              "type": "string", "minLength": 1, "maxLength": 1000,
              "description": "Any of the others, recognised by its form and by what is known.",
              "examples": ["Starbucks", "Q37158", "amenity=cafe", "osm/node/123"]
            },
            "brand": {
              "type": "string", "minLength": 1, "maxLength": 1000,
              "description": "Any spelling of a brand of the catalogue or of the database.",
              "examples": ["Starbucks"]
            },
            "wikidata": {
              "type": "string", "pattern": "^[Qq][0-9]+$", "examples": ["Q37158"]
            },
            "name": {
              "type": "string", "minLength": 1, "maxLength": 1000,
              "description": "Of places, however they write it.", "examples": ["Café de Flore"]
            },
            "category": {
              "type": "string", "minLength": 1, "maxLength": 1000,
              "description": "As in amenity=cafe, or a word for it, as in cafés or supermarkt.",
              "examples": ["amenity=cafe", "supermarkt"]
            },
            "place": {
              "type": "string", "description": "The id of a place in the database.",
              "examples": ["osm/node/123"]
            },
            "radius": {
              "type": ["number", "null"], "exclusiveMinimum": 0, "maximum": 100000,
              "description": "Metres; null: as the configuration has it."
            },
            "audience": {
              "type": ["string", "null"], "pattern": "\#(Audience.pattern)",
              "description": "For whom it is; own, if it does not say: what the daemon's own source alone follows.",
              "examples": ["own", "everyone", "person/anna"]
            }
          }
        }
        """#

    private static let filter = #"""
        [
          {
            "name": "near", "in": "query",
            "description": "Where to look for the nearest places from, as near of /v1/places; the device's position if absent.",
            "schema": {"type": "string"}, "example": "52.3731,4.8926"
          },
          \#(Audience.filter)
        ]
        """#
}
