import Geofencing
import Positions
import Testing

/// What the sentences of one time of day say together.
struct NMEAEpochTests {
    private let gsa = "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1"

    @Test func `all sentences of one time of day are one fix`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga("120000"), NMEA.rmc("120000"), NMEA.gll("120000"), gsa,
            NMEA.rmc("120001"), NMEA.gns("120001"), "GPVTG,84.4,T,,M,10.0,N,18.5,K",
            NMEA.rmc("120001.5"), NMEA.gll("120001.50"), NMEA.rmc("120001.6"))
        #expect(
            reading.times == [
                "2026-05-01T12:00:00.000Z", "2026-05-01T12:00:01.000Z",
                "2026-05-01T12:00:01.500Z", "2026-05-01T12:00:01.600Z",
            ])
        #expect(reading.fixes.map(\.startsSegment) == [true, false, false, false])
    }

    @Test func `an epoch without fix is reported, with its time`() async throws {
        let reading = try await NMEAReading(
            NMEA.rmc("120000", ",,,", status: "V"), NMEA.gga("120000", ",,,", quality: "0"),
            NMEA.rmc("120001"), NMEA.rmc("120002", ",,,", status: "V"))
        #expect(reading.fixes.count == 1)
        #expect(reading.reports.count == 3)
        #expect(
            reading.reports.last
                == .noPosition(Timestamp(iso8601: "2026-05-01T12:00:02Z")))
    }

    @Test func `an epoch without fix and date has a time all the same`() async throws {
        let reading = try await NMEAReading(NMEA.gga("120000", ",,,", quality: "0"))
        #expect(reading.reports == [.noPosition(Timestamp(seconds: 43_200))])
    }

    @Test func `an epoch of satellites or a date alone is nothing`() async throws {
        let reading = try await NMEAReading(
            NMEA.zda, "GPGST,120001,1,1,1,0,1,1,1", gsa, "GPVTG,84.4,T,,M,10.0,N,18.5,K")
        #expect(reading.reports.isEmpty)
    }

    @Test(arguments: [
        (["GPGST,120000,9.9,7,5,30,3.0,4.0,6.0"], 5.0),
        (
            ["PUBX,00,120000,4807.038,N,01131.000,E,546.5,G3,2.1,2.0,0.0,0,0.0,,0.9,1.3,0.8,8,0,0"],
            2.1
        ),
        (["PSRFEPE,120000.000,A,0.7,6.8,8.1,2.0,180.0"], 6.8),
        (["PGRME,10.0,M,15.0,M,18.0,M"], 12.8),
        (["GPGBS,120000,0.6,0.8,1.4,,,,"], 1.0),
        (["GPGBS,120000,0.6,0.8,1.4,,,,", "PGRME,10.0,M,15.0,M,18.0,M"], 12.8),
        (["PSRFEPE,120000,A,0.7,6.8,8.1,2.0,180.0", "PGRME,10.0,M,15.0,M,18.0,M"], 6.8),
        (
            [
                "PSRFEPE,120000.000,A,0.7,6.8,8.1,2.0,180.0",
                "PUBX,00,120000,4807.038,N,01131.000,E,546.5,G3,2.1,2.0,0.0,0,0.0,,0.9,1,0.8,8,0,0",
            ], 2.1
        ),
        (
            [
                "GPGST,120000,9.9,7,5,30,3.0,4.0,6.0", "GPGBS,120000,0.6,0.8,1.4,,,,",
                "PUBX,00,120000,4807.038,N,01131.000,E,546.5,G3,2.1,2.0,0.0,0,0.0,,0.9,1,0.8,8,0,0",
            ], 5.0
        ),
        (["GPGST,120000,,,,,,,"], nil),
        (["GPGST,120000,9.9,7,5,30,-3.0,4.0,6.0"], nil),
        (["GPGST,115959,9.9,7,5,30,3.0,4.0,6.0"], nil),
        (["PUBX,03,120000,1,2,3,4,5,6,7,8"], nil),
        ([], nil),
    ])
    func `the receiver's own estimate is its accuracy, the best one first`(
        _ others: [String], accuracy: Double?
    ) async throws {
        // Before and behind the position: the order is each maker's own.
        for position in [NMEA.gga(), NMEA.rmc()] {
            for sentences in [[position] + others, [position] + others.reversed()] {
                let reading = try await NMEAReading(bytes: sentences.flatMap { line($0).utf8 })
                let fix = try #require(reading.fixes.first)
                switch (fix.accuracy, accuracy) {
                case (let ours?, let theirs?): #expect(abs(ours - theirs) < 1e-9)
                default: #expect(fix.accuracy == accuracy)
                }
            }
        }
    }

    @Test(arguments: [
        [NMEA.gga("120000"), NMEA.rmc("120000.80")], [NMEA.rmc("120000.80"), NMEA.gga("120000")],
        [NMEA.rmc("120000"), NMEA.gga("120000.80")], [NMEA.gns("120000.8"), NMEA.rmc("120001")],
        [NMEA.rmc("120000.800"), NMEA.gga("120000.797")],
        [NMEA.rmc("120000.8"), NMEA.gll("120000"), NMEA.gga("120000.8")],
        [NMEA.rmc("000000", date: "020526"), NMEA.gga("235959.8")],
    ])
    func `sentences of one fix are one, also where a converter has cut the fraction of some`(
        sentences: [String]
    ) async throws {
        let reading = try await NMEAReading(bytes: sentences.flatMap { line($0).utf8 })
        #expect(reading.fixes.count == 1)
        #expect(reading.fixes.first?.hdop != nil && reading.fixes.first?.speed != nil)
    }

    @Test(arguments: ["120000", "120001", "120000.803"])
    func `an estimate is of the fix whose time was cut`(time: String) async throws {
        let reading = try await NMEAReading(
            NMEA.rmc("120000.80"), NMEA.gga("120000.80"), "GNGST,\(time),,,,,30.0,40.0,9.9")
        #expect(reading.fixes.map(\.accuracy) == [50])
    }

    @Test func `fixes of a quick receiver that stands are one each`() async throws {
        let sentences = [
            "120000", "120000.2", "120000.4", "120000.6", "120000.8", "120001", "120001.2",
        ].flatMap { [NMEA.rmc($0), $0.contains(".") ? "" : NMEA.gga($0)] }
        let reading = try await NMEAReading(
            bytes: sentences.filter { !$0.isEmpty }.flatMap { line($0).utf8 })
        #expect(reading.fixes.count == 7)
        #expect(
            reading.fixes.map { $0.hdop != nil } == [true] + .init(repeating: false, count: 4) + [
                true, false,
            ])
    }

    @Test(arguments: [
        ("AN", true), ("NA", true), ("NNA", true), ("NNNA", true), ("NNNNNA", true), ("NR", true),
        ("NF", true), ("ND", true), ("A", true), ("N", false), ("NNNN", false), ("", false),
    ])
    func `the mode of GNS has a letter for each system of satellites`(
        mode: String, hasFix: Bool
    ) async throws {
        let reading = try await NMEAReading(NMEA.gns(mode: mode))
        #expect(reading.fixes.count == (hasFix ? 1 : 0))
        #expect(reading.reports.count == 1)
    }

    @Test(arguments: [
        ("GLRMC", true), ("AIRMC", true), ("GPRMC", false), ("GNRMC", false),
    ])
    func `who has no fix says so of its own`(void: String, hasFix: Bool) async throws {
        let none = void + NMEA.rmc("120000", ",,,", status: "V").dropFirst(5)
        for sentences in [[NMEA.gga(), none], [none, NMEA.gga()]] {
            let reading = try await NMEAReading(bytes: sentences.flatMap { line($0).utf8 })
            #expect(reading.fixes.count == (hasFix ? 1 : 0), "\(sentences)")
        }
    }

    @Test func `an RMC whose mode is N has no fix`() async throws {
        let reading = try await NMEAReading(String(NMEA.rmc().dropLast()) + "N")
        #expect(reading.reports.map { $0.fix == nil } == [true])
    }

    @Test func `u-blox's own sentences are enough`() async throws {
        func position(_ second: Int, _ status: String = "G3") -> String {
            "PUBX,00,12000\(second).00,4807.038,N,01131.000,E,546.5,\(status),2.1,2.0,18.0,77.5,0.0,,0.9,1.3,0.8,8,0,0"
        }
        let reading = try await NMEAReading(
            "PUBX,04,120000.00,010526,475200.00,2416,18,1,2,3", position(0), position(1),
            position(2, "NF"), position(3, "TT"))
        #expect(reading.times == ["2026-05-01T12:00:00.000Z", "2026-05-01T12:00:01.000Z"])
        #expect(reading.reports.count == 4)
        let fix = try #require(reading.fixes.first)
        #expect(fix.accuracy == 2.1 && fix.speed == 5 && fix.track == 77.5)
    }

    @Test func `satellites that lead are those of the position that follows`() async throws {
        func gsa(_ hdop: String) -> String { "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,\(hdop),2.1" }
        let leading = try await NMEAReading(
            gsa("9.0"), NMEA.rmc("120000"), gsa("8.0"), NMEA.rmc("120001"), gsa("1.0"))
        #expect(leading.fixes.map(\.hdop) == [9, 8])
        // A log that begins amid the sentences of one position.
        let between = try await NMEAReading(
            gsa("9.0"), NMEA.gll("120000"), NMEA.rmc("120001"), gsa("8.0"), NMEA.gll("120001"),
            NMEA.rmc("120002"), gsa("7.0"), NMEA.gll("120002"))
        #expect(between.fixes.map(\.hdop) == [9, 8, 7])
    }

    @Test(arguments: [
        "52.1166,N,00512.0000,E", "5244.1166,N,512.0000,E", "524.1166,N,00512.0000,E",
        "5244.1166,N,005.0000,E",
    ])
    func `a position that has lost digits is damage, and one that leaves out zeros is none`(
        position: String
    ) async throws {
        for damaged in [
            NMEA.gga("120000", position), NMEA.rmc("120000", position),
            NMEA.gll("120000", position), NMEA.gns("120000", position),
        ] {
            let reading = try await NMEAReading(damaged, NMEA.rmc("120001"), damaged)
            #expect(reading.fixes.count == 1)
            #expect(reading.tally["malformed_sentences"] == 2)
        }
        let short = try await NMEAReading(
            NMEA.rmc("120000", "530.0,N,512.0,E"), NMEA.rmc("120001", "530.0,N,512.0,E"),
            NMEA.rmc("120002", "530.1,N,512.0,E"))
        #expect(short.fixes.count == 2)
    }

    @Test func `an estimate is of its own epoch only`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga("120000"), "GPGST,120000,9.9,7,5,30,3.0,4.0,6.0", NMEA.gga("120001"))
        #expect(reading.fixes.map(\.accuracy) == [5, nil])
    }

    @Test func `an estimate may come before the position`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga("120000"), "GPGST,120001,9.9,7,5,30,3.0,4.0,6.0", NMEA.gga("120001"))
        #expect(reading.fixes.map(\.accuracy) == [nil, 5])
    }

    @Test func `HDOP is that of the position, or else that of the satellites`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga("120000"), gsa, NMEA.gga("120001", hdop: ""), gsa, NMEA.rmc("120002"), gsa,
            NMEA.rmc("120003"), NMEA.gns("120004"), NMEA.gga("120005", hdop: "-1"))
        #expect(reading.fixes.map(\.hdop) == [0.9, 1.3, 1.3, nil, 1.1, nil])
    }

    @Test func `satellites after a date at the head of an epoch belong to it`() async throws {
        let reading = try await NMEAReading(NMEA.zda, gsa, NMEA.rmc("120000.5"))
        #expect(reading.fixes.map(\.hdop) == [1.3])
    }

    @Test func `speed and track come from RMC and VTG`() async throws {
        let reading = try await NMEAReading(
            NMEA.rmc("120000"), NMEA.gga("120001"), "GPVTG,90.0,T,,M,20.0,N,37.0,K",
            NMEA.gga("120002"), NMEA.rmc("120003", speed: "", track: ""),
            "GPVTG,90.0,T,,M,20.0,N,37.0,K", NMEA.gga("120004"),
            "GPVTG,90.0,T,,M,20.0,N,37.0,K", NMEA.rmc("120004", speed: "", track: ""),
            NMEA.rmc("120005"), "GPVTG,,T,,M,,N,,K", NMEA.rmc("120006", speed: "-1", track: "x"))
        let knot = 1852.0 / 3600
        #expect(
            reading.fixes.map(\.speed)
                == [10 * knot, 20 * knot, nil, 20 * knot, 20 * knot, 10 * knot, nil])
        #expect(reading.fixes.map(\.track) == [84.4, 90, nil, 90, 90, 84.4, nil])
    }

    @Test(arguments: [("359.9", 359.9), ("360.0", 0), ("360.1", nil), ("0", 0), ("999.9", nil)])
    func `a track is at least 0 and less than 360 degrees`(
        _ written: String, track: Double?
    ) async throws {
        #expect(try await NMEAReading(NMEA.rmc(track: written)).fixes.map(\.track) == [track])
        let reading = try await NMEAReading(NMEA.gga(), "GPVTG,\(written),T,,M,10.0,N,18.5,K")
        #expect(reading.fixes.map(\.track) == [track])
    }

    @Test(arguments: [
        ("545.4", 545.4), ("-12.5", -12.5), ("0.0", 0), ("", nil), ("-", nil), ("--1", nil),
        ("1e3", nil), ("٣", nil),
    ])
    func `an altitude may be below the sea`(_ written: String, altitude: Double?) async throws {
        let reading = try await NMEAReading(NMEA.gga(altitude: written))
        #expect(reading.fixes.map(\.altitude) == [altitude])
        let mode: Fix.Mode = altitude == nil ? .twoDimensional : .threeDimensional
        #expect(reading.fixes.map(\.mode) == [mode])
    }

    @Test(arguments: [
        (["GPGSA,A,3,,,,,,,,,,,,,2,1,2"], Fix.Mode.threeDimensional),
        (["GPGSA,A,2,,,,,,,,,,,,,2,1,2"], .twoDimensional),
        (["GPGSA,A,1,,,,,,,,,,,,,2,1,2"], .noFix),
        (["GPGSA,A,3,,,,,,,,,,,,,2,1,2", "GLGSA,A,1,,,,,,,,,,,,,,,"], .threeDimensional),
        (["GLGSA,A,1,,,,,,,,,,,,,,,", "GPGSA,A,2,,,,,,,,,,,,,2,1,2"], .twoDimensional),
        (["GPGSA,A,,,,,,,,,,,,,,2,1,2"], .threeDimensional),
        (["GPGSA,A,7,,,,,,,,,,,,,2,1,2"], .threeDimensional),
        ([], .threeDimensional),
    ])
    func `the mode is the best that any satellites give`(
        _ satellites: [String], mode: Fix.Mode
    ) async throws {
        let sentences = [NMEA.gga()] + satellites
        let reading = try await NMEAReading(bytes: sentences.flatMap { line($0).utf8 })
        #expect(reading.fixes.map(\.mode) == [mode])
    }

    @Test func `the position of GGA and GNS is more exact than that of RMC and GLL`() async throws {
        let exact = "4807.0380001,N,01131.0000,E"
        for sentences in [
            [NMEA.rmc(), NMEA.gga("120000", exact)], [NMEA.gga("120000", exact), NMEA.gll()],
            [NMEA.gll(), NMEA.gns("120000", exact)], [NMEA.gns("120000", exact), NMEA.rmc()],
        ] {
            let reading = try await NMEAReading(bytes: sentences.flatMap { line($0).utf8 })
            let latitude = try #require(reading.fixes.first).coordinate.latitude
            #expect(abs(latitude - (48 + 7.0380001 / 60)) < 1e-12)
        }
    }
}
