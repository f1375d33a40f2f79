import Formats
import FoundationEssentials
import Geofencing
import TestSupport
import Testing

struct JSONWriterTests {
    private func written(_ members: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.line(members), as: UTF8.self)
    }

    @Test func `members come in the order given, with commas between`() {
        let line = written { line in
            line.member("text", "a")
            line.member("number", 1)
            line.object("empty") { _ in }
            line.object("inner") { inner in
                inner.member("yes", true)
                inner.member("no", false)
                inner.null("nothing")
            }
            line.member("numbers", [0.5, -1])
            line.member("texts", ["a", "b"])
            line.member("none", [String]())
            line.member("time", Timestamp(milliseconds: 1_777_636_800_000))
        }
        #expect(
            line == """
                {"text":"a","number":1,"empty":{},"inner":{"yes":true,"no":false,"nothing":null},\
                "numbers":[0.5,-1],"texts":["a","b"],"none":[],\
                "time":"2026-05-01T12:00:00.000Z"}

                """)
    }

    @Test(
        arguments: [
            (0.0, nil, "0"), (-0.0, nil, "0"), (1.0, nil, "1"), (-17.0, nil, "-17"),
            (0.1, nil, "0.1"), (1e15, nil, "1000000000000000.0"),
            (999_999_999_999_999.0, nil, "999999999999999"),
            (1e-7, nil, "1e-07"), (1e-300, nil, "1e-300"),
            (1.7976931348623157e308, nil, "1.7976931348623157e+308"),
            (61.27, 1, "61.3"), (61.25, 1, "61.3"), (-61.25, 1, "-61.3"), (0.04, 1, "0"),
            (-0.04, 1, "0"), (0.95, 1, "1"), (2.675, 2, "2.68"),
            (52.373512345678, 8, "52.37351235"),
            (199.9999, 3, "200"), (7.5, 0, "8"),
            (.infinity, nil, "null"), (-.infinity, 2, "null"), (.nan, nil, "null"),
            (.nan, 1, "null"),
        ] as [(Double, Int?, String)])
    func `numbers are rounded as told and never lose their meaning`(
        number: Double, decimals: Int?, text: String
    ) {
        #expect(written { $0.member("n", number, decimals: decimals) } == "{\"n\":\(text)}\n")
    }

    @Test func `a number too large to be rounded is written as it is`() {
        #expect(written { $0.member("speed", 1e307, decimals: 3) } == "{\"speed\":1e+307}\n")
    }

    @Test func `whatever the text, a reader gets it back`() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let text = String.random(using: &random)
            let line = JSONWriter.line { $0.member(text, text) }
            #expect(line.dropLast().allSatisfy { $0 >= 0x20 }, "\(text.debugDescription)")
            let back = try JSONDecoder().decode([String: String].self, from: Data(line))
            #expect(back == [text: text], "\(text.debugDescription)")
        }
    }

    @Test func `whatever the number, a reader gets it back`() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let line = JSONWriter.line { $0.member("n", number) }
            let back = try JSONDecoder().decode([String: Double].self, from: Data(line))
            #expect(back["n"] == number)
        }
    }
}

extension String {
    /// Up to 20 scalars, half of them from where escapes are needed.
    fileprivate static func random(using random: inout some RandomNumberGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let range: ClosedRange<UInt32> = Bool.random(using: &random) ? 0...0x7f : 0...0x10ffff
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
