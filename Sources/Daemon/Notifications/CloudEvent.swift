import Formats
import Geofencing

/// A notice as listeners get it: a CloudEvents 1.0 object in JSON, on one line.
extension Notice {
    /// With a line end. `source`: who tells, as in `/geofenced/pi-car`.
    package func cloudEvent(source: String) -> [UInt8] {
        JSONWriter.line { event in
            event.member("specversion", "1.0")
            if isTold { event.member("id", log.eventID(sequence)) }
            event.member("source", source)
            event.member("type", "geofence.\(transition.kind.rawValue)")
            event.member("subject", transition.region.id)
            if let device { event.member("device", device.description) }
            event.member("time", transition.time)
            if let recorded { event.member("recordedtime", recorded) }
            if isTold {
                event.member("sequence", LogID.padded(sequence))
            } else {
                event.member("told", false)
            }
            event.member("datacontenttype", "application/json")
            event.object("data") { data in
                transition.write(to: &data)
                if let late { data.member("late", late, decimals: 3) }
            }
        }
    }
}

extension Transition {
    fileprivate func write(to data: inout JSONWriter) {
        data.object("region") { region.write(to: &$0) }
        data.object("fix") { fix.write(to: &$0) }
        data.member("distance", distance, decimals: 1)
        data.member("rule", rule.rawValue)
        if rule == .initial { data.member("initial", true) }
        if rule == .segment { data.member("inferred", "segment") }
        if let cause { data.member("cause", cause.rawValue) }
        if let stay { data.member("stay", stay, decimals: 3) }
        region.writeDetails(to: &data)
    }
}
