import Geofencing
import Glibc
import Posix

/// Pushes the positions of many devices to a daemon, and says how that went; `Benchmarks/fleet.py`
/// runs it.
@main
struct FleetBench {
    /// As many as the figures are promised for.
    static let connections = 8

    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count >= 5, let count = Int(words[3]) else { usage() }
        let numbers = words[5...].compactMap { Int($0) }
        let socket = try SocketPath(words[1])
        let fleet = try Fleet(homes: words[2], count: count)
        switch (words[4], numbers.count) {
        case ("add", 1):
            let pushes = try await fleet.arrivals(at: Timestamp(seconds: Double(numbers[0])))
            try await Load(socket, fleet.additions).tell("added")
            try await Load(socket, pushes).tell("first positions")
        case ("push", 3):
            let pushes = try await fleet.pushes(
                from: Timestamp(seconds: Double(numbers[0])), batch: numbers[1],
                positions: numbers[2])
            try await Load(socket, pushes).tell("in batches of \(numbers[1])")
        case ("pace", 3) where words.count == 9:
            let pushes = try await fleet.pushes(
                from: Timestamp(seconds: Double(numbers[0])), batch: 1,
                positions: numbers[1] * numbers[2])
            let load = PacedLoad(
                socket, notices: try SocketPath(words[8]), pushes, aSecond: numbers[1])
            try await load.tell(devices: count)
        default: usage()
        }
    }

    private static func usage() -> Never {
        print(
            """
            usage: bench-fleet CONTROL HOMES DEVICES add TIME
                   bench-fleet CONTROL HOMES DEVICES push TIME BATCH POSITIONS
                   bench-fleet CONTROL HOMES DEVICES pace TIME A_SECOND SECONDS NOTICES
            HOMES: a file of doubles, latitude and longitude of each device
            TIME: Unix seconds of the first positions; each run begins an hour after the one before
            """)
        exit(64)
    }
}
