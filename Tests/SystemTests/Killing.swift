import Glibc
import Posix
import Subprocess
import Testing

/// Starts the daemon, and kills it when `isTime` says so of how often it has written: no clock
/// decides when.
func kill(_ file: String, when isTime: (_ writes: Int) -> Bool) async throws {
    try await with(.geofenced, ["--config", file]) { daemon in
        try await eventually(every: .milliseconds(1)) {
            // What has ended by itself, as something is wrong, does not write any more.
            isTime((try? writes(of: daemon.identifier)) ?? .max)
        }
        // It may have ended by itself.
        try? daemon.send(.kill)
    }
}

/// How often a test kills: `make check-kills` says so, or else the test does.
func killRounds(usually count: Int) -> Int {
    getenv("KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? count
}

/// How often a process has written to files, as the kernel counts it (proc(5), `syscw`).
func writes(of identifier: Int32) throws -> Int {
    let count = try text(of: "/proc/\(identifier)/io").between("syscw: ", "\n")
    return try #require(count.flatMap { Int($0) })
}
