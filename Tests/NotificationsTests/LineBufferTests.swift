import Testing

@testable import Notifications

struct LineBufferTests {
    private func lines(_ pieces: String...) throws -> [String] {
        var buffer = LineBuffer()
        return try pieces.flatMap { try buffer.take($0.utf8) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `lines come whole, however they arrive`() throws {
        #expect(try lines("a\nb\n") == ["a", "b"])
        #expect(try lines("a", "b", "\n") == ["ab"])
        #expect(try lines("a\nb", "c\nd") == ["a", "bc"])
        #expect(try lines("no end") == [])
    }

    @Test func `line ends of Windows are line ends, and empty lines are none`() throws {
        #expect(try lines("a\r\n\r\n\n\nb\r", "\n") == ["a", "b"])
        #expect(try lines("a\rb\n") == ["a\rb"])
    }

    @Test func `a line of 4 KiB is taken, one byte more is refused`() throws {
        let longest = String(repeating: "x", count: 4096)
        #expect(try lines(longest, "\n") == [longest])
        #expect(throws: RequestError.tooLong(limit: 4096)) { try lines(longest + "x") }
    }
}
