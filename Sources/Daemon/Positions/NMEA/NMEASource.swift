package import Geofencing

/// Fixes from a recorded NMEA 0183 stream: one for each run of sentences of one time of day.
package struct NMEASource: PositionSource {
    package let isLive = false

    package var tally: [Tally] { reader.tally }

    private let file: TraceFile
    private var reader: NMEAReader
    private var hasEnded = false
    private let needsSentences: Bool

    package init(_ file: TraceFile, _ options: TraceOptions = TraceOptions()) {
        self.file = file
        needsSentences = options.needsSentences
        reader = NMEAReader(date: options.date)
    }

    package mutating func next() async throws -> [Report]? {
        while !hasEnded {
            let piece = try await file.next()
            hasEnded = piece == nil
            let reports = reader.read(piece)
            if !reports.isEmpty { return reports }
        }
        if needsSentences, !reader.hasSentences {
            throw TraceError.noSentence(file.name, badChecksums: reader.badChecksums)
        }
        return nil
    }
}

extension NMEASource {
    /// Whether a file that begins like this contains a sentence, or the beginning of one.
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
