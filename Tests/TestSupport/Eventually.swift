package struct TookTooLong: Error {}

/// Asks again and again whether something that sends no word has happened.
package func eventually(
    every pause: Duration = .milliseconds(10), _ isTrue: () async throws -> Bool
) async throws {
    for _ in 0..<30_000 {
        if try await isTrue() { return }
        try await Task.sleep(for: pause)
    }
    throw TookTooLong()
}
