import Formats
import Geofencing

@testable import Positions

/// All that a document comes to.
struct GPXOutcome: Equatable {
    var reports: [Report] = []
    var tally: [Tally] = []
    var fault: XMLFault?
    /// How much of it was fed to expat; of no interest to whoever reads it.
    var bytesFed = 0

    static func == (left: GPXOutcome, right: GPXOutcome) -> Bool {
        (left.reports, left.fault) == (right.reports, right.fault) && left.tally == right.tally
    }

    /// `document` comes in pieces of so many bytes.
    init(
        _ document: [UInt8], pieces: Int = 1 << 18,
        readPoint: GPXReader.PointReading? = PlainPoint.read
    ) {
        var reader = GPXReader(readPoint: readPoint)
        do throws(XMLFault) {
            var offset = 0
            while offset < document.count {
                let piece = Array(document[offset..<min(offset + pieces, document.count)])
                // What lies behind a piece is no part of it, and here it looks like more.
                try Self.feed(piece, &reader)
                reports += reader.takeReports()
                offset += pieces
            }
            try reader.feed(nil)
        } catch {
            fault = error
        }
        reports += reader.takeReports()
        tally = reader.counts.tally
        bytesFed = reader.xml.bytesFed
    }

    private static func feed(_ piece: [UInt8], _ reader: inout GPXReader) throws(XMLFault) {
        try piece.withUnsafeBufferPointer { bytes throws(XMLFault) in
            try reader.feed(UnsafeRawBufferPointer(bytes))
        }
    }
}
