import Geofencing
import Glibc

/// Where a device is, how far regions are looked up around it, and where it goes.
struct Surroundings {
    var center: Coordinate
    /// Metres.
    var reach: Double
    /// Metres per second; `nil`: nobody knows.
    var speed: Double?
    /// Degrees from north; `nil`: nobody knows.
    var track: Double?

    /// Metres: a car on a motorway goes as far in ten minutes.
    private static let farthestAhead = 20_000.0

    /// The cells that it needs: those within reach, the nearest first, and then those that will be, once a
    /// server has answered that is slow. `answerTime`: seconds that it takes.
    func cells(answerTime: Double) -> [PlaceCell] {
        var cells = PlaceCell.touched(around: center, reach: reach)
        if let speed, let track, reach > 0 {
            let farthest = min(speed * answerTime, Self.farthestAhead)
            // Steps that leave nothing out between two circles.
            for metres in stride(from: reach, to: farthest + reach, by: reach) {
                let point = center.moved(by: min(metres, farthest), towards: track)
                cells += PlaceCell.touched(around: point, reach: reach)
            }
        }
        var seen: Set<PlaceCell> = []
        return cells.filter { seen.insert($0).inserted }
    }
}

extension Coordinate {
    /// So far away on a sphere, which is near enough for where to look. `track`: degrees from north.
    func moved(by metres: Double, towards track: Double) -> Coordinate {
        let (angle, degrees) = (track * .pi / 180, metres / 111_195)
        let north = max(-90, min(90, latitude + degrees * cos(angle)))
        let narrowing = max(cos(latitude * .pi / 180), 1e-6)
        let east = longitude + degrees * sin(angle) / narrowing
        return Coordinate(latitude: north, longitude: east.remainder(dividingBy: 360))
    }
}
