/// A point in units of 2⁻³² of a full circle, 9.3 mm of latitude, rounded down.
struct GridPoint: Sendable {
    /// North of the south pole, below 2³¹.
    let latitude: UInt32
    /// East of 180°: longitudes wrap by themselves.
    let longitude: UInt32

    static let unitsPerDegree = 4_294_967_296.0 / 360

    @inline(__always)
    init(_ point: Coordinate) {
        // The pole itself is one more than there are rows for.
        latitude = UInt32(
            min(0x7fff_ffff, max(0, (point.latitude + 90) * Self.unitsPerDegree)))
        // 180° is one more than fits, and the same as -180°.
        longitude = UInt32(
            truncatingIfNeeded: Int((point.longitude + 180) * Self.unitsPerDegree))
    }
}
