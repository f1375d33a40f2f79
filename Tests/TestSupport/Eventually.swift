/// Seconds for which something is waited for. It comes much sooner, also where the machine is busy with
/// other things; what takes longer never comes.
package let patience = 240.0

/// What a test has waited for in vain, and where.
package struct TookTooLong: Error, CustomStringConvertible {
    private let place: String
    private let seconds: Double
    private let lastSeen: String?

    package init(_ place: String, _ seconds: Double, lastSeen: String?) {
        (self.place, self.seconds, self.lastSeen) = (place, seconds, lastSeen)
    }

    package var description: String {
        let seen = lastSeen.map { "; seen last: \($0.suffix(Self.mostShown))" } ?? ""
        return "\(place): it has not come within \(Int(seconds)) s\(seen)"
    }

    /// Characters: the end of a log says most.
    private static let mostShown = 2000
}

/// Asks again and again whether something that sends no word has happened.
package func eventually(
    every pause: Duration = .milliseconds(10), within seconds: Double = patience,
    file: String = #fileID, line: Int = #line, _ isTrue: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try await !isTrue() {
        guard ContinuousClock.now < end else {
            throw TookTooLong("\(file):\(line)", seconds, lastSeen: nil)
        }
        try await Task.sleep(for: pause)
    }
}

/// Looks again and again at something that sends no word, until it is as it is to be. Returns what it was
/// then.
@discardableResult
package func eventually<Value>(
    _ look: @autoclosure () async throws -> Value, every pause: Duration = .milliseconds(10),
    within seconds: Double = patience, file: String = #fileID, line: Int = #line,
    _ isRight: (Value) -> Bool
) async throws -> Value {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
        let value = try await look()
        if isRight(value) { return value }
        guard ContinuousClock.now < end else {
            throw TookTooLong("\(file):\(line)", seconds, lastSeen: "\(value)")
        }
        try await Task.sleep(for: pause)
    }
}
