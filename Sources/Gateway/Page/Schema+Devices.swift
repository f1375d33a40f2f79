/// What geofenced has told, and why, as people see it.
extension Schema {
    static let regions = #"""
        {"type": "object", "required": ["type", "features"], "properties": {
          "type": {"const": "FeatureCollection"}, "features": {"type": "array", "items": {
            "type": "object", "required": ["type", "id", "geometry", "properties"], "properties": {
              "type": {"const": "Feature"},
              "id": {"type": "string", "description": "Of the region, as deal/7."},
              "geometry": {"type": "object", "required": ["type", "coordinates"], "properties": {
                "type": {"const": "Point"},
                "coordinates": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2, "description": "Longitude and latitude of the middle."}}},
              "properties": {"type": "object", "required": ["kind", "name", "radius", "inside"], "properties": {
                "kind": {"type": "string", "description": "As favourite, deal or watch."},
                "name": {"type": "string"}, "radius": {"type": "number", "description": "Metres."},
                "inside": {"type": "boolean", "description": "Whether the device is in it."},
                "distance": {"type": "number", "description": "From the device to the middle, in metres."},
                "starts": {"type": "string", "format": "date-time"}, "ends": {"type": "string", "format": "date-time"},
                "place": {"type": "object", "description": "What it is around: id, name, brand, category, address and more, as far as it is known."},
                "deal": {"type": "object", "description": "company, category, description and more."},
                "watch": {"type": "object", "description": "set, id, title, details."}}}}}}}}
        """#

    static let notice = #"""
        {"type": "object", "description": "A CloudEvent.",
          "required": ["specversion", "id", "source", "type", "subject", "time", "sequence", "data"], "properties": {
          "id": {"type": "string"}, "type": {"type": "string", "description": "As geofence.enter."},
          "subject": {"type": "string"}, "time": {"type": "string", "format": "date-time"},
          "sequence": {"type": "string", "description": "Digits; for explain."}, "device": {"type": "string"},
          "data": {"type": "object"}}}
        """#

    static let history = made(["notifications": array(reference("Notice"))])

    static let explanation = #"""
        {"type": "object", "required": ["region", "transitions", "limits", "dropped", "moments"], "properties": {
          "region": {"type": "object", "required": ["id", "kind", "name", "center", "radius"], "properties": {
            "id": {"type": "string"}, "kind": {"type": "string"}, "name": {"type": "string"},
            "center": {"type": "array", "items": {"type": "number"}, "description": "Longitude and latitude."},
            "radius": {"type": "number", "description": "Metres."},
            "starts": {"type": "string", "format": "date-time"}, "ends": {"type": "string", "format": "date-time"}}},
          "transitions": {"type": "array", "description": "The kinds that are told.", "items": {"enum": ["enter", "exit", "dwell"]}},
          "limits": {"type": "object", "description": "In metres and seconds.", "additionalProperties": {"type": "number"}},
          "dropped": {"type": "object", "description": "Fixes in the circle, by reason.", "additionalProperties": {"type": "integer"}},
          "moments": {"type": "array", "items": {"type": "object", "required": ["decisive", "fixes"], "properties": {
            "sequence": {"type": "integer", "description": "Of the notice; missing where there is none."},
            "decisive": {"type": "integer", "description": "Which of the fixes decided, from 0."},
            "fixes": {"type": "array", "items": {"type": "object", "required": ["time", "lat", "lon", "distance"], "properties": {
              "time": {"type": "string", "format": "date-time"}, "lat": {"type": "number"}, "lon": {"type": "number"},
              "accuracy": {"type": "number", "description": "Metres."},
              "distance": {"type": "number", "description": "Metres to the middle."},
              "dropped": {"type": "string", "description": "Why it was not used."},
              "reason": {"type": "string", "description": "Why it changed nothing."},
              "since": {"type": "string", "format": "date-time"},
              "transitions": {"type": "array", "items": {"type": "object",
                "required": ["type", "time", "rule", "distance", "told"]}}}}}}}}}}
        """#
}
