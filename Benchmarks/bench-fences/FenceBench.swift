import Geofencing
import Glibc

/// Times how fixes are judged among regions, for `Benchmarks/bench fences`.
///
///     bench-fences REGIONS COUNT FIXES COUNT EVENTS
///
/// First it writes the enters and exits that there are without any patience. It says when it is ready;
/// then it reads numbers of passes by all rules, a line each, and answers with the seconds that they
/// took: of its processor time, and of the clock.
@main
struct FenceBench {
    static func main() {
        guard CommandLine.arguments.count == 6 else {
            print("usage: bench-fences REGIONS COUNT FIXES COUNT EVENTS")
            exit(64)
        }
        let world = World(CommandLine.arguments)
        let reports = world.reports
        let before = Meter.memory
        var monitor = GeofenceMonitor()
        monitor.load(
            RegionSet(regions: world.regions, reach: .infinity), around: reports[0],
            cause: .startup)
        let bytes = Meter.memory - before
        writeEvents(reports, monitor, to: EventFile(CommandLine.arguments[5]))
        serve(reports, monitor, bytesEach: Double(bytes) / Double(world.centers.count))
    }

    /// The enters and exits by distance alone, as a peer tells them.
    private static func writeEvents(
        _ fixes: [Fix], _ loaded: GeofenceMonitor, to file: EventFile
    ) {
        var monitor = loaded
        monitor.rules = .byDistanceAlone
        for (number, fix) in fixes.enumerated() {
            var fix = fix
            fix.accuracy = nil
            for transition in monitor.transitions(at: fix) {
                guard let place = World.place(of: transition.region) else {
                    fatalError("\(transition.region.id) is of no place")
                }
                file.write(UInt32(number), place << 1 | (transition.kind == .enter ? 1 : 0))
            }
        }
    }

    private static func serve(_ fixes: [Fix], _ monitor: GeofenceMonitor, bytesEach: Double) {
        let events = pass(fixes, monitor)
        print("ready \(events) events \(bytesEach) bytes")
        fflush(nil)
        while let passes = readLine().flatMap({ Int($0) }) {
            let (cpu, wall) = (Meter.seconds(.cpu), Meter.seconds(.wall))
            for _ in 0..<passes {
                precondition(pass(fixes, monitor) == events, "a pass differs")
            }
            print(Meter.seconds(.cpu) - cpu, Meter.seconds(.wall) - wall)
            fflush(nil)
        }
    }

    private static func pass(_ fixes: [Fix], _ loaded: GeofenceMonitor) -> Int {
        var monitor = loaded
        return fixes.reduce(0) { $0 + monitor.transitions(at: $1).count }
    }
}

extension RegionRules {
    /// A device is in a region as long as its fixes are: nobody waits, and no way is looked at.
    fileprivate static var byDistanceAlone: RegionRules {
        var rules = RegionRules()
        rules.exit.margin = 0
        rules.exit.share = 0
        rules.exit.confirmations = 1
        rules.exit.confirmationTime = 0
        rules.cooldown.time = 0
        rules.dwell.after = 0
        rules.passThrough.longestTime = 0
        return rules
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
