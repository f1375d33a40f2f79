import Geofencing
import TestSupport
import Testing

@testable import Positions

/// Sentences that are read as ones like them come to what they come to when none are remembered.
struct NMEAShapeTests {
    /// What there is to a stream, in words.
    private struct Outcome: Equatable {
        /// Every field of every sentence, and what it is as a number.
        var sentences: [String] = []
        var reports: [Report] = []
        var counts: [Int] = []

        init(_ bytes: [UInt8], pieces size: Int, _ shapes: NMEAShapes?) {
            let scanner = NMEAScanner(shapes)
            var assembler = NMEAAssembler(clock: NMEAClock(date: nil))
            func note(_ sentence: NMEASentence) {
                let fields = (1...max(1, sentence.fieldCount)).map { number in
                    let number = (
                        String(decoding: sentence[number], as: UTF8.self),
                        sentence.decimal(number)?.bitPattern, sentence.timeOfDay(number)
                    )
                    return "\(number)"
                }
                sentences.append("\(sentence.kind) \(sentence.name) \(fields)")
                assembler.add(sentence)
            }
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes {
                    scanner.scan($0, note)
                }
            }
            scanner.finish(note)
            assembler.finish()
            reports = assembler.takeReports()
            counts = [scanner.badChecksums, scanner.skippedBytes, assembler.malformed]
        }
    }

    /// Fails unless the stream comes to the same without shapes; returns what it comes to.
    @discardableResult
    private func expectSame(
        _ stream: some Sequence<UInt8>, pieces size: Int = 1 << 18, most: Int = 32,
        _ comment: Comment? = nil
    ) -> [Report] {
        let stream = Array(stream)
        let quick = Outcome(stream, pieces: size, NMEAShapes(most: most))
        #expect(quick == Outcome(stream, pieces: size, nil), comment)
        return quick.reports
    }

    /// An epoch of four sentences, all of the same width from 10 to 59 seconds past noon.
    private static func epoch(_ second: Int) -> String {
        let time = "1200\(second).00"
        return [
            NMEA.gga(time, "4807.038\(second),N,01131.000\(second),E"), NMEA.rmc(time),
            "GPGSA,A,3,05,07,08,,,,,,,,,,1.9,0.\(second),1.6",
            "GPGST,\(time),7.2,,,,2.39,2.\(second),3.82",
        ].map { line($0) }.joined()
    }

    private static let epochs = (10..<60).map(epoch).joined()

    @Test func `every epoch of a steady stream is read`() {
        let reports = expectSame(Self.epochs.utf8)
        #expect(reports.count == 50)
    }

    @Test func `it does not matter where a steady stream is cut`() {
        let stream = Array((10..<13).map(Self.epoch).joined().utf8)
        for size in 1..<70 { expectSame(stream, pieces: size, "pieces of \(size)") }
        for end in stride(from: 500, to: stream.count, by: 2) {
            expectSame(stream[..<end], "ends after \(end)")
        }
    }

    /// Each twice, after two epochs, and followed by more of them.
    @Test(arguments: [
        NMEA.gga("120020.0"), NMEA.gga("120020"), NMEA.gga("120020.000"), NMEA.gga("1200200.0"),
        NMEA.gga("120o20.00"), NMEA.gga("12:020.00"), NMEA.gga("126020.00"), NMEA.gga("240020.00"),
        NMEA.gga("120020.00", "4807.03810,S,01131.00010,W"),
        NMEA.gga("120020.00", "4807.03810,X,01131.00010,E"),
        NMEA.gga("120020.00", "4807.03810,N,01131.000.0,E"),
        NMEA.gga("120020.00", "4807003810,N,01131.00010,E"),
        NMEA.gga("120020.00", "-807.03810,N,01131.00010,E"),
        NMEA.gga("120020.00", "4867.03810,N,01131.00010,E"),
        NMEA.gga("120020.00", "9907.03810,N,01131.00010,E"),
        NMEA.gga("120020.00", ",,,"), NMEA.gga("120020.00", "4807.03810,,01131.00010,E"),
        NMEA.gga("120020.00", "4807.03810,NN,01131.00010,E"),
        NMEA.gga("120020.00", quality: "0"), NMEA.gga("120020.00", quality: ""),
        NMEA.gga("120020.00", hdop: "10.9"), NMEA.gga("120020.00", hdop: "-.9"),
        NMEA.gga("120020.00", hdop: ".09"), NMEA.gga("120020.00", hdop: "009"),
        NMEA.gga("120020.00", hdop: "0 9"), NMEA.gga("120020.00", altitude: "-45.4"),
        NMEA.gga("120020.00", altitude: "45.4"), NMEA.gga("120020.00", altitude: "1545.4"),
        NMEA.rmc("120020.00", status: "V"), NMEA.rmc("120020.00", status: "D"),
        NMEA.rmc("120020.00", speed: "1\u{e9}"), NMEA.rmc("120020.00", track: "360"),
        NMEA.rmc("120020.00", track: "360.1"), NMEA.rmc("120020.00", date: "310226"),
        NMEA.rmc("120020.00", date: "020526"), "GPGGA", "GPRMC,120020.00", "GPRMC,120020.00,A*",
        "GPGGA,120020.00,4807.0380,N$GPGGA", "GPGGA,120020.00,4807.0380\n,N,01131.000,E,1,08",
        "GNGGA,120020.00,4807.03810,N,01131.00010,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPGGB,120020.00,4807.03810,N,01131.00010,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPgGA,120020.00,4807.03810,N,01131.00010,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPGGA;120020.00,4807.03810,N,01131.00010,E,1,08,0.9,545.4,M,46.9,M,,",
        "PUBX,00,120020.00,4717.11437,N,00833.91522,E,546.6,G3,2.1,2.0,0.0,77.5,0.0,,0.9,1.2,0.8,6,0,0",
        "PUBX,04,120020.00,4717.11437,N,00833.91522,E,546.6,G3,2.1,2.0,0.0,77.5,0.0,,0.9,1.2,0.8,6,0,0",
        "PGRME,15.0,M,22.0,M,15.0,M", "PSRFEPE,120020.00,A,9.9,1.1,2.2", "GPTXT,01,01,02,hello",
    ])
    func `a stream may change in the middle`(_ sentence: String) {
        let before = (18..<20).map(Self.epoch).joined()
        let after = (21..<23).map(Self.epoch).joined()
        let twice = line(sentence) + line(sentence)
        let reports = expectSame((before + twice + after + twice + after).utf8)
        #expect(reports.count >= 4)
        // As a maker's other sentence of the same look, and with another checksum.
        let alike = line(sentence.replacing("00,", with: "04,", maxReplacements: 1))
        expectSame((before + twice + alike + twice + alike).utf8)
        for ending in ["*00\r\n", "*0\r\n", "*\r\n", "\r\n", "\n", "", "$", "*zz\r\n"] {
            expectSame((before + twice + "$" + sentence + ending + after).utf8)
        }
        expectSame((before + twice + twice.lowercased() + twice + after).utf8)
        expectSame((before + twice + twice.replacing("\r", with: "") + after).utf8)
    }

    @Test func `a sentence is not of the shape of one that has another number`() {
        let epochs = ["00", "04", "00", "04", "04", "00"].enumerated().map { second, number in
            line(NMEA.gga("12001\(second)"))
                + line(
                    "PUBX,\(number),12001\(second),4717.11,N,00833.91,E,546.6,G3,2.1,2.0,0,0,0,,1,1,1,6,0,0"
                )
        }
        let fixes = expectSame(epochs.joined().utf8).compactMap(\.fix)
        #expect(fixes.map(\.accuracy) == [2.1, nil, 2.1, nil, nil, 2.1])
    }

    @Test func `there may be more shapes than are remembered`() {
        let lines = (0..<100).map { digits in
            line(
                NMEA.gga(
                    "1200\(10 + digits % 50)",
                    altitude: "1\(String(repeating: "0", count: digits % 40)).5"))
        }
        for most in [1, 2, 3, 31, 32, 33] {
            expectSame((lines + lines).joined().utf8, most: most, "at most \(most)")
        }
    }

    @Test(arguments: [126, 127, 128, 129, 144, 1000])
    func `a long sentence may repeat itself`(_ length: Int) {
        let sentence = NMEA.gga("120010")
        let padded = sentence + String(repeating: "0", count: length - sentence.utf8.count)
        #expect(expectSame((line(padded) + line(padded) + line(padded)).utf8).count == 1)
    }

    @Test func `damage is read as without shapes`() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<10 {
            var stream = Array(Self.epochs.utf8)
            for _ in 0..<Int.random(in: 1...300, using: &random) {
                let place = Int.random(in: 0..<stream.count, using: &random)
                stream[place] = UInt8.random(in: 0...127, using: &random)
            }
            // Most of it with the right checksum, or little would be read.
            let lines = String(decoding: stream, as: UTF8.self).split(separator: "\r\n")
            let mended = lines.map { text in
                Int.random(in: 0..<10, using: &random) == 0
                    ? "\(text)\r\n"
                    : line(String(text.dropFirst().split(separator: "*").first ?? ""))
            }
            expectSame(mended.joined().utf8, pieces: Int.random(in: 100...9000, using: &random))
        }
    }
}
