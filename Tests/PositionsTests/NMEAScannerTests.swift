import Geofencing
import TestSupport
import Testing

@testable import Positions

/// Where sentences begin and end in a stream of bytes.
struct NMEAScannerTests {
    /// Two good sentences with everything around them that a stream may have.
    private static let stream: [UInt8] =
        Array("512,N*47\r\nlog started\r\n".utf8) + Array(line(NMEA.gga()).utf8)
        + [0xb5, 0x62, 0x01, 0x24, 0x00, 0xff, 0x24, 0x24]
        + Array("!AIVDM,1,1,,A,x,0*5C\r\r\n".utf8)
        + Array("$GPGGA,1200$GPRMC,broken*7\n$GPXTE*\n\0\0\0".utf8)
        + Array("\(line(NMEA.rmc()).dropLast())\(line(NMEA.gll()))".utf8)
        + Array("$GPGGA,120000,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,".utf8)

    /// What a scanner finds in `bytes`, as text, and counts.
    private func scan(_ bytes: [UInt8], pieces size: Int) -> [String] {
        let scanner = NMEAScanner()
        var found: [String] = []
        func note(_ sentence: NMEASentence) {
            let fields = (0...sentence.fieldCount).map { number in
                number == 0 ? sentence.name : String(decoding: sentence[number], as: UTF8.self)
            }
            found.append(fields.joined(separator: ","))
        }
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes {
                scanner.scan($0, note)
            }
        }
        scanner.finish(note)
        return found + ["\(scanner.badChecksums) bad", "\(scanner.skippedBytes) skipped"]
    }

    @Test func `sentences are found between other things`() {
        let found = scan(Self.stream, pieces: Self.stream.count)
        #expect(
            found == [
                String(NMEA.gga().dropFirst(2)), String(NMEA.rmc().dropFirst(2)),
                String(NMEA.gll().dropFirst(2)),
                "GGA,120000,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,",
                "6 bad", "26 skipped",
            ])
    }

    @Test func `it does not matter where the stream is cut into pieces`() {
        let whole = scan(Self.stream, pieces: Self.stream.count)
        for size in 1..<Self.stream.count {
            #expect(scan(Self.stream, pieces: size) == whole, "pieces of \(size)")
        }
    }

    @Test func `a stream may end anywhere`() {
        let sentence = Array(line(NMEA.gga()).utf8)
        for end in 0...sentence.count {
            let found = scan(Array(sentence[..<end]), pieces: 7)
            #expect(found.count <= 3)
            // All of it but the checksum, or with all of the checksum.
            let isWhole = end == sentence.count - 5 || end >= sentence.count - 2
            #expect((found.first == "\(NMEA.gga().dropFirst(2))") == isWhole)
        }
    }

    @Test(arguments: [
        "\r\n", "\n", "\r", "\r\r\n", "\n\n\n", "", " ", "junk\n", "\u{0}", "#", "\u{fffd}", "*",
        "$", "$$$", "*47", "$\n", "$GP\n", "!AIVDM,1,1,,A,x,0*5C\r\n", "$PSRF", "\\g:1-2-3*1A\\",
    ])
    func `sentences are found whatever is between them`(_ between: String) async throws {
        let text = (0..<10).map { between + line(NMEA.gga("12000\($0)")).dropLast() }.joined()
        let reading = try await NMEAReading(bytes: text.utf8)
        #expect(reading.fixes.count == 10)
    }

    @Test func `bytes of a binary protocol are skipped and counted`() async throws {
        var generator = SplitMix64(seed: 7)
        var bytes: [UInt8] = []
        for i in 0..<60 {
            let junk = (0..<200).map { _ in UInt8.random(in: 0x80...0xff, using: &generator) }
            bytes += junk + Array(line(NMEA.gga("1200\(i < 10 ? "0" : "")\(i)")).utf8)
        }
        let reading = try await NMEAReading(bytes: bytes)
        #expect(reading.fixes.count == 60)
        #expect(reading.tally["skipped_bytes"] == 12_000)
    }

    @Test func `a sentence as long as receivers write is read, a longer one skipped`() async throws
    {
        for (padding, fixes) in [(500, 2), (900, 2), (1100, 1), (100_000, 1)] {
            let long = NMEA.gga("120000") + String(repeating: "0", count: padding)
            let reading = try await NMEAReading(long, NMEA.gga("120001"))
            #expect(reading.fixes.count == fixes)
        }
    }

    @Test(arguments: [900, 1022, 1023, 1024, 1025, 1100])
    func `a sentence of nothing but commas does no harm`(_ length: Int) async throws {
        let long = NMEA.gga("120000")
        let commas = String(repeating: ",", count: length - long.utf8.count)
        let reading = try await NMEAReading(long + commas, NMEA.gga("120001"))
        #expect(reading.fixes.count == (length < 1024 ? 2 : 1))
    }
}
