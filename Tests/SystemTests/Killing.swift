import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

/// Starts the daemon, or another program, and kills it when `isTime` says so of how often it has
/// written: no clock decides when. `file`: its configuration.
func kill(
    _ file: String, of program: Program = .geofenced,
    when isTime: (_ writes: Int) async throws -> Bool
) async throws {
    try await with(program, ["--config", file]) { running in
        func look() async throws -> (writes: Int, isTime: Bool) {
            // What has ended by itself, as something is wrong, does not write any more.
            let writes = (try? writes(of: running.identifier)) ?? .max
            return (writes, try await isTime(writes))
        }
        try await eventually(await look(), every: .milliseconds(1), within: longestRun) {
            $0.isTime
        }
        // It may have ended by itself.
        try? running.send(.kill)
    }
}

/// Starts a program and kills it, again and again: spread over all the work, of which `progress` says
/// how much is done. `mostWrites`: how often it may have written then, and lived on for a while.
/// Returns how often it had done some of the work when it was killed.
@discardableResult
func kill(
    _ file: String, of program: Program = .geofenced, rounds: Int, during work: Int,
    progress: () async throws -> Int, mostWrites: Int = 40, seed: UInt64
) async throws -> Int {
    var random = SplitMix64(seed: seed)
    var busyRounds = 0
    for round in 0..<rounds {
        let due = work * (round + 1) / (rounds + 1)
        let more = Int.random(in: 0...mostWrites, using: &random)
        var before: Int?
        let done = try await progress()
        try await kill(file, of: program) { writes in
            let now = try await progress()
            guard now >= due else { return writes == .max }
            before = before ?? writes
            return writes >= before! + more || now >= work
        }
        if try await progress() > done { busyRounds += 1 }
    }
    return busyRounds
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
