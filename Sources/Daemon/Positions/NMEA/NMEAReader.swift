import Geofencing

/// Reads a stream of NMEA 0183 piece by piece.
struct NMEAReader {
    private let scanner = NMEAScanner()
    private var assembler: NMEAAssembler

    /// `date`: the day of the first sentence, if it is known.
    init(date: CivilDate? = nil) {
        assembler = NMEAAssembler(clock: NMEAClock(date: date))
    }

    /// Reads on in the stream; `nil` is its end. Returns the reports of the epochs that have ended.
    mutating func read(_ piece: UnsafeRawBufferPointer?) -> [Report] {
        if let piece {
            scanner.scan(piece) { assembler.add($0) }
        } else {
            scanner.finish { assembler.add($0) }
            assembler.finish()
        }
        return assembler.takeReports()
    }

    /// Whether there was a sentence whose checksum is right, or missing.
    var hasSentences: Bool { !assembler.sentences.isEmpty || assembler.malformed > 0 }

    var badChecksums: Int { scanner.badChecksums }

    var tally: [Tally] {
        [
            Tally("sentences", each: assembler.sentences),
            Tally("bad_checksums", scanner.badChecksums),
            Tally("malformed_sentences", assembler.malformed),
            Tally("skipped_bytes", scanner.skippedBytes),
        ]
    }
}
