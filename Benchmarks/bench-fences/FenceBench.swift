import Geofencing
import Glibc

/// Times how fixes are looked up among regions, for `Benchmarks/bench fences`.
///
///     bench-fences REGIONS COUNT FIXES COUNT EVENTS index|monitor
///
/// It says when it is ready; then it reads numbers of passes, a line each, and answers with the
/// seconds that they took: of its processor time, and of the clock. `index` is plain membership by
/// distance; `monitor` are all rules.
@main
struct FenceBench {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 7 else {
            print("usage: bench-fences REGIONS COUNT FIXES COUNT EVENTS index|monitor")
            exit(64)
        }
        let world = World(arguments)
        if arguments[6] == "monitor" {
            serveMonitor(world)
        } else {
            serveIndex(world, events: arguments[5])
        }
    }

    private static func serveIndex(_ world: World, events: String) {
        let before = Meter.memory
        let regions = world.regions
        let index = RegionIndex(regions)
        let bytes = Meter.memory - before
        let first = pass(world.fixes, index, regions, EventFile(events))
        serve(events: first, bytes: bytes, regions: regions.count) {
            pass(world.fixes, index, regions, nil)
        }
    }

    private static func serveMonitor(_ world: World) {
        let reports = world.reports
        let before = Meter.memory
        var monitor = GeofenceMonitor()
        monitor.load(
            RegionSet(regions: world.regions, reach: .infinity), around: reports[0],
            cause: .startup)
        let bytes = Meter.memory - before
        let first = pass(reports, monitor)
        serve(events: first, bytes: bytes, regions: world.centers.count) {
            pass(reports, monitor)
        }
    }

    /// The name is known to `Benchmarks/bench`, which counts its instructions.
    @inline(never)
    private static func pass(
        _ fixes: [Coordinate], _ index: RegionIndex, _ regions: RegionList, _ file: EventFile?
    ) -> Int {
        var membership = Membership()
        var events = 0
        for (number, fix) in fixes.enumerated() {
            membership.move(to: fix, index, regions) { place, isEntered in
                events += 1
                file?.write(UInt32(number), UInt32(place) << 1 | (isEntered ? 1 : 0))
            }
        }
        return events
    }

    @inline(never)
    private static func pass(_ fixes: [Fix], _ loaded: GeofenceMonitor) -> Int {
        var monitor = loaded
        return fixes.reduce(0) { $0 + monitor.transitions(at: $1).count }
    }

    private static func serve(events: Int, bytes: Int, regions: Int, _ pass: () -> Int) {
        print("ready \(events) events \(Double(bytes) / Double(regions)) bytes")
        fflush(nil)
        while let passes = readLine().flatMap({ Int($0) }) {
            let (cpu, wall) = (Meter.seconds(.cpu), Meter.seconds(.wall))
            for _ in 0..<passes { precondition(pass() == events, "a pass differs") }
            print(Meter.seconds(.cpu) - cpu, Meter.seconds(.wall) - wall)
            fflush(nil)
        }
    }
}

enum Meter {
    enum Clock {
        case cpu, wall
    }

    static func seconds(_ clock: Clock) -> Double {
        var time = timespec()
        clock_gettime(clock == .cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Bytes of this process that are in memory and of no file.
    static var memory: Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = line.prefix { $0 != 0 }.split { [9, 10, 32].contains($0) }
            if words.count == 3, words[0].elementsEqual("RssAnon:".utf8.map { CChar($0) }) {
                return words[1].reduce(0) { $0 * 10 + Int($1) - 48 } * 1024
            }
        }
        return 0
    }
}
