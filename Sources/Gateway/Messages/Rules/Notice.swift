package import Geofencing

/// What the daemon tells, as far as a message needs it.
package struct Notice: Hashable, Sendable {
    /// The CloudEvents id.
    package var id: String
    /// `nil` of the daemon's own, before there were several.
    package var device: String?
    /// `enter`, `dwell` or `exit`.
    package var transition: String
    /// When it happened, by the clock of the fixes.
    package var time: Timestamp
    /// When it was written down, by the clock of the machine; `nil` if nobody says.
    package var recorded: Timestamp?
    /// Seconds between the two, if it is of a live position and late.
    package var late: Double?
    /// Of the fix on which it was decided.
    package var fixTime: Timestamp
    /// Where the fix was.
    package var fixPosition: Message.Position?
    /// Of the fix, in metres; `nil` if nobody says.
    package var accuracy: Double?
    package var region: Region
    package var place: Message.Place?
    package var watch: Watch?
    /// Metres from the fix to the centre.
    package var distance: Double
    /// As `segment` or `initial`.
    package var rule: String
    /// Why, where it was not the device that moved.
    package var cause: String?
    /// Seconds since the enter; `nil` of an enter.
    package var stay: Double?
    /// What the notice says of a deal, by name.
    package var deal: [String: String] = [:]

    package struct Region: Hashable, Sendable {
        package var id: String
        package var kind: String
        package var name: String
        package var center: Message.Position
    }

    package struct Watch: Hashable, Sendable {
        package var set: String
        package var id: String
        /// `nil` unless it is one of the gateway's own.
        package var group: GroupWatch?
    }

    /// When it happened by the clock of the machine. Of a recording, that is when it was told.
    func happened(orElse now: Timestamp) -> Timestamp { late == nil ? recorded ?? now : time }

    /// The region that it is about, whichever of a watch's places it was at.
    var subject: String { watch.map { "watch/\($0.set)/\($0.id)" } ?? region.id }

    /// Whether both are at one place.
    func isAtPlace(of other: Notice) -> Bool {
        place?.id != nil && place?.id == other.place?.id
            || region.center.isNear(other.region.center)
    }

    /// Whether both were decided on the same fix.
    func isOfSameFix(as other: Notice) -> Bool {
        device == other.device && fixTime == other.fixTime
    }
}
