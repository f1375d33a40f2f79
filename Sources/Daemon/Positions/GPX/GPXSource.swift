import Formats
package import Geofencing

/// The track points of a GPX file, 1.0 or 1.1, in the order in which they are written.
package struct GPXSource: PositionSource {
    package let isLive = false
    package var tally: [Tally] { reader.counts.tally }

    private let file: TraceFile
    private var reader = GPXReader()
    private var hasEnded = false
    /// The error of the file, kept until the points before it have been handed out.
    private var error: TraceError?

    package init(_ file: TraceFile) {
        self.file = file
    }

    package mutating func next() async throws -> [Report]? {
        while true {
            if let error { throw error }
            if hasEnded { return nil }
            let piece = try await file.next()
            hasEnded = piece == nil
            if file.isConverted { reader.xml.assumeUTF8() }
            do {
                try reader.feed(piece)
            } catch {
                self.error = .damaged(file.name, line: error.line, what: error.what.inTrace)
            }
            let reports = reader.takeReports()
            if !reports.isEmpty { return reports }
        }
    }
}
