package import APIClient

/// A device, as `/v1/devices` has it.
package struct MirroredDevice: Sendable {
    package let id: String
    /// All that the daemon says of it.
    package let json: AnyJSON
    /// Of its last change: counts the changes of all devices.
    package internal(set) var number = 0
    /// Whether a fix that the daemon had just judged led to that.
    var hasMoved = false
    /// When the daemon has named it last: counts all that it says of devices, also if that changed nothing.
    var said = 0

    /// `nil` if it is something else.
    package init?(_ json: AnyJSON) {
        guard let id = json["id"]?.string else { return nil }
        (self.id, self.json) = (id, json)
    }

    package var name: String? { json["name"]?.string }
    /// Whether its positions are of the daemon's own source.
    package var own: Bool { json["own"] == .bool(true) }
    /// The audiences whose regions count for it.
    package var follows: Set<String> { strings("follows") }
    /// Metres; `nil`: as the daemon's configuration says.
    package var maxAccuracy: Double? { json["max_accuracy"]?.number }
    /// `nil` as long as nobody knows where it is.
    package var fix: Fix? { json["fix"].flatMap(Fix.init) }
    /// The ids of regions that it is in.
    var inside: Set<String> { strings("inside") }

    private func strings(_ name: String) -> Set<String> {
        Set((json[name]?.elements ?? []).compactMap(\.string))
    }

    package struct Fix: Hashable, Sendable {
        /// RFC 3339.
        package let time: String
        package let position: Message.Position
        /// Metres; `nil` if nobody says.
        package let accuracy: Double?
        /// Metres per second; `nil` if nobody says.
        package let speed: Double?
        /// Degrees from north; `nil` if nobody says.
        package let track: Double?

        fileprivate init?(_ json: AnyJSON) {
            guard let time = json["time"]?.string, let latitude = json["lat"]?.number,
                let longitude = json["lon"]?.number
            else { return nil }
            self.time = time
            position = Message.Position(latitude: latitude, longitude: longitude)
            accuracy = json["accuracy"]?.number
            (speed, track) = (json["speed"]?.number, json["track"]?.number)
        }
    }
}
