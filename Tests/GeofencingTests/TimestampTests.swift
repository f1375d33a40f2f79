import TestSupport
import Testing

@testable import Geofencing

struct TimestampTests {
    @Test func `what is written is read back as it was`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<5000 {
            let time = Timestamp(
                milliseconds: .random(
                    in: Timestamp.range.lowerBound
                        .milliseconds...Timestamp.range.upperBound.milliseconds, using: &random))
            #expect(Timestamp(iso8601: time.description) == time)
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_777_636_811_400, "2026-05-01T12:00:11.400Z"),
            (Timestamp.range.lowerBound.milliseconds, "0001-01-01T00:00:00.000Z"),
            (Timestamp.range.upperBound.milliseconds, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `a time is written as RFC 3339 has it, in UTC, with milliseconds`(
        milliseconds: Int64, text: String
    ) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == Array(text.utf8))
        #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test func `a year that RFC 3339 cannot write is shown as the last that it can`() {
        #expect(Timestamp(milliseconds: .max / 2).description.hasPrefix("9999-"))
        #expect(Timestamp(milliseconds: .min / 2).description.hasPrefix("0000-"))
    }

    @Test(arguments: [
        ("2026-05-01T12:00:11.4Z", "2026-05-01T12:00:11.400Z"),
        ("2026-05-01T12:00:11Z", "2026-05-01T12:00:11.000Z"),
        ("2026-05-01T12:00Z", "2026-05-01T12:00:00.000Z"),
        ("2026-05-01T12:00", "2026-05-01T12:00:00.000Z"),
        ("2026-05-01", "2026-05-01T00:00:00.000Z"),
        ("2026-05-01 12:00:11z", "2026-05-01T12:00:11.000Z"),
        ("2026-05-01t12:00:11", "2026-05-01T12:00:11.000Z"),
        ("2026-05-01T12:00:11.123999Z", "2026-05-01T12:00:11.123Z"),
        ("2026-05-01T12:00:11,5Z", "2026-05-01T12:00:11.500Z"),
        ("2026-05-01T12:00:11.0001234567890123456789Z", "2026-05-01T12:00:11.000Z"),
        ("2026-05-01T12:00:11+02:00", "2026-05-01T10:00:11.000Z"),
        ("2026-05-01T12:00:11+0200", "2026-05-01T10:00:11.000Z"),
        ("2026-05-01T12:00:11+02", "2026-05-01T10:00:11.000Z"),
        ("2026-05-01T12:00:11-09:30", "2026-05-01T21:30:11.000Z"),
        ("2026-05-01T12:00:11-00:00", "2026-05-01T12:00:11.000Z"),
        ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"),
        ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"),
        ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"),
    ])
    func `other ways to write a time are read too`(text: String, expected: String) {
        #expect(Timestamp(iso8601: text)?.description == expected)
    }

    @Test(arguments: [
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ("2016-12-31T23:59:60.25Z", "2017-01-01T00:00:00.250Z"),
        ("2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000Z"),
    ])
    func `a leap second is the first instant of the next minute`(text: String, expected: String) {
        #expect(Timestamp(iso8601: text)?.description == expected)
    }

    @Test(arguments: [
        "", "garbage", "2026", "2026-05", "2026-5-1", "26-05-01", "2026-02-30", "2026-13-01",
        "2026-00-01", "2026-05-00", "2023-02-29", "2026-05-01T", "2026-05-01T12", "2026-05-01T1:00",
        "2026-05-01T24:00:00Z", "2026-05-01T12:60:00Z", "2026-05-01T12:00:61Z",
        "2026-05-01T12:00:11.Z", "2026-05-01T12:00:11.", "2026-05-01T12:00:Z",
        "2026-05-01T12:00:11+", "2026-05-01T12:00:11+2", "2026-05-01T12:00:11+24:00",
        "2026-05-01T12:00:11+02:", "2026-05-01T12:00:11+02:60", "2026-05-01T12:00:11+02:001",
        "2026-05-01T12:00:11ZZ", "2026-05-01T12:00:11Z ", " 2026-05-01", "2026-05-01Z",
        "2026-05-01X12:00:00Z", "-2026-05-01", "+2026-05-01", "2026/05/01", "20260501",
        "2026-05-01T12:00:-1Z", "２０２６-05-01", "2026-05-01T12:00:11.4e3Z", "99999-01-01",
    ])
    func `anything else is no time`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test(arguments: [
        ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00.000Z"),
        ("2026-05-01T14:00:00+02:00", "2026-05-01T12:00:00.000Z"),
        ("2026-05-01T05:00:00-0700", "2026-05-01T12:00:00.000Z"),
        ("2026-05-01T12:00:00.999Z", "2026-05-01T12:00:00.999Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"), ("0000-12-31T23:59:59Z", nil),
        ("2026-05-01", nil), ("2026-05-01T12:00:00", nil), ("2026-05-01T12:00:00.5", nil),
        ("2026-05-01T12:00Z", nil), ("2026-05-01T12:00+02:00", nil),
        ("2026-05-01 12:00:00Z", nil), ("2026-13-01T12:00:00Z", nil),
        ("2026-05-01T12:00:00Z\0", nil), ("2026-05-01T12:00:00Z0", nil),
        ("2026-05-01T12:00:00+02:00x", nil), ("2026-05-01T12:00:00+2", nil), ("+00:00", nil),
        ("1777636800", nil), ("", nil),
        ("2026-05-01T12:00:00Z" + String(repeating: "0", count: 1 << 20), nil),
    ])
    func `a time of RFC 3339 has seconds and an offset`(text: String, expected: String?) {
        #expect(Timestamp(rfc3339: text)?.description == expected)
    }

    @Test func `part of a text can be read`() {
        let text = "<time>2026-05-01</time>"
        #expect(Timestamp(iso8601: text.dropFirst(6).prefix(10)) != nil)
    }

    @Test func `differences are exact to the millisecond`() {
        #expect(Walk.noon + 10 - Walk.noon == 10)
        #expect(Walk.noon + 0.0006 - Walk.noon == 0.001)
        #expect(Walk.noon - (Walk.noon + 0.001) == -0.001)
        #expect(Timestamp(seconds: -1.5).milliseconds == -1500)
        #expect(Timestamp(seconds: 1_777_636_811.4).milliseconds == 1_777_636_811_400)
        #expect(Walk.noon < Walk.noon + 0.001)
        #expect(Walk.noon.description == "2026-05-01T12:00:00.000Z")
    }

    @Test func `sums that are too large are the nearest time that there is`() {
        let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
        #expect(Walk.noon + .infinity == last && last + 1 == last && first + -1e300 == first)
        #expect(Walk.noon + .nan == Walk.noon)
        #expect(last - first == 9_223_372_036_854_775.807)
        #expect(first.description.hasPrefix("0000-") && last.description.hasPrefix("9999-"))
    }
}
