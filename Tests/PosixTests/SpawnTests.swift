import Posix
import Testing

struct SpawnTests {
    private let path = ["PATH=/usr/bin:/bin"]

    @Test func `a program that nobody waits for any more is stopped`() async throws {
        let task = Task {
            try await filter(
                through: ProgramLimits(seconds: 100, memory: 1 << 28).words(["sleep", "100"]),
                environment: path, most: 1)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `what it says of errors is lost, unless it is wanted`() async throws {
        let words = ["sh", "-c", "echo out; echo error >&2"]
        let quiet = try await filter(through: words, environment: path, most: 100)
        #expect(String(decoding: quiet.output, as: UTF8.self) == "out\n")
        let loud = try await filter(
            through: words, environment: path, most: 100, keepsErrors: true)
        #expect(String(decoding: loud.output, as: UTF8.self) == "out\nerror\n")
    }

    @Test func `it may ask for so much memory, and write no file`() async throws {
        let limits = ProgramLimits(seconds: 10, memory: 64 << 20)
        let large = try await filter(
            through: limits.words(["python3", "-c", "print(len(bytearray(200 << 20)))"]),
            environment: path, most: 100)
        #expect(large.status != 0 && large.output.isEmpty)
        let written = try await filter(
            through: limits.words(["sh", "-c", "echo x >/tmp/geofenced-limited && echo written"]),
            environment: path, most: 100)
        #expect(written.output.isEmpty)
    }
}
