import Glibc
import TestSupport

@testable import Geofencing

/// Somebody about town for a while, by all means of transport, with a receiver of some faults, and
/// regions along the way.
struct RandomWalk {
    var fixes: [Fix] = []
    var regions: [Region] = []

    private var random: SplitMix64
    /// Metres from the middle of the town.
    private var place = Offset(east: 0, north: 0)
    private var heading = 0.0
    private let speeds: [Double]
    private var speed: Double
    /// Whether the receiver tells speed and track.
    private let tellsSpeed: Bool
    private var clock = Walk.noon
    /// Metres that a reflected signal puts the fixes off by, and for how many more.
    private var mirage = (offset: Offset(east: 0, north: 0), left: 0)

    /// `speeds`: in metres per second, one after another by chance; it begins with the first.
    init(
        seed: UInt64, fixes count: Int = 1200, clockSteps: Bool = false,
        speeds: [Double] = [1.5, 0, 0.3, 5, 14, 33, 70]
    ) {
        random = SplitMix64(seed: seed)
        (self.speeds, speed) = (speeds, speeds[0])
        tellsSpeed = seed.isMultiple(of: 2)
        for _ in 0..<count {
            move(for: pause())
            if clockSteps, random.chance(0.005) {
                clock = clock + .random(in: -4000 ... -1, using: &random)
            }
            fixes.append(fix())
            if random.chance(0.02) { fixes.append(fixes[fixes.count - 1]) }
        }
        for number in 0..<60 { regions.append(region(number)) }
    }

    private mutating func pause() -> Double {
        if random.chance(0.01) { return .random(in: 50...900, using: &random) }
        return [1, 1, 1, 2, 5, 10, 30].randomElement(using: &random)!
    }

    private mutating func move(for seconds: Double) {
        clock = clock + seconds
        if random.chance(0.02) {
            speed = speeds.randomElement(using: &random)!
        }
        heading += .random(in: -0.5...0.5, using: &random)
        // Back to town, at the latest after 5 km.
        if place.length > 5000 { heading = atan2(-place.east, -place.north) }
        place.east += speed * min(seconds, 300) * sin(heading)
        place.north += speed * min(seconds, 300) * cos(heading)
    }

    private mutating func fix() -> Fix {
        let accuracy = Double.random(in: 2...24, using: &random)
        var seen = place
        seen.east += .random(in: -accuracy...accuracy, using: &random)
        seen.north += .random(in: -accuracy...accuracy, using: &random)
        if random.chance(0.01) {
            mirage.offset.east = .random(in: -3000...3000, using: &random)
            mirage.offset.north = .random(in: -3000...3000, using: &random)
            mirage.left = .random(in: 1...12, using: &random)
        }
        if mirage.left > 0 {
            mirage.left -= 1
            seen.east += mirage.offset.east
            seen.north += mirage.offset.north
        }
        var fix = Fix(time: clock, coordinate: Self.coordinate(seen))
        fix.accuracy = random.chance(0.05) ? nil : accuracy
        fix.startsSegment = random.chance(0.005)
        if tellsSpeed {
            fix.speed = max(0, speed + .random(in: -0.5...0.5, using: &random))
            fix.track = (heading * 180 / .pi).truncatingRemainder(dividingBy: 360)
            if fix.track! < 0 { fix.track! += 360 }
        }
        if random.chance(0.01) { fix.time = fix.time + .random(in: -4 ... -1, using: &random) }
        return fix
    }

    private mutating func region(_ number: Int) -> Region {
        let visited = fixes.randomElement(using: &random)!.coordinate
        var region = Region(
            id: "\(number)", kind: "deal", name: "", center: visited,
            radius: [30, 100, 200, 200, 200, 600].randomElement(using: &random)!)
        region.center.latitude += .random(in: -0.002...0.002, using: &random)
        region.center.longitude += .random(in: -0.002...0.002, using: &random)
        if random.chance(0.3) {
            let starts = random.chance(0.5) ? fixes.randomElement(using: &random)!.time : nil
            let seconds = Double.random(in: 0...3000, using: &random)
            let ends = random.chance(0.5) ? (starts ?? Walk.noon) + seconds : nil
            region.window = TimeWindow(start: starts, end: ends)
        }
        return region
    }

    private static func coordinate(_ place: Offset) -> Coordinate {
        Coordinate(latitude: 52 + place.north / 111_267, longitude: 5 + place.east / 68_678)
    }
}
