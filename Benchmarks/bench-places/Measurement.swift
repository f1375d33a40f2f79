/// How long one question took, asked over and over: a row of a table.
struct Measurement: CustomStringConvertible {
    private let name: String
    /// In ascending order.
    private var durations: [Duration] = []
    /// Of all times together.
    private var found = 0

    /// `question` returns how many things it has found.
    init(
        _ name: String, times: Int, at samples: [Sample], _ question: (Sample) throws -> Int
    ) throws {
        self.name = name
        for number in 0..<min(10, times) { _ = try question(samples[number % samples.count]) }
        for number in 0..<times {
            let start = ContinuousClock.now
            found += try question(samples[number % samples.count])
            durations.append(ContinuousClock.now - start)
        }
        durations.sort()
    }

    /// Of questions that were asked elsewhere; `found`: of all together.
    init(_ name: String, _ durations: [Duration], found: Int) {
        (self.name, self.found) = (name, found)
        self.durations = durations.sorted()
    }

    static func printHead() {
        print("| question | p50 | p95 | p99 | most | found |")
        print("|---|---:|---:|---:|---:|---:|")
    }

    var description: String {
        let shares = [50, 95, 99, 100].map { percent in
            let index = min(durations.count * percent / 100, durations.count - 1)
            return String(durations[index].microseconds)
        }
        return "| \(name) | \(shares.joined(separator: " | ")) | \(found / durations.count) |"
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
