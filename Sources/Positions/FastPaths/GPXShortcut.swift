import Geofencing
import Glibc
import Posix
import XML

/// Reads track points without expat if they are like points before them (`GPXShape`).
///
/// expat gets the rest of the document, and says what is wrong with it.
struct GPXShortcut {
    private let xml: XMLParser
    /// Of the last points that were unlike those before them, in one segment of a track.
    private var shapes: [GPXShape] = []
    private var segment = 0
    private var point = GPXPoint()
    private var times = QuickTimes()

    private static let mostShapes = 4
    /// How much may be lost in a piece by looking at points that expat has to read, before it gets
    /// the rest of the piece at once. The unit is what one point gains that is read without it.
    private static let patience = 32
    /// Lost by feeding expat a part: it reads an unfinished tag or comment again each time.
    private static let lossByAsking = 16
    /// Lost by looking for the shape of a point that expat reads.
    private static let lossByLearning = 2

    init(_ xml: XMLParser) {
        self.xml = xml
    }

    /// Reads the beginning of `piece`, and feeds expat what it has to read of it; returns the rest,
    /// which expat has to read as well.
    mutating func readPoints(
        of piece: UnsafeRawBufferPointer, into document: inout GPXDocument
    ) throws(XMLFault) -> UnsafeRawBufferPointer {
        // What is before it has been read, or fed to expat.
        var offset = 0
        var next = piece.firstPoint(from: 0)
        var patience = Self.patience
        while patience > 0, let start = next {
            try xml.feed(part: piece[offset..<start], to: &document)
            offset = start
            guard document.isInSegment, xml.isBetweenTags else {
                // It may stand in a comment, or in a tag that began in the piece before.
                patience -= Self.lossByAsking
                next = piece.firstPoint(from: start + 1)
                continue
            }
            let points = skipPoints(in: piece, from: &offset, into: &document)
            if points > 0 {
                patience = min(patience + points, Self.patience)
                next = piece.firstPoint(from: offset)
            } else {
                patience -= Self.lossByLearning
                next = piece.firstPoint(from: start + 1)
                offset = next ?? piece.count
                try learn(piece[start..<offset], &document)
            }
        }
        return UnsafeRawBufferPointer(rebasing: piece[offset...])
    }

    /// Reads the points that follow each other from `offset` on, which moves behind them, as long
    /// as they are like others; returns how many there were.
    private mutating func skipPoints(
        in piece: UnsafeRawBufferPointer, from offset: inout Int,
        into document: inout GPXDocument
    ) -> Int {
        if segment != document.counts.segments { shapes = [] }
        segment = document.counts.segments
        var count = 0
        var i = 0
        while i < shapes.count {
            let more = skipPoints(
                like: shapes[i], in: piece, from: &offset, into: &document)
            count += more
            // The next point is most often like the last.
            if more > 0 {
                shapes.swapAt(i, 0)
                i = 0
            }
            i += 1
        }
        return count
    }

    private mutating func skipPoints(
        like shape: GPXShape, in piece: UnsafeRawBufferPointer, from offset: inout Int,
        into document: inout GPXDocument
    ) -> Int {
        var count = 0
        var lines = 0
        var next = offset
        var blankLines = piece.skipBlanks(from: &next)
        while shape.read(piece, from: &next, into: &point, &times) {
            document.add(point)
            lines += blankLines + shape.lines
            count += 1
            offset = next
            blankLines = piece.skipBlanks(from: &next)
        }
        xml.skip(lines: lines)
        return count
    }

    /// Has expat read a point that is unlike others, and what follows it, and remembers its shape.
    private mutating func learn(
        _ point: Slice<UnsafeRawBufferPointer>, _ document: inout GPXDocument
    ) throws(XMLFault) {
        let before = document.counts.trackPoints
        try xml.feed(part: point, to: &document)
        guard document.isInSegment, xml.isBetweenTags, document.counts.segments == segment,
            document.counts.trackPoints == before + 1,
            let shape = GPXShape(of: UnsafeRawBufferPointer(rebasing: point))
        else { return }
        shapes.insert(shape, at: 0)
        if shapes.count > Self.mostShapes { shapes.removeLast() }
    }
}

extension UnsafeRawBufferPointer {
    /// Moves `offset` behind blanks, and returns how many lines end in them.
    fileprivate func skipBlanks(from offset: inout Int) -> Int {
        let start = offset
        while offset < count, self[offset].isBlank { offset += 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<offset]).lineEnds
    }

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
}
