import Geofencing
import Testing

/// Which sentences are believed.
struct NMEASentenceTests {
    @Test(arguments: [NMEA.gga(), NMEA.rmc(), NMEA.gll(), NMEA.gns()])
    func `any one sentence with a position is a fix`(_ sentence: String) async throws {
        let reading = try await NMEAReading(sentence)
        let fix = try #require(reading.fixes.first)
        #expect(reading.reports.count == 1)
        #expect(abs(fix.coordinate.latitude - 48.1173) < 1e-9)
        #expect(abs(fix.coordinate.longitude - 11.516666667) < 1e-9)
        #expect(fix.startsSegment)
        #expect(reading.tally["bad_checksums"] == 0)
        #expect(reading.tally["malformed_sentences"] == 0)
        #expect(reading.tally["skipped_bytes"] == 0)
    }

    @Test(arguments: ["GP", "GN", "GL", "GA", "BD", "GB", "GQ", "QZ", "II", "HC", "G", "", "GPS"])
    func `any talker is heard`(_ talker: String) async throws {
        for sentence in [NMEA.gga(), NMEA.rmc(), NMEA.gll(), NMEA.gns()] {
            let reading = try await NMEAReading(talker + sentence.dropFirst(2))
            #expect(reading.fixes.count == 1)
        }
    }

    @Test(arguments: [
        "PGGA,120000,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,",
        "gpgga,120000,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPGGA;120000;4807.0380;N;01131.0000;E;1;08;0.9;545.4;M;46.9;M;;",
        "GPGGA", "GPGGA,", "GA,120000", ",GGA", "",
    ])
    func `what is no sentence about a position is no fix`(_ sentence: String) async throws {
        let reading = try await NMEAReading(sentence)
        #expect(reading.fixes.isEmpty)
    }

    @Test(arguments: [
        ("*47", 1, 0), ("*4f", 0, 1), ("*4F", 0, 1), ("*4", 0, 1), ("*", 0, 1), ("*XY", 0, 1),
        ("*4٣", 0, 1), ("*4G", 0, 1), ("* 47", 0, 1), ("**47", 0, 1), ("*47*47", 1, 0),
        ("*0x47", 0, 1), ("*047", 0, 1), ("*47 ", 1, 0), ("", 1, 0),
    ])
    func `a checksum must be right, if there is one`(
        _ checksum: String, fixes: Int, bad: Int
    ) async throws {
        let sentence = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
        for end in ["\r\n", "\n", "\r", "\r\r\n", "", "\n\n\n"] {
            let reading = try await NMEAReading(bytes: (sentence + checksum + end).utf8)
            #expect(reading.fixes.count == fixes)
            #expect(reading.tally["bad_checksums"] == bad)
        }
    }

    @Test func `a checksum may be in lower case`() async throws {
        let sentence = NMEA.gga("120007")
        let line = line(sentence)
        try #require(line != line.lowercased())
        let star = line.firstIndex(of: "*")!
        let reading = try await NMEAReading(
            bytes: (line[..<star] + line[star...].lowercased()).utf8)
        #expect(reading.fixes.count == 1)
    }

    @Test(arguments: [
        ("GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,", 1),
        ("GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9", 0),
        ("GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9", 0),
        ("GPGGA,120000,4807.038,N,01131.0", 0),
        ("GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W", 1),
        ("GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4", 1),
        ("GPRMC,120000,A,4807.038,N,01131.000,E,02", 0),
        ("GPRMC,120000,A,4807.038,N,0", 0),
        ("GPGLL,4807.038,N,01131.000,E,120000,A", 1),
        ("GPGLL,4807.038,N,01131.000,E,120000", 0),
        ("GNGNS,120000,4807.038,N,01131.000,E,AA,13,1.1,545.4,46.9,,", 1),
        ("GNGNS,120000,4807.038,N,01131.000,E,AA,13", 0),
    ])
    func `without a checksum, a sentence must be whole`(
        _ sentence: String, fixes: Int
    ) async throws {
        let reading = try await NMEAReading(bytes: "$\(sentence)\r\n".utf8)
        #expect(reading.fixes.count == fixes)
        #expect(reading.tally["malformed_sentences"] == 1 - fixes)
    }

    @Test(arguments: [
        (NMEA.rmc(status: "A"), true), (NMEA.rmc(status: "D"), true),
        (NMEA.rmc(status: "V"), false), (NMEA.rmc(status: ""), false),
        (NMEA.rmc(status: "a"), false), (NMEA.rmc(status: "AA"), false),
        (NMEA.gga(quality: "0"), false), (NMEA.gga(quality: ""), false),
        (NMEA.gga(quality: "2"), true), (NMEA.gga(quality: "4"), true),
        (NMEA.gga(quality: "5"), true), (NMEA.gga(quality: "6"), true),
        (NMEA.gll(status: "V"), false), (NMEA.gll(status: ""), false),
        (NMEA.gll(mode: "N"), false), (NMEA.gll(mode: "D"), true), (NMEA.gll(mode: ""), true),
        (NMEA.gns(mode: "NN"), false), (NMEA.gns(mode: "N"), false), (NMEA.gns(mode: ""), false),
        (NMEA.gns(mode: "AN"), true), (NMEA.gns(mode: "RRN"), true),
    ])
    func `a position counts only if the sentence vouches for it`(
        _ sentence: String, isFix: Bool
    ) async throws {
        let reading = try await NMEAReading(sentence)
        #expect(reading.reports.count == 1)
        #expect(reading.fixes.count == (isFix ? 1 : 0))
    }

