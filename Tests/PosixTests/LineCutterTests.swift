import Posix
import Testing

struct LineCutterTests {
    private static let longest = 100

    private func lines(_ pieces: [String]) -> [String] {
        var cutter = LineCutter(longest: Self.longest)
        return pieces.flatMap { cutter.take(Array($0.utf8)) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `lines are the same, however they arrive`() {
        let text = "one\r\ntwo\n\nth\rree\n"
        let expected = ["one", "two", "", "th\rree"]
        #expect(lines([text]) == expected)
        #expect(lines(text.unicodeScalars.map { String($0) }) == expected)
        #expect(lines(["on", "e\r", "\ntwo\n", "\nth\rree", "\n"]) == expected)
        #expect(lines(["never ended"]) == [])
    }

    @Test(arguments: [longest - 1, longest, longest + 1, 10 * longest])
    func `a line that is too long is left out, and the next is read`(_ length: Int) {
        let long = String(repeating: "x", count: length)
        let isKept = length <= Self.longest
        for pieces in [
            [long + "\nnext\n"], [long, "\nne", "xt\n"], ["a", long.dropFirst() + "\nnext\n"],
        ] {
            var cutter = LineCutter(longest: Self.longest)
            let found = pieces.flatMap { cutter.take(Array($0.utf8)) }
            #expect(found.map(\.count) == (isKept ? [length, 4] : [4]))
            #expect(cutter.tooLong == (isKept ? 0 : 1))
        }
    }

    @Test func `a line that is too long counts before it ends`() {
        var cutter = LineCutter(longest: Self.longest)
        _ = cutter.take([UInt8](repeating: 0x78, count: Self.longest))
        #expect(cutter.tooLong == 0)
        _ = cutter.take([0x78])
        #expect(cutter.tooLong == 1)
    }

    @Test func `half a line is not glued to another connection's`() {
        var cutter = LineCutter(longest: Self.longest)
        #expect(cutter.take(Array("half".utf8)) == [])
        cutter.reset()
        #expect(cutter.take(Array("whole\n".utf8)).map(\.count) == [5])
    }
}
