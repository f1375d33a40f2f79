import Formats
import Geofencing
import Notifications

extension StoredDevice {
    var line: [UInt8] { line(isOwn: false) }

    /// With a line end.
    func line(isOwn: Bool) -> [UInt8] {
        JSONWriter.line { object in
            object.member("id", device.id.description)
            if let name = device.name { object.member("name", name) } else { object.null("name") }
            object.member("own", isOwn)
            object.member("follows", device.follows.sorted().map(\.description))
            if let accuracy = device.maxAccuracy {
                object.member("max_accuracy", accuracy)
            } else {
                object.null("max_accuracy")
            }
            if let position = state?.position {
                object.object("fix") { position.write(to: &$0) }
            } else {
                object.null("fix")
            }
            object.member("inside", state?.inside ?? [])
            object.member("accepted", state?.counts.accepted ?? 0)
            object.write(dropped: state?.counts ?? FixCounts())
        }
    }
}

extension JSONWriter {
    mutating func write(dropped counts: FixCounts) {
        object("dropped") { reasons in
            for (reason, count) in counts.dropped { reasons.member(reason.name, count) }
        }
    }
}

extension Fix {
    /// As it can be pushed, with a line end.
    var pushedLine: [UInt8] {
        JSONWriter.line { line in
            write(to: &line)
            if let altitude { line.member("altitude", altitude, decimals: 1) }
        }
    }
}