    @Test func `an epoch with a void RMC has no fix, in whatever order`() async throws {
        let sentences = [NMEA.gga(quality: "8"), NMEA.rmc(status: "V"), NMEA.gll()]
        for i in 0..<3 {
            let reading = try await NMEAReading(
                sentences[i], sentences[(i + 1) % 3], sentences[(i + 2) % 3])
            #expect(reading.fixes.isEmpty)
            #expect(reading.reports.count == 1)
        }
    }

    @Test func `a sentence is only one of all that may be valid`() async throws {
        let reading = try await NMEAReading(NMEA.gga(quality: "0"), NMEA.rmc())
        #expect(reading.fixes.count == 1)
    }

    @Test(arguments: [
        ("4807.0380,N,01131.0000,E", 48.1173, 11.516666667),
        ("4807.0380,S,01131.0000,W", -48.1173, -11.516666667),
        ("0000.0000,N,00000.0000,E", 0, 0), ("0000.0000,S,00000.0000,W", 0, 0),
        ("9000.0000,N,18000.0000,E", 90, 180), ("9000.0000,S,18000.0000,W", -90, -180),
        ("4807.,N,01131.,E", 48.116666667, 11.516666667),
        ("4807,N,01131,E", 48.116666667, 11.516666667),
        ("0059.99999999,N,17959.99999999,W", 0.99999999983, -179.99999999983),
        ("5326.123456789012,N,00214.123456789,W", 53.435390946, -2.235390946),
        ("807.0380,N,1131.0000,E", 8.1173, 11.516666667),
    ])
    func `degrees and minutes are read`(
        _ position: String, latitude: Double, longitude: Double
    ) async throws {
        let sentences = [
            NMEA.gga("120000", position), NMEA.rmc("120000", position),
            NMEA.gll("120000", position), NMEA.gns("120000", position),
        ]
        for sentence in sentences {
            // What leaves out zeros is read from the second on.
            let later = sentence.replacing("120000", with: "120001")
            let fix = try #require(try await NMEAReading(sentence, later).fixes.last)
            #expect(abs(fix.coordinate.latitude - latitude) < 1e-9)
            #expect(abs(fix.coordinate.longitude - longitude) < 1e-9)
        }
    }

    @Test(arguments: [
        "-4807.0380,N,01131.0000,E", "4807.0380,N,-01131.0000,E", "+4807.0380,N,01131.0000,E",
        "4860.0000,N,01131.0000,E", "4807.0380,N,01160.0000,E", "4899.9999,N,01131.0000,E",
        "9100.0000,N,01131.0000,E", "9000.0001,N,01131.0000,E", "4807.0380,N,18000.0001,E",
        "4.8e3,N,01131.0000,E", "4807.038E0,N,01131.0000,E", "4807;0380,N,01131.0000,E",
        "4807.03.80,N,01131.0000,E", "٤٨٠٧.٠٣٨٠,N,01131.0000,E", "NaN,N,01131.0000,E",
        "nan,N,nan,E", "inf,N,01131.0000,E", "0x12,N,01131.0000,E", ",N,01131.0000,E",
        "4807.0380,N,,E", ",,,", ".,N,01131.0000,E", " 4807.0380,N,01131.0000,E",
        "4807.0380 ,N,01131.0000,E", "4807.0380,n,01131.0000,E", "4807.0380,N,01131.0000,e",
        "4807.0380,,01131.0000,E", "4807.0380,N,01131.0000,", "4807.0380,E,01131.0000,N",
        "4807.0380,X,01131.0000,E", "4807.0380,NN,01131.0000,E", "01131.0000,E,4807.0380,N",
        "99999999999999999999999,N,01131.0000,E", "4807.0000000000000000000,N,01131.0000,E",
        "4807,0380,N,01131,0000,E", "\u{0}4807.0380,N,01131.0000,E",
    ])
    func `a position that is malformed or off the Earth is none`(_ position: String) async throws {
        let sentences = [
            NMEA.gga("120000", position), NMEA.rmc("120000", position),
            NMEA.gns("120000", position),
        ]
        for sentence in sentences {
            #expect(try await NMEAReading(sentence).fixes.isEmpty)
        }
        #expect(try await NMEAReading(NMEA.gll("120000", position)).fixes.isEmpty)
    }

    @Test func `sentences are counted by what they are`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga(), NMEA.rmc(), "GLGSV,1,1,00", "GNGSV,1,1,00", "PUBX,00,1", "PUBX,03,0",
            "PGRMZ,1", "AAVDM,1", "GNDTM,W84", "HCHDG,1")
        let expected = [
            "GGA": 1, "RMC": 1, "GSV": 2, "PUBX00": 1, "PUBX": 1, "PGRMZ": 1, "VDM": 1, "DTM": 1,
            "HDG": 1,
        ]
        #expect(reading.sentences == expected)
    }
}
