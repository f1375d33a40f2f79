import Geofencing

/// A notice as listeners get it: a CloudEvents 1.0 object in JSON, on one line.
extension Notice {
    /// With a line end. `source`: who tells, as in `/geofenced/pi-car`.
    package func cloudEvent(source: String) -> [UInt8] {
        JSONWriter.line { event in
            event.member("specversion", "1.0")
            event.member("id", log.eventID(sequence))
            event.member("source", source)
            event.member("type", "geofence.\(transition.kind.rawValue)")
            event.member("subject", transition.region.id)
            event.member("time", transition.time)
            if let recorded { event.member("recordedtime", recorded) }
            event.member("sequence", LogID.padded(sequence))
            event.member("datacontenttype", "application/json")
            event.object("data") { transition.write(to: &$0) }
        }
    }
}

extension Transition {
    fileprivate func write(to data: inout JSONWriter) {
        data.object("region") { region in
            region.member("id", self.region.id)
            region.member("kind", self.region.kind)
            region.member("name", self.region.name)
            region.member(
                "center", [self.region.center.longitude, self.region.center.latitude])
            region.member("radius", self.region.radius)
        }
        data.object("fix") { fix.write(to: &$0) }
        data.member("distance", distance, decimals: 1)
        data.member("rule", rule.rawValue)
        if rule == .initial { data.member("initial", true) }
        if rule == .segment { data.member("inferred", "segment") }
        if let cause { data.member("cause", cause.rawValue) }
        if let stay { data.member("stay", stay, decimals: 3) }
        if let details = region.details {
            data.object(details.title) { object in
                for field in details.fields { object.member(field.name, field.value) }
            }
        }
    }
}

extension Fix {
    /// Writes time, position and accuracy, in the form that all our JSON has.
    package func write(to object: inout JSONWriter) {
        object.member("time", time)
        if isUndated { object.member("undated", true) }
        if clock != .receiver { object.member("clock", clock.rawValue) }
        // A hundred-millionth of a degree is a millimetre.
        object.member("lat", coordinate.latitude, decimals: 8)
        object.member("lon", coordinate.longitude, decimals: 8)
        if let accuracy { object.member("accuracy", accuracy, decimals: 2) }
        if let speed { object.member("speed", speed, decimals: 2) }
        if let track { object.member("track", track, decimals: 1) }
    }
}
