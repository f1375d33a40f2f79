import FoundationEssentials
import Testing

@testable import Community

@Suite struct UnixTimeTests {
    @Test(arguments: [
        ("2026-05-01T12:00:00Z", TestTime.start), ("2026-05-01T12:00:00.000Z", TestTime.start),
        ("2026-05-01T14:00:00+02:00", TestTime.start), ("2026-05-01T12:00:00.999Z", TestTime.start),
        ("1970-01-01T00:00:00Z", 0), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `a time of RFC 3339 is understood`(text: String, seconds: Int64) {
        #expect(UnixTime(text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "now", "2026-05-01", "2026-05-01T12:00:00", "2026-13-01T12:00:00Z", "1777636800",
        "2026-05-01T12:00:00Z\0", "2026-05-01T12:00:00Z0",
        "2026-05-01T12:00:00ZZ", "2026-05-01T12:00:00+02:00x", "2026-05-01T12:00:00+2", "-",
        "+00:00", "2026-05-01T12:00:00Z" + String(repeating: "0", count: 1 << 20),
    ])
    func `other text is no time`(text: String) {
        #expect(UnixTime(text) == nil)
    }

    @Test func `in JSON it is as the daemon writes times`() throws {
        let json = try JSONEncoder().encode([UnixTime(seconds: TestTime.start)])
        #expect(String(decoding: json, as: UTF8.self) == #"["2026-05-01T12:00:00.000Z"]"#)
        #expect(try JSONDecoder().decode([UnixTime].self, from: json)[0].seconds == TestTime.start)
    }
}
