import Geofencing

@testable import Positions

/// All that a document comes to.
struct GPXOutcome: Equatable {
    var reports: [Report] = []
    var tally: [Tally] = []
    var fault: GPXFault?
    /// How much of it was fed to expat; of no interest to whoever reads it.
    var bytesFed = 0

    static func == (left: GPXOutcome, right: GPXOutcome) -> Bool {
        (left.reports, left.fault) == (right.reports, right.fault) && left.tally == right.tally
    }

    /// `document` comes in pieces of so many bytes; with `patience` 0, expat reads all of it.
    init(_ document: [UInt8], pieces: Int = 1 << 18, patience: Int = GPXReader.patience) {
        var reader = GPXReader(patience: patience)
        do throws(GPXFault) {
            var place = 0
            while place < document.count {
                let piece = Array(document[place..<min(place + pieces, document.count)])
                // What lies behind a piece is no part of it, and here it looks like more.
                try Self.feed(piece, &reader)
                reports += reader.takeReports()
                place += pieces
            }
            try reader.feed(nil)
        } catch {
            fault = error
        }
        reports += reader.takeReports()
        tally = reader.counts.tally
        bytesFed = reader.parser.bytesFed
    }

    private static func feed(_ piece: [UInt8], _ reader: inout GPXReader) throws(GPXFault) {
        try piece.withUnsafeBufferPointer { bytes throws(GPXFault) in
            try reader.feed(UnsafeRawBufferPointer(bytes))
        }
    }
}
