import Geofencing
import Positions
import TestSupport
import Testing

/// Streams that were made to do harm.
@Suite(.timeLimit(.minutes(10)))
struct NMEAHostileTests {
    @Test(arguments: [
        ("a", 2_000_000), ("\u{0}", 2_000_000), ("$GPGGA,", 500_000), ("$", 500_000),
        ("*", 500_000), ("$*", 500_000), ("$,", 500_000), ("\r", 500_000), ("$\n", 500_000),
    ])
    func `megabytes without a sentence are skipped`(_ filler: String, count: Int) async throws {
        let file = TemporaryFile(String(repeating: filler, count: count / filler.utf8.count))
        file.append("\n\(line(NMEA.gga()))".utf8)
        let reading = try await NMEAReading(path: file.path)
        #expect(reading.fixes.count == 1)
    }

    @Test func `the names of unknown sentences do not fill the memory`() async throws {
        let names = (0..<200_000).map { number in
            "$GP" + String(number, radix: 36, uppercase: true) + "\n"
        }
        let reading = try await NMEAReading(bytes: names.joined().utf8)
        #expect((200...220).contains(reading.sentences.count))
    }

    @Test func `a log whose bytes were changed at random has fixes on the Earth only`() async throws
    {
        let log = (0..<5).flatMap { i -> [UInt8] in
            [
                NMEA.gga("12000\(i)"), NMEA.rmc("12000\(i)"), NMEA.gll("12000\(i)"),
                NMEA.gns("12000\(i)"), "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1",
                "GPGST,12000\(i),9.9,7,5,30,3.0,4.0,6.0", "GPVTG,84.4,T,,M,10.0,N,18.5,K",
                "GPZDA,12000\(i),01,05,2026,00,00", "PGRME,10.0,M,15.0,M,18.0,M",
                "PUBX,00,12000\(i),4807.038,N,01131.0,E,546.5,G3,2.1,2.0,0,0,0,,0.9,1,1,8,0,0",
            ].flatMap { line($0).utf8 }
        }
        var generator = SplitMix64(seed: 2026)
        for hasChecksums in [true, false] {
            // A wrong checksum hides the damage: without them every change is read.
            let good = hasChecksums ? log : withoutChecksums(log)
            let bytes = (0..<150).flatMap { _ in mutated(good, &generator) }
            let reading = try await NMEAReading(bytes: bytes)
            #expect(reading.fixes.count > 100)
            #expect(reading.fixes.allSatisfy { $0.coordinate.isValid })
            #expect(reading.fixes.allSatisfy { ($0.track ?? 0) < 360 && ($0.speed ?? 0) >= 0 })
            #expect(reading.fixes.allSatisfy { ($0.accuracy ?? 0) >= 0 && ($0.hdop ?? 0) >= 0 })
            #expect(
                reading.reports.allSatisfy { report in
                    report.time.map { Timestamp.range.contains($0) } ?? true
                })
        }
    }

    private func withoutChecksums(_ log: [UInt8]) -> [UInt8] {
        log.split(separator: UInt8(ascii: "\n")).flatMap {
            $0.prefix { $0 != UInt8(ascii: "*") } + [UInt8(ascii: "\n")]
        }
    }

    private func mutated(_ log: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
        var log = log
        // What matters in sentences, so that the damage is often to the point.
        let telling = Array("0123456789,.-*$NSEWAVGPRMC\r\n".utf8)
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
            let place = Int.random(in: 0..<log.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: log[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: log.remove(at: place)
            case 2: log.insert(telling.randomElement(using: &generator)!, at: place)
            default: log[place] = telling.randomElement(using: &generator)!
            }
        }
        return log
    }
}
