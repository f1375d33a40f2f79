import Formats
import Geofencing
import Glibc
import Simulation

/// Devices that walk, drive and mostly stand, with journeys that the simulator makes.
struct Fleet {
    let homes: [Coordinate]

    /// What a device does, and how often it tells where it is.
    struct Habit {
        var mode: TravelMode
        /// Seconds between two positions.
        var interval: Double
        /// Metres of each side of the hexagon that it goes round.
        var side: Double
    }

    /// Of a hundred devices, two drive and six walk.
    private func habit(of device: Int) -> Habit {
        switch device % 100 {
        case 0, 50: Habit(mode: .car, interval: 1, side: 1000)
        case 7, 23, 38, 57, 73, 88: Habit(mode: .walk, interval: 5, side: 200)
        default: Habit(mode: .parked, interval: 300, side: 0)
        }
    }

    init(homes path: String, count: Int) throws {
        guard let file = fopen(path, "rb") else { throw FleetError.cannotRead(path) }
        defer { fclose(file) }
        var numbers = [Double](repeating: 0, count: count * 2)
        guard fread(&numbers, 8, count * 2, file) == count * 2 else {
            throw FleetError.cannotRead(path)
        }
        homes = (0..<count).map {
            Coordinate(latitude: numbers[$0 * 2], longitude: numbers[$0 * 2 + 1])
        }
    }

    /// One request for each device.
    var additions: [Push] {
        homes.indices.map { Push(.put, device: $0, body: Array("{}".utf8), positions: 0) }
    }

    /// The first position of each device.
    func arrivals(at time: Timestamp) async throws -> [Push] {
        var pushes: [Push] = []
        for device in homes.indices {
            var trace = try await journey(of: device, from: time, seconds: 60)
            if let push = Push(device: device, of: &trace, count: 1) { pushes.append(push) }
        }
        return pushes
    }

    /// So many positions, or a few more, in the order in which the devices send them: each sends
    /// when it has a batch.
    func pushes(from time: Timestamp, batch: Int, positions: Int) async throws -> [Push] {
        let aSecond = homes.indices.reduce(0) { $0 + 1 / habit(of: $1).interval }
        let seconds = Double(positions) / aSecond
        guard seconds < 3000 else { throw FleetError.tooLong(seconds) }
        var due: [(time: Double, push: Push)] = []
        for device in homes.indices {
            let period = habit(of: device).interval * Double(batch)
            // They do not all begin at once: this spreads them evenly.
            let phase = (Double(device) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
            let first = period * (1 - phase)
            guard first < seconds else { continue }
            var trace = try await journey(of: device, from: time, seconds: seconds + period)
            for send in stride(from: first, to: seconds, by: period) {
                guard let push = Push(device: device, of: &trace, count: batch) else { break }
                due.append((send, push))
            }
        }
        return due.sorted { $0.time < $1.time }.map(\.push)
    }

    /// Round a hexagon that begins at the device's home, as often as the time takes.
    private func journey(
        of device: Int, from start: Timestamp, seconds: Double
    ) async throws -> SimulatedTrace {
        let habit = habit(of: device)
        let home = homes[device]
        var leg = "mode = \"\(habit.mode)\"\nfrom = [\(home.latitude), \(home.longitude)]\n"
        if habit.side == 0 {
            leg += "stop = \(Int(seconds) + 600)"
        } else {
            // 15 m/s is more than the car's average.
            let sides = Int(seconds * 15 / habit.side) + 2
            leg += "via = [\(corners(around: home, habit.side, sides).joined(separator: ", "))]"
        }
        let document = try TOMLDocument(
            Array("seed = \(device + 1)\nreceiver = \"phone\"\n[[leg]]\n\(leg)\n".utf8),
            name: "device \(device)")
        var scenario = try await Scenario(document)
        scenario.start = start
        scenario.interval = habit.interval
        return try SimulatedTrace(scenario)
    }

    private func corners(around home: Coordinate, _ side: Double, _ count: Int) -> [String] {
        let metresEast = 111_000 * max(0.1, cos(home.latitude * .pi / 180))
        return (1...count).map { number in
            let angle = Double(number % 6) * .pi / 3
            let north = side * sin(angle) / 111_000
            let east = side * (cos(angle) - 1) / metresEast
            return "[\(home.latitude + north), \(home.longitude + east)]"
        }
    }
}

enum FleetError: Error, CustomStringConvertible {
    case cannotRead(String)
    case tooLong(Double)
    case refused(String)
    case closed

    var description: String {
        switch self {
        case .cannotRead(let path): "\(path): has too few homes, or cannot be read"
        case .tooLong(let seconds):
            "the positions are those of \(Int(seconds)) s: ask for those of less than 3000 s"
        case .refused(let answer): "the daemon answers \(answer)"
        case .closed: "the daemon has closed a connection"
        }
    }
}
