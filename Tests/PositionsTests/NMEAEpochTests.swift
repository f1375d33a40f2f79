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
            NMEA.gga("120001.5"), NMEA.gll("120001.50"), NMEA.gga("120001.6"))
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
            NMEA.zda, "GPGST,120001,1,1,1,0,1,1,1", gsa, "GPVTG,84.4,T,,M,10.0,N,18.5,K",
            "PUBX,00,120002,4807.038,N,01131.000,E,546.5,G3,2.1,2.0,0.0,77.5,0.0,,0.9,1.3,0.8,8,0,0"
        )
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
