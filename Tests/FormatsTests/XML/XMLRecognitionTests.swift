import Formats
import Testing

/// Which files are taken for XML by their first bytes.
struct XMLRecognitionTests {
    private func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { XMLParser.recognises($0) }
    }

    @Test(arguments: ["<?xml version='1.0'?>", "<gpx>", "\u{feff}<gpx>", "\n  <gpx>"])
    func `what begins as XML is taken for it`(_ text: String) {
        #expect(recognises(Array(text.utf8)))
        #expect(recognises(text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }))
        #expect(recognises(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }))
    }

    @Test(arguments: ["", "$GPGGA,", "!AIVDM", "\u{feff}$GPRMC", "\u{0}\u{0}", "{\"a\":\"<\"}"])
    func `other text is not`(_ text: String) {
        #expect(!recognises(Array(text.utf8)))
    }
}
