import Geofencing
import Positions
import TestSupport

/// What an NMEA source yielded until its end.
struct NMEAReading {
    var reports: [Report] = []
    var sentences: [String: Int] = [:]
    var tally: [String: Int] = [:]

    var fixes: [Fix] {
        reports.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    /// As `2026-05-01T12:00:00.000Z`, with `?` behind where there is no date.
    var times: [String] {
        fixes.map { $0.isUndated ? "\($0.time)?" : "\($0.time)" }
    }

    init(path: String, date: CivilDate? = nil) async throws {
        var source = NMEASource(try TraceFile(path: path), TraceOptions(date: date))
        while let more = try await source.next() { reports += more }
        for line in source.tally {
            switch line.count {
            case .total(let count): tally[line.name] = count
            case .each(let counts): sentences = counts
            }
        }
    }

    /// Reads a log of just these bytes.
    init(bytes: some Sequence<UInt8>, date: CivilDate? = nil) async throws {
        let file = TemporaryFile(bytes)
        try await self.init(path: file.path, date: date)
    }

    /// Reads a log of these sentences, which are written without `$` and checksum.
    init(_ sentences: String..., date: CivilDate? = nil) async throws {
        try await self.init(bytes: sentences.flatMap { line($0).utf8 }, date: date)
    }
}

/// A whole line: `body` with `$`, its checksum and CRLF.
func line(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    let hex = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(sum < 16 ? "0" : "")\(hex)\r\n"
}

/// Sentences of a receiver at 48° 7.038′ N 11° 31′ E.
enum NMEA {
    static func gga(
        _ time: String = "120000", _ position: String = "4807.0380,N,01131.0000,E",
        quality: String = "1", hdop: String = "0.9", altitude: String = "545.4"
    ) -> String {
        "GPGGA,\(time),\(position),\(quality),08,\(hdop),\(altitude),M,46.9,M,,"
    }

    static func rmc(
        _ time: String = "120000", _ position: String = "4807.0380,N,01131.0000,E",
        status: String = "A", speed: String = "10.0", track: String = "84.4",
        date: String = "010526"
    ) -> String {
        "GPRMC,\(time),\(status),\(position),\(speed),\(track),\(date),,,A"
    }

    static func gll(
        _ time: String = "120000", _ position: String = "4807.0380,N,01131.0000,E",
        status: String = "A", mode: String = "A"
    ) -> String {
        "GPGLL,\(position),\(time),\(status),\(mode)"
    }

    static func gns(
        _ time: String = "120000", _ position: String = "4807.0380,N,01131.0000,E",
        mode: String = "AA"
    ) -> String {
        "GNGNS,\(time),\(position),\(mode),13,1.1,545.4,46.9,,,V"
    }

    static let zda = "GPZDA,120000,01,05,2026,00,00"
}
