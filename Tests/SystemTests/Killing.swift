import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

/// Starts the daemon, or another program, and kills it when `isTime` says so of how often it has
/// written: no clock decides when. `file`: its configuration.
func kill(
    _ file: String, of program: Program = .geofenced, when isTime: (_ writes: Int) -> Bool
) async throws {
    try await with(program, ["--config", file]) { running in
        try await eventually(every: .milliseconds(1)) {
            // What has ended by itself, as something is wrong, does not write any more.
            isTime((try? writes(of: running.identifier)) ?? .max)
        }
        // It may have ended by itself.
        try? running.send(.kill)
    }
}

/// Starts a program and kills it, so often while `fleet` pushes, spread over all that it pushes.
func kill(
    _ file: String, of program: Program = .geofenced, rounds: Int, while fleet: PushingFleet,
    seed: UInt64
) async throws {
    var random = SplitMix64(seed: seed)
    for round in 0..<rounds {
        let due = fleet.count * (round + 1) / (rounds + 1)
        let more = Int.random(in: 0...40, using: &random)
        var before: Int?
        try await kill(file, of: program) { writes in
            guard fleet.answeredCount >= due else { return writes == .max }
            before = before ?? writes
            return writes >= before! + more || fleet.isDone
        }
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
