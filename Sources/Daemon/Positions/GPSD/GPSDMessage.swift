import Geofencing

/// What one line from gpsd says, as far as it matters here.
enum GPSDMessage: Hashable {
    case version
    case devices([Device])
    case device(Device)
    case position(Position)
    case sky(Sky)
    case errorEstimate(ErrorEstimate)
    case error(String)

    /// DEVICE: a receiver that gpsd has or had.
    struct Device: Hashable {
        var path: String
        /// `nil` until gpsd knows what it is.
        var driver: String?
        /// Whether it was unplugged.
        var isGone = false
    }

    /// TPV. Numbers are finite, `nil` where gpsd says nothing.
    struct Position: Hashable {
        var device = ""
        var time: Timestamp?
        /// 2 and 3 are fixes in so many dimensions; 0 and 1 are none.
        var mode = 0
        var latitude: Double?
        var longitude: Double?
        /// Metres; what they mean depends on the driver (`GPSDReceiver.rate`).
        var eph: Double?
        /// 2 is a differential fix.
        var status = 0
        var speed: Double?
        var track: Double?
        var altitude: Double?
    }

    /// SKY.
    struct Sky: Hashable {
        var device = ""
        var hdop: Double?
        /// `nil` where no satellites are listed.
        var satellitesUsed: Int?
    }

    /// GST: standard deviations in metres, to the north and to the east.
    struct ErrorEstimate: Hashable {
        var device = ""
        var time: Timestamp?
        var latitude: Double?
        var longitude: Double?
    }
}
