import Posix
import TestSupport
import Testing

struct DecimalTests {
    @Test(arguments: [
        "0", "-0.0", "47.6097000", "+1", " 12\n", "\t.5", "5.", "4.761030000e+01", "1E-3", "1e22",
        "47.64454841613769531250", "-122.326904535293579102", "9007199254740993",
        "9007199254740992.5", "0.1", "1e-320", "123456789012345678901234567890", "2.5e-23",
        "1e-99999999999999999999", "0e99999999999999999999", "00000000000000000000000047.5",
        "179.999999999999999999",
    ])
    func `a number is the nearest there is`(_ text: String) throws {
        let plain = text.filter { !$0.isWhitespace }
        let expected = try #require(Double(plain.hasPrefix("+") ? plain.dropFirst() : plain[...]))
        #expect(Double(decimal: text.utf8.span)?.bitPattern == expected.bitPattern)
    }

    @Test func `what was printed is read back`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<100_000 {
            let number = Double.random(in: -180...180, using: &random)
            #expect(Double(decimal: number.description.utf8.span) == number)
            let short = (number * 1e7).rounded() / 1e7
            #expect(Double(decimal: short.description.utf8.span) == short)
        }
    }

    @Test(arguments: [
        "", " ", "47,6", "NaN", "nan", "INF", "-inf", "infinity", "0x1F", "1e", "1e+", "e5", ".",
        "+", "-", "--1", "1-", "1 2", "1..2", "1e5.0", "12a", "1e999", "\u{661}", "1_000",
        "1\u{0}",
    ])
    func `anything else is no number`(_ text: String) {
        #expect(Double(decimal: text.utf8.span) == nil)
    }
    @Test(
        arguments: [
            (0, 0, "0"), (0, 3, "0.000"), (-0.0, 1, "0.0"), (340.5, 0, "341"), (7, 2, "7.00"),
            (0.0004999, 3, "0.000"), (-0.0004999, 3, "0.000"), (-0.0005, 3, "-0.001"),
            (-12.3456, 2, "-12.35"), (0.05, 1, "0.1"), (179.9999999999, 9, "180.000000000"),
            (1e300, 2, "1e+300"), (.infinity, 1, "inf"), (.nan, 1, "nan"),
        ] as [(Double, Int, String)])
    func `a number is written with just so many decimals`(
        _ number: Double, decimals: Int, text: String
    ) {
        #expect(String(decimals: decimals, number) == text)
    }

    @Test(arguments: [(5, 2, 0, "05"), (123, 2, 0, "123"), (5, 4, 2, "00.05"), (0, 3, 2, "0.00")])
    func `a whole number is filled with zeros`(
        _ number: Int, digits: Int, decimals: Int, text: String
    ) {
        var bytes = Array("x".utf8)
        bytes.append(number, digits: digits, decimals: decimals)
        #expect(String(decoding: bytes, as: UTF8.self) == "x\(text)")
    }
}
