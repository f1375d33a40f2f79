import Geofencing
import Testing

/// Which day it is.
struct NMEAClockTests {
    @Test func `there is no date before RMC or ZDA`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga("120000"), NMEA.gga("120001"), NMEA.rmc("120001"), NMEA.gga("120002"))
        #expect(
            reading.times == [
                "1970-01-01T12:00:00.000Z?", "2026-05-01T12:00:01.000Z",
                "2026-05-01T12:00:02.000Z",
            ])
    }

    @Test func `ZDA tells the date`() async throws {
        let reading = try await NMEAReading(NMEA.zda, NMEA.gga("120000"), NMEA.gga("120001"))
        #expect(reading.times == ["2026-05-01T12:00:00.000Z", "2026-05-01T12:00:01.000Z"])
    }

    @Test func `a date may be given for a log without one`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga("235959"), NMEA.gga("000000"), NMEA.rmc("000001"),
            date: CivilDate(year: 2024, month: 2, day: 28))
        #expect(
            reading.times == [
                "2024-02-28T23:59:59.000Z", "2024-02-29T00:00:00.000Z",
                "2026-05-01T00:00:01.000Z",
            ])
    }

    @Test func `a void RMC tells no date`() async throws {
        let reading = try await NMEAReading(NMEA.rmc("120000", status: "V"), NMEA.gga("120001"))
        #expect(reading.times == ["1970-01-01T12:00:01.000Z?"])
    }

    @Test func `an undated log goes on over midnight`() async throws {
        let reading = try await NMEAReading(
            NMEA.gga("235959"), NMEA.gga("000000"), NMEA.gga("120000"), NMEA.gga("235959"),
            NMEA.gga("000000"))
        #expect(
            reading.times == [
                "1970-01-01T23:59:59.000Z?", "1970-01-02T00:00:00.000Z?",
                "1970-01-02T12:00:00.000Z?", "1970-01-02T23:59:59.000Z?",
                "1970-01-03T00:00:00.000Z?",
            ])
    }

    @Test(arguments: [
        ("010526", "2026-05-02"), ("311225", "2026-01-01"), ("280224", "2024-02-29"),
        ("280225", "2025-03-01"), ("290224", "2024-03-01"), ("280200", "2000-02-29"),
    ])
    func `midnight comes before the RMC that tells the new date`(
        _ date: String, next: String
    ) async throws {
        let reading = try await NMEAReading(
            NMEA.gga("235959"), NMEA.rmc("235959", date: date), NMEA.gga("000000"),
            NMEA.gll("000001"))
        #expect(
            reading.times.dropFirst() == ["\(next)T00:00:00.000Z", "\(next)T00:00:01.000Z"])
    }

    @Test func `a sentence that comes a little late is of the same day`() async throws {
        let reading = try await NMEAReading(
            NMEA.rmc("120000"), NMEA.gga("115959.9"), NMEA.gga("120001"))
        #expect(reading.times.last == "2026-05-01T12:00:01.000Z")
    }

    @Test(arguments: [
        NMEA.gll("235959", "4807.0,N,01130.0,E"), NMEA.gga("235940.5", "4807.0,N,01130.0,E"),
        NMEA.gns("235959.8", "4807.0,N,01130.0,E"),
    ])
    func `what comes late after midnight is of the day before`(late: String) async throws {
        let dated = try await NMEAReading(
            NMEA.rmc("235959"), NMEA.rmc("000000", date: "020526"), late, NMEA.gga("000001"),
            late, NMEA.rmc("000002", date: "020526"))
        #expect(
            dated.times.map { $0.prefix(10) } == [
                "2026-05-01", "2026-05-02", "2026-05-01", "2026-05-02", "2026-05-01",
                "2026-05-02",
            ])
        let byZDA = try await NMEAReading(
            "GPZDA,000000,02,05,2026,00,00", NMEA.gga("000000"), late, NMEA.gga("000001"))
        #expect(
            byZDA.times.map { $0.prefix(10) } == ["2026-05-02", "2026-05-01", "2026-05-02"])
    }

    @Test(arguments: [
        ("010500", "2000-05-01"), ("010579", "2079-05-01"), ("010580", "1980-05-01"),
        ("010599", "1999-05-01"), ("290224", "2024-02-29"), ("290200", "2000-02-29"),
    ])
    func `two digits are a year from 1980 to 2079`(_ date: String, day: String) async throws {
        let reading = try await NMEAReading(NMEA.rmc(date: date))
        #expect(reading.times == ["\(day)T12:00:00.000Z"])
    }

    @Test(arguments: [
        "290225", "300226", "310426", "000526", "010026", "011326", "320126", "", "10526",
        "0105026", "1.0526", "-10526", "٠١٠٥٢٦", "01052O",
    ])
    func `a date that is no day is none`(_ date: String) async throws {
        let reading = try await NMEAReading(NMEA.rmc(date: date))
        #expect(reading.times == ["1970-01-01T12:00:00.000Z?"])
    }

    @Test(arguments: [
        "01,05,", "01,05,26", "1,5,2026", "31,04,2026", "00,00,0000", "01,01,0000", "31,12,1969",
        "31,12,9999", ",,", "01,13,2026", "01,05,x",
    ])
    func `a ZDA without a day that can be tells no date`(_ date: String) async throws {
        let reading = try await NMEAReading("GPZDA,120000,\(date),00,00", NMEA.gga())
        #expect(reading.times == ["1970-01-01T12:00:00.000Z?"])
    }

    @Test(arguments: [
        ("120000", "12:00:00.000"), ("120000.", "12:00:00.000"), ("120000.1", "12:00:00.100"),
        ("120000.12", "12:00:00.120"), ("120000.123", "12:00:00.123"),
        ("120000.1239", "12:00:00.123"), ("120000.00000000000000001", "12:00:00.000"),
        ("000000", "00:00:00.000"), ("235959.999", "23:59:59.999"),
        ("120060", "12:01:00.000"),
    ])
    func `a time of day is read to the millisecond`(_ written: String, time: String) async throws {
        for sentence in [NMEA.gga(written), NMEA.gll(written), NMEA.gns(written)] {
            let reading = try await NMEAReading(
                sentence, date: CivilDate(year: 2026, month: 5, day: 1))
            #expect(reading.times == ["2026-05-01T\(time)Z"])
        }
    }

    @Test(arguments: [
        "240000", "126000", "120061", "12000", "1200", "x", "12:00:00", "120000.x",
        "-20000", "120000-", "120000.1.2", "١٢٠٠٠٠",
    ])
    func `a time that cannot be is counted and skipped`(_ written: String) async throws {
        let reading = try await NMEAReading("GPGGA,\(written)", NMEA.gga("130000"))
        #expect(reading.times == ["1970-01-01T13:00:00.000Z?"])
        #expect(reading.tally["malformed_sentences"] == 1)
    }

    @Test(arguments: ["300226", "310426", "290226", "000526", "011326", "1526", "x"])
    func `a date that cannot be is counted, and none`(_ written: String) async throws {
        let undated = try await NMEAReading(NMEA.rmc("120000", date: written))
        #expect(undated.times == ["1970-01-01T12:00:00.000Z?"])
        #expect(undated.tally["malformed_sentences"] == 1)
        let dated = try await NMEAReading(
            NMEA.rmc("120000"), NMEA.rmc("120001", date: written), NMEA.gga("120002"))
        #expect(dated.times.map { $0.prefix(19) } == (0...2).map { "2026-05-01T12:00:0\($0)" })
        #expect(dated.tally["malformed_sentences"] == 1)
    }

    @Test(arguments: ["30,02,2026", "31,04,2026", "29,02,2026", "01,05,1979", "1,5,26"])
    func `a ZDA of no day is counted, and none`(_ date: String) async throws {
        let reading = try await NMEAReading("GPZDA,120000,\(date),00,00", NMEA.gga("120000"))
        #expect(reading.times == ["1970-01-01T12:00:00.000Z?"])
        #expect(reading.tally["malformed_sentences"] == 1)
    }

    @Test func `no date is no fault`() async throws {
        let reading = try await NMEAReading("GPZDA,120000,,,,,", NMEA.rmc("120000", date: ""))
        #expect(reading.times == ["1970-01-01T12:00:00.000Z?"])
        #expect(reading.tally["malformed_sentences"] == 0)
    }

    @Test func `a leap second is the first instant of the next day`() async throws {
        let reading = try await NMEAReading(
            NMEA.rmc("235959", date: "311216"), NMEA.rmc("235960", date: "311216"),
            NMEA.gga("000000"), NMEA.rmc("000001", date: "010117"))
        #expect(
            reading.times == [
                "2016-12-31T23:59:59.000Z", "2017-01-01T00:00:00.000Z",
                "2017-01-01T00:00:01.000Z",
            ])
    }
}
