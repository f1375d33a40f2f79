import Testing

@testable import Positions

struct LineFramerTests {
    private func lines(_ pieces: [String]) -> [String] {
        var framer = LineFramer()
        return pieces.flatMap { framer.take(Array($0.utf8)) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `lines are the same, however they arrive`() {
        let text = "one\r\ntwo\n\nthree\n"
        let expected = ["one", "two", "", "three"]
        #expect(lines([text]) == expected)
        #expect(lines(text.unicodeScalars.map { String($0) }) == expected)
        #expect(lines(["on", "e\r", "\ntwo\n", "\nthree", "\n"]) == expected)
        #expect(lines(["never ended"]) == [])
    }

    @Test(arguments: [65_535, 65_536, 65_537, 500_000])
    func `a line that is too long is left out, and the next is read`(_ length: Int) {
        let long = String(repeating: "x", count: length)
        let isKept = length <= LineFramer.longest
        for pieces in [
            [long + "\nnext\n"], [long, "\nne", "xt\n"], ["a", long.dropFirst() + "\nnext\n"],
        ] {
            var framer = LineFramer()
            let found = pieces.flatMap { framer.take(Array($0.utf8)) }
            #expect(found.map(\.count) == (isKept ? [length, 4] : [4]))
            #expect(framer.tooLong == (isKept ? 0 : 1))
        }
    }

    @Test func `half a line is not glued to another connection's`() {
        var framer = LineFramer()
        #expect(framer.take(Array("half".utf8)) == [])
        framer.reset()
        #expect(framer.take(Array("whole\n".utf8)).map(\.count) == [5])
    }
}
