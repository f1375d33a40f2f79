import Geofencing
import Posix
import TestSupport
import Testing

@testable import Positions

/// What is read quickly is what is read with care.
struct QuickValueTests {
    /// The number at the beginning of `text`, which ends with `<`; `nil` if it is left to others.
    private func decimal(_ text: String) -> Double? {
        var place = 1
        // A byte before it, and enough after it.
        let bytes = Array("1\(text)<1234567890123456789".utf8)
        let number = bytes.withUnsafeBytes {
            $0.quickDecimal(from: &place, to: UInt8(ascii: "<"))
        }
        #expect(place == (number == nil ? 1 : 1 + text.utf8.count))
        return number
    }

    @Test(arguments: [
        "0", "-0", "-0.0", "7", "52.3700102", "-4.8900000", "12345678", "12345678.1234567",
        "1234567.12345678", "99999999.9999999", ".5", "5.", "-.25", "0.1", "00052.50000", "4.35",
        "179.9999999", "0.00000001",
    ])
    func `a number as most are is read at once`(_ text: String) throws {
        let number = try #require(decimal(text))
        #expect(number.bitPattern == Double(decimal: text.utf8.span)?.bitPattern)
    }

    @Test(arguments: [
        "", "-", ".", "-.", "+1", " 1", "1 ", "1e5", "1.5e1", "--1", "1-", "1..2", "1.2.3", "1,5",
        "123456789", "1.123456789", "12345678.12345678", "0x1", "NaN", "\u{661}", "1/", "1:", "/1",
        "1.5/", "1.:",
    ])
    func `any other number is left to the careful reader`(_ text: String) {
        #expect(decimal(text) == nil)
    }

    @Test func `any number is read as the careful reader reads it`() {
        var random = SplitMix64(seed: 11)
        var count = 0
        for _ in 0..<20_000 {
            let digits = Int.random(in: 0...8, using: &random)
            let number = Double.random(in: -200...200, using: &random)
            let text = number.description.prefix(digits + 4)
            guard let read = decimal(String(text)) else { continue }
            #expect(read.bitPattern == Double(decimal: String(text).utf8.span)?.bitPattern)
            count += 1
        }
        #expect(count > 10_000)
    }

    @Test func `a number at the end of a piece is left to the careful reader`() {
        for text in ["1<", "1.5<", "12345678.12345678"] {
            var place = 0
            let number = Array(text.utf8).withUnsafeBytes {
                $0.quickDecimal(from: &place, to: UInt8(ascii: "<"))
            }
            #expect(number == nil)
        }
    }

    /// Times that follow each other, each `nil` if it is left to others.
    private func times(_ texts: [String]) -> [Timestamp?] {
        var times = QuickTimes()
        return texts.map { text in
            var place = 1
            let bytes = Array("1\(text)<1234567890123456789".utf8)
            let time = bytes.withUnsafeBytes {
                times.time(in: $0, from: &place, to: UInt8(ascii: "<"))
            }
            #expect(place == (time == nil ? 1 : 1 + text.utf8.count))
            return time
        }
    }

    @Test func `a time as most are is read at once`() {
        let texts = [
            "2026-05-01T12:00:11Z", "2026-05-01T12:00:11.4Z", "2026-05-01T23:59:60.999Z",
            "2026-05-01T00:00:00.12345678Z", "2026-05-02T07:08:09.000Z", "1969-12-31T00:00:01Z",
            "2024-02-29T01:02:03Z", "2026-05-01T12:00:11.0009Z",
        ]
        #expect(times(texts) == texts.map { Timestamp(iso8601: $0) })
        #expect(times(texts).allSatisfy { $0 != nil })
    }

    @Test(arguments: [
        "2026-05-01", "2026-05-01T12:00Z", "2026-05-01T12:00:11", "2026-05-01t12:00:11Z",
        "2026-05-01 12:00:11Z", "2026-05-01T12:00:11+02:00", "2026-05-01T12:00:11z",
        "2026-05-01T24:00:00Z", "2026-05-01T12:60:00Z", "2026-05-01T12:00:61Z",
        "2026-02-30T12:00:00Z", "2026-13-01T12:00:00Z", "2026-05-01T12:00:11.Z",
        "2026-05-01T12:00:11,5Z", "2026-05-01T12.00.11Z", "2026-05-01T1:200:11Z",
        "2026-05-01T12:0::11Z", "2026-05-01T/2:00:11Z", "2026-05-01T12:00:11Z ",
        "2026-05-01T12:00:11.123456789Z", "+026-05-01T12:00:11Z", "2026/05/01T12:00:11Z",
        "\u{e9}\u{e9}26-05-01T12:00:11Z", "2026-05-01T12:\u{e9}:11Z",
    ])
    func `any other time is left to the careful reader`(_ text: String) {
        let good = "2026-05-01T12:00:11Z"
        let read = times([text, good, text, good])
        #expect(read == [nil, Timestamp(iso8601: good), nil, Timestamp(iso8601: good)])
    }
}
