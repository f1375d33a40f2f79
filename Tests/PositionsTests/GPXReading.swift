import Geofencing
import Positions
import TestSupport

/// What a GPX source yielded until its end, or until it failed.
struct GPXReading {
    var reports: [Report] = []
    var tally: [String: Int] = [:]
    var error: TraceError?

    var fixes: [Fix] {
        reports.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    init(path: String) async throws {
        var source = GPXSource(try TraceFile(path: path))
        do {
            while let more = try await source.next() { reports += more }
        } catch let error as TraceError {
            self.error = error
        }
        for line in source.tally {
            if case .total(let count) = line.count { tally[line.name] = count }
        }
    }

    /// Reads `document` from a file that is gone afterwards.
    init(_ document: some Sequence<UInt8>) async throws {
        let file = TemporaryFile(document)
        try await self.init(path: file.path)
        if case .damaged(_, let line, let what) = error {
            error = .damaged("walk.gpx", line: line, what: what)
        }
    }

    /// Reads a document with one track of one segment that contains `points`.
    init(points: String) async throws {
        try await self.init("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>".utf8)
    }
}
