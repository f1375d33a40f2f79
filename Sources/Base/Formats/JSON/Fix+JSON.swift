package import Geofencing

extension Fix {
    /// The members of its object, as whatever we send has them: time, position and accuracy.
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
