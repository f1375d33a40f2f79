package import Geofencing
import Posix

/// The track points of a GPX file, 1.0 or 1.1, in the order they are written.
package struct GPXSource: PositionSource {
    package let isLive = false
    package var tally: [Tally] { reader.counts.tally }

    private let file: TraceFile
    private var reader: GPXReader
    private var hasEnded = false
    /// What was wrong, kept until the points before it have been handed out.
    private var error: TraceError?

    package init(_ file: TraceFile) {
        self.init(file, GPXReader())
    }

    init(_ file: TraceFile, _ reader: GPXReader) {
        self.file = file
        self.reader = reader
    }

    /// XML begins with `<`, after a byte order mark and blanks, maybe; in UTF-16 with NULs between.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        let mayPrecede: [UInt8] = [0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00]
        let first = head.first { !$0.isBlank && !mayPrecede.contains($0) }
        return first == UInt8(ascii: "<")
    }

    package mutating func next() async throws -> [Report]? {
        while true {
            if let error { throw error }
            if hasEnded { return nil }
            let piece = try await file.next()
            hasEnded = piece == nil
            do {
                try reader.feed(piece)
            } catch {
                self.error = .damaged(file.name, line: error.line, what: "\(error.what)")
            }
            let reports = reader.takeReports()
            if !reports.isEmpty { return reports }
        }
    }
}
