extension OpenAPI {
    static let explanation = """
        "Explanation": {"type": "object", "required": ["region", "transitions", "limits", "dropped", "moments"], "properties": {
          "region": {"type": "object", "required": ["id", "kind", "name", "center", "radius"], "properties": {
            "id": {"type": "string"}, "kind": {"type": "string"}, "name": {"type": "string"},
            "center": {"type": "array", "items": {"type": "number"}}, "radius": {"type": "number"},
            "starts": {"type": "string", "format": "date-time"}, "ends": {"type": "string", "format": "date-time"}}},
          "transitions": {"type": "array", "description": "The kinds that are told.", "items": {"enum": ["enter", "exit", "dwell"]}},
          "limits": {"type": "object", "description": "In metres and seconds.", "additionalProperties": {"type": "number"}},
          "log": {"type": "string"},
          "around": {"type": "string", "format": "date-time"},
          "first": {"type": "string", "format": "date-time"}, "last": {"type": "string", "format": "date-time"},
          "before": {"type": "string", "format": "date-time", "description": "The last fix before the minute around a time."},
          "after": {"type": "string", "format": "date-time", "description": "The first after it."},
          "dropped": {"type": "object", "description": "Fixes in the circle, by reason.", "additionalProperties": {"type": "integer"}},
          "moments": {"type": "array", "items": {"type": "object", "required": ["decisive", "fixes"], "properties": {
            "sequence": {"type": "integer", "description": "Of the notice; missing where there is none."},
            "decisive": {"type": "integer", "description": "Which of the fixes decided, from 0."},
            "fixes": {"type": "array", "items": {"type": "object", "required": ["time", "lat", "lon", "distance"], "properties": {
              "time": {"type": "string", "format": "date-time"}, "undated": {"type": "boolean"},
              "clock": {"enum": ["mended", "carried", "system"]},
              "lat": {"type": "number"}, "lon": {"type": "number"}, "accuracy": {"type": "number"},
              "speed": {"type": "number"}, "track": {"type": "number"},
              "distance": {"type": "number", "description": "Metres to the centre."},
              "dropped": {"type": "string", "description": "Why it was not used."},
              "reason": {"enum": ["outside", "unsure", "standing_outside", "closed", "staying", "staying_untold", "leaving", "resting", "returned", "passed_again", "left_untold"]},
              "since": {"type": "string", "format": "date-time"},
              "transitions": {"type": "array", "items": {"type": "object",
                "required": ["type", "time", "rule", "distance", "told"], "properties": {
                "type": {"enum": ["enter", "exit", "dwell"]}, "time": {"type": "string", "format": "date-time"},
                "rule": {"type": "string"}, "cause": {"type": "string"}, "distance": {"type": "number"},
                "stay": {"type": "number"}, "told": {"type": "boolean", "description": "Whether this kind is told."}}}}}}}}}}}}
        """
}
