import Geofencing

/// A transition, as OwnTracks' apps tell and understand it (owntracks/booklet, `tech/json.md`).
package struct OwnTracksTransition: Encodable {
    let _type = "transition"
    /// Two characters that stand for the device.
    var tid: String
    /// `enter` or `leave`.
    var event: String
    /// The region's name.
    var desc: String
    /// Unix seconds: when it happened.
    var tst: Int64
    /// `c`: of a circle.
    let t = "c"
    /// Where the device was: degrees, WGS 84.
    var lat: Double
    var lon: Double
    /// Metres; 0 if nobody says.
    var acc: Double
    /// Unix seconds: since when the region is known; nobody says it here.
    let wtst: Int64 = 0

    enum CodingKeys: String, CodingKey { case _type, tid, event, desc, tst, t, lat, lon, acc, wtst }

    /// `nil` of a dwell, which OwnTracks does not know.
    init?(_ notice: Notice) {
        switch notice.transition {
        case "enter": event = "enter"
        case "exit": event = "leave"
        default: return nil
        }
        tid = TrackerID.of(notice.device ?? "")
        desc = notice.region.name
        tst = notice.time.milliseconds / 1000
        let position = notice.fixPosition ?? notice.region.center
        (lat, lon, acc) = (position.latitude, position.longitude, notice.accuracy ?? 0)
    }

    /// Of no device. `nil` if nobody says where it happened.
    package init?(_ message: Message) {
        guard let position = message.position else { return nil }
        event = message.lines.first?.transition == "exit" ? "leave" : "enter"
        (tid, desc) = (TrackerID.ours, message.title)
        tst = message.time.milliseconds / 1000
        (lat, lon, acc) = (position.latitude, position.longitude, 0)
    }
}
