import Geofencing
import Glibc
import Notifications
import Posix

/// Times how notices are written and told; prints a table in Markdown. See docs/notifications.md.
@main
struct BenchLog {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: bench-log DIRECTORY")
            exit(64)
        }
        let directory = CommandLine.arguments[1]
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

        print("| written | durability | at once | notices/s | plain inserts/s |")
        print("|---|---|---|---|---|")
        for durability in [NoticeStore.Durability.full, .normal] {
            for burst in [1, 10, 100] {
                let count = durability == .full ? 300 * min(burst, 20) : 5000 * min(burst, 10)
                let bench = Writing(durability: durability, burst: burst, count: count)
                let log = try await bench.log(in: directory)
                let plain = try bench.plain(in: directory)
                print("| notices | \(durability) | \(burst) | \(Int(log)) | \(Int(plain)) |")
            }
        }
        print()
        print("| listeners | durability | to the first, µs | to the last, µs | p99 | KiB each |")
        print("|---|---|---|---|---|---|")
        for durability in [NoticeStore.Durability.full, .normal] {
            for count in [1, 100, 1000] {
                try await Telling(durability: durability, listeners: count).run(in: directory)
            }
        }
    }
}

/// A log for one measurement.
struct Bench {
    static func log(
        in directory: String, _ durability: NoticeStore.Durability
    ) throws -> NotificationLog {
        for name in ["notifications.sqlite", "notifications.last"] {
            for suffix in ["", "-wal", "-shm"] { unlink("\(directory)/\(name)\(suffix)") }
        }
        return try NotificationLog(
            in: directory, source: "/geofenced/bench", settings: .init(durability: durability),
            now: { Timestamp(milliseconds: 1_777_636_800_000) }, uptime: { 0 })
    }

    /// An enter as long as most are.
    static let enter: Transition = {
        var fix = Fix(
            time: Timestamp(milliseconds: 1_777_636_800_000),
            coordinate: Coordinate(latitude: 52.37345678, longitude: 4.89312345))
        (fix.accuracy, fix.speed, fix.track) = (6.12, 1.4, 87)
        let region = Region(
            id: "favourite/osm/node/2345678901", kind: "favourite", name: "Starbucks Dam",
            center: Coordinate(latitude: 52.3731, longitude: 4.8926),
            details: .init(
                title: "place",
                fields: [
                    .init("brand", "Starbucks"), .init("category", "amenity=cafe"),
                    .init("address", "Dam 20, 1012 NP Amsterdam"),
                    .init("phone", "+31 20 555 0199"),
                    .init("website", "https://www.example.com/starbucks/dam"),
                    .init("opening_hours", "Mo-Su 07:30-20:00"),
                ]))
        var monitor = GeofenceMonitor()
        monitor.load(
            RegionSet(regions: [region], reach: .infinity), around: fix, cause: .startup)
        return monitor.transitions(at: fix)[0]
    }()

    /// About as long as that of a tracker near some regions.
    static let state = TrackerState(
        memory: [UInt8](repeating: 7, count: 1200), inside: ["favourite/osm/node/2345678901"],
        resumePoint: ResumePoint(reports: 1000))

    /// Microseconds, at these shares of all.
    static func percentile(_ times: [Duration], _ share: Double) -> Int {
        let sorted = times.sorted()
        let time = sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
        return Int(time / .microseconds(1))
    }
}
