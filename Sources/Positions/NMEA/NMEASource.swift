package import Geofencing

/// Fixes from a recorded NMEA 0183 stream: one for each run of sentences of one time of day.
package struct NMEASource: PositionSource {
    package let isLive = false

    private let file: TraceFile
    private let scanner = NMEAScanner()
    private var assembler: NMEAAssembler
    private var isFinished = false

    /// `date`: the day of the first sentence, if it is known; a stream without RMC and ZDA never
    /// tells.
    package init(_ file: TraceFile, date: CivilDate? = nil) {
        self.file = file
        assembler = NMEAAssembler(clock: NMEAClock(date: date))
    }

    package mutating func next() async throws -> [Report]? {
        while !isFinished {
            if let piece = try await file.next() {
                scanner.scan(piece) { assembler.add($0) }
            } else {
                isFinished = true
                scanner.finish { assembler.add($0) }
                assembler.finish()
            }
            let reports = assembler.takeReports()
            if !reports.isEmpty { return reports }
        }
        return nil
    }

    package var tally: [Tally] {
        [
            Tally("sentences", each: assembler.sentences),
            Tally("bad_checksums", scanner.badChecksums),
            Tally("malformed_sentences", assembler.malformed),
            Tally("skipped_bytes", scanner.skippedBytes),
        ]
    }
}

extension NMEASource {
    /// Whether a file that begins like this has sentences in it, or the beginning of one.
    static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
        var before: UInt8 = 0x0a
        for (i, byte) in head.enumerated() {
            if before == UInt8(ascii: "$") || before == UInt8(ascii: "!") {
                let address = head[i...].prefix(5)
                if address.count == 5, address.allSatisfy(isAddressCharacter) { return true }
            }
            before = byte
        }
        return false
    }

    private static func isAddressCharacter(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
