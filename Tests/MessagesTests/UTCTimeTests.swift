import MQTT
import Messages
import Testing

@Suite struct UTCTimeTests {
    @Test(arguments: [
        ("2026-05-01T10:12:00.000Z", 1_777_630_320_000),
        ("2026-05-01T10:12:00Z", 1_777_630_320_000),
        ("1970-01-01T00:00:00.001Z", 1),
    ])
    func `times are read as the daemon writes them`(text: String, milliseconds: Int64) {
        #expect(UTCTime(text)?.milliseconds == milliseconds)
    }

    @Test func `each millisecond is written as it is`() {
        for milliseconds in Int64(1_777_630_320_000)..<1_777_630_321_000 {
            let text = UTCTime(milliseconds: milliseconds).description
            #expect(UTCTime(text)?.milliseconds == milliseconds, "\(text)")
        }
    }

    @Test(arguments: ["", "yesterday", "2026-05-01", "2026-13-01T00:00:00Z", "\u{0}"])
    func `what is no time is none`(text: String) {
        #expect(UTCTime(text) == nil)
    }
}
