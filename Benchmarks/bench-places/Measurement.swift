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

    static func printHead() {
        print("| question | p50 | p99 | found |")
        print("|---|---:|---:|---:|")
    }

    var description: String {
        let median = durations[durations.count / 2].microseconds
        let late = durations[durations.count * 99 / 100].microseconds
        return "| \(name) | \(median) | \(late) | \(found / durations.count) |"
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
