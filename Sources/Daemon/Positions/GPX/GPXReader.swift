import Formats
import Geofencing
import Glibc
import Posix

/// Reads a GPX document piece by piece: expat takes it apart, and `GPXDocument` knows what it
/// means.
struct GPXReader {
    let xml = XMLParser(namespaces: true)
    private var document = GPXDocument()
    private let readPoint: PointReading?

    /// The point that begins at this offset, which then moves behind it; `nil` if expat has to read
    /// it. The parser knows the prefixes.
    typealias PointReading = (UnsafeRawBufferPointer, inout Int, XMLParser) -> GPXPoint?

    /// How many points of a piece are looked at in vain, before expat gets the rest of it at once.
    private static let patience = 32

    /// `readPoint`: reads points without expat; `nil`: expat reads all.
    init(readPoint: PointReading? = PlainPoint.read) {
        self.readPoint = readPoint
    }

    var counts: GPXCounts { document.counts }

    /// The reports of the track points that have ended since the last call.
    mutating func takeReports() -> [Report] { document.takeReports() }

    /// Reads on in the document; `nil` is its end. After a fault nothing more may be fed.
    mutating func feed(_ piece: UnsafeRawBufferPointer?) throws(XMLFault) {
        do throws(XMLFault) {
            guard let piece else { return try end() }
            try xml.feed(try rest(of: piece), to: &document)
        } catch {
            document.finish()
            throw error
        }
    }

    private mutating func end() throws(XMLFault) {
        try xml.feed(nil, to: &document)
        document.finish()
    }

    /// Reads the points of `piece` that need no expat, and feeds it what is before them; returns
    /// what is behind them.
    private mutating func rest(
        of piece: UnsafeRawBufferPointer
    ) throws(XMLFault) -> UnsafeRawBufferPointer {
        // What is before it has been read.
        var offset = 0
        var patience = readPoint == nil ? 0 : Self.patience
        var next = patience > 0 ? piece.firstPoint(from: 0) : nil
        while patience > 0, let start = next {
            try xml.feed(part: piece[offset..<start], to: &document)
            offset = start
            // It may stand in a comment, or in a tag that began in the piece before.
            guard document.isInSegment, xml.isBetweenTags else { break }
            readPoints(of: piece, from: &offset)
            if offset == start { patience -= 1 }
            next = piece.firstPoint(from: max(offset, start + 1))
        }
        return UnsafeRawBufferPointer(rebasing: piece[offset...])
    }

    /// Reads the points that follow each other from `offset` on, which moves behind them, as long
    /// as they need no expat.
    private mutating func readPoints(of piece: UnsafeRawBufferPointer, from offset: inout Int) {
        let start = offset
        var next = offset
        while let point = readPoint?(piece, &next, xml) {
            document.add(point)
            offset = next
            while next < piece.count, piece[next].isBlank { next += 1 }
        }
        xml.skip(lines: UnsafeRawBufferPointer(rebasing: piece[start..<offset]).lineEnds)
    }
}

extension UnsafeRawBufferPointer {
    /// The offset from `start` on at which a track point may begin, behind a tag; `nil` if there is
    /// none.
    fileprivate func firstPoint(from start: Int) -> Int? {
        let tag: StaticString = "<trkpt"
        var offset = start
        while offset + tag.utf8CodeUnitCount <= count, let base = baseAddress,
            let bracket = memchr(base + offset, 0x3c, count - offset)
        {
            offset = UnsafeRawPointer(bracket) - base
            let isPoint =
                offset + tag.utf8CodeUnitCount <= count
                && memcmp(bracket, tag.utf8Start, tag.utf8CodeUnitCount) == 0
            if isPoint, followsTag(offset) { return offset }
            offset += 1
        }
        return nil
    }

    /// Whether nothing but blanks stands between a tag and `offset`. If expat were fed a part that
    /// ends in other text, its words for a fault could be others.
    private func followsTag(_ offset: Int) -> Bool {
        let before = self[..<offset].last { !$0.isBlank }
        return before == nil || before == UInt8(ascii: ">")
    }

    /// How many lines end in these bytes. expat counts LF, CR LF and CR.
    fileprivate var lineEnds: Int {
        var (ends, last) = (0, UInt8(0))
        for byte in self {
            ends &+= byte == 0x0d || byte == 0x0a && last != 0x0d ? 1 : 0
            last = byte
        }
        return ends
    }
}
