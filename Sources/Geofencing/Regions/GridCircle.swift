/// The circles of a `RegionGrid` that a point may be in, or near, asked of their points.
struct GridCircle {
    private let middle: GridPoint
    /// What a unit of latitude and of longitude counts.
    private let north: Float
    private let east: Float
    /// How much more `east` is for each unit of latitude.
    private let slope: Float
    /// What `square` is at most of a point whose circle may be near.
    let outer: Float

    /// Metres, more than a point can seem to be off: two are rounded by up to 9.3 mm to the north
    /// and to the east, and what else is left out is a millimetre or two.
    static let rounding = 0.02

    /// As far as `largest` metres from the middle of the box are those that are to be found.
    @inline(never)
    init(_ plane: LocalPlane, _ box: Graticule.Box, to largest: Double) {
        middle = box.middle
        guard plane.isFlat(largest) else {
            // The ground is not flat. They are in the ellipse through the corners of the box.
            (north, east, slope) = (1 / Float(box.north), 1 / Float(box.east), 0)
            outer = 2.001
            return
        }
        // Then these are metres, and `square` is the square of the distance.
        let degrees = 1 / GridPoint.unitsPerDegree
        north = Float(plane.metresPerDegreeNorth * degrees)
        east = Float(plane.metresPerDegreeEast * degrees)
        slope = Float(plane.eastSlope / 2 * degrees * degrees)
        outer = Float(largest * largest)
    }

    @inline(__always)
    func square(to point: GridPoint) -> Float {
        let up = Float(Int32(bitPattern: point.latitude &- middle.latitude))
        let right = Float(Int32(bitPattern: point.longitude &- middle.longitude))
        let (y, x) = (up * north, right * (east + slope * up))
        return y * y + x * x
    }
}
