import Geofencing
import Glibc
import Posix

/// Reads a GPX document piece by piece.
///
/// expat reads it and says what is wrong with it, but for points like those that it has read
/// before: these are taken out, and their values read where they lie (`GPXShape`).
struct GPXReader {
    let parser = GPXParser()
    /// Those of the last points that were like no other, in one segment of a track.
    private var shapes: [GPXShape] = []
    private var segment = 0
    private var point = GPXPoint()
    private var times = QuickTimes()
    private let patience: Int

    private static let mostShapes = 4
    /// What may be lost in a piece by looking for points that are none, or that are unlike others,
    /// before expat gets the rest at once; in points gained by reading them without it.
    static let patience = 32
    /// Lost by asking expat, which reads an unfinished tag or comment again each time.
    private static let lossByAsking = 16
    /// Lost by looking closely at a point that expat reads.
    private static let lossByLearning = 2

    /// `patience` 0: expat reads all.
    init(patience: Int = Self.patience) {
        self.patience = patience
    }

    var counts: GPXCounts { parser.counts }

    /// What the track points said that have ended since the last call.
    func takeReports() -> [Report] { parser.takeReports() }

    /// Reads on in the document; `nil` is its end. After a fault nothing more may be fed.
    mutating func feed(_ piece: UnsafeRawBufferPointer?) throws(GPXFault) {
        guard let piece else { return try parser.finish() }
        // All before it has been read, or fed to expat.
        var place = 0
        var next = piece.firstPoint(from: 0)
        var patience = patience
        while patience > 0, let start = next {
            try parser.feed(piece[place..<start])
            place = start
            guard parser.isBetweenPoints else {
                // In a comment, perhaps, or in a tag that began in the piece before.
                patience -= Self.lossByAsking
                next = piece.firstPoint(from: start + 1)
                continue
            }
            let points = skipPoints(in: piece, from: &place)
            if points > 0 {
                patience = min(patience + points, Self.patience)
                next = piece.firstPoint(from: place)
            } else {
                patience -= Self.lossByLearning
                next = piece.firstPoint(from: start + 1)
                place = next ?? piece.count
                try learn(piece[start..<place])
            }
        }
        try parser.feed(piece[place...])
        try parser.checkTokenLength()
    }

    /// Takes the points out that come one after the other from `place` on and are like others;
    /// returns how many there were.
    private mutating func skipPoints(
        in piece: UnsafeRawBufferPointer, from place: inout Int
    ) -> Int {
        if segment != parser.counts.segments { shapes = [] }
        segment = parser.counts.segments
        var count = 0
        var i = 0
        while i < shapes.count {
            let more = skipPoints(like: shapes[i], in: piece, from: &place)
            count += more
            // The next is most often like the last.
            if more > 0 {
                shapes.swapAt(i, 0)
                i = 0
            }
            i += 1
        }
        return count
    }

    private mutating func skipPoints(
        like shape: GPXShape, in piece: UnsafeRawBufferPointer, from place: inout Int
    ) -> Int {
        var count = 0
        var next = place
        var lines = piece.skipBlanks(from: &next)
        while shape.read(piece, from: &next, into: &point, &times) {
            parser.skip(point, lines: lines + shape.lines)
            count += 1
            place = next
            lines = piece.skipBlanks(from: &next)
        }
        return count
    }

    /// Has expat read a point that is like no other, maybe with more after it.
    private mutating func learn(_ point: Slice<UnsafeRawBufferPointer>) throws(GPXFault) {
        let before = parser.counts.trackPoints
        try parser.feed(point)
        guard parser.isBetweenPoints, parser.counts.segments == segment,
            parser.counts.trackPoints == before + 1,
            let shape = GPXShape(of: UnsafeRawBufferPointer(rebasing: point))
        else { return }
        shapes.insert(shape, at: 0)
        if shapes.count > Self.mostShapes { shapes.removeLast() }
    }
}

extension UnsafeRawBufferPointer {
    /// Moves `place` behind blanks, and returns how many lines end in them.
    fileprivate func skipBlanks(from place: inout Int) -> Int {
        let start = place
        while place < count, self[place].isBlank { place += 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<place]).lineEnds
    }

    /// Where a track point may begin, after a tag.
    fileprivate func firstPoint(from start: Int) -> Int? {
        let tag: StaticString = "<trkpt"
        var place = start
        while place + tag.utf8CodeUnitCount <= count, let base = baseAddress,
            let bracket = memchr(base + place, 0x3c, count - place)
        {
            place = UnsafeRawPointer(bracket) - base
            let isPoint =
                place + tag.utf8CodeUnitCount <= count
                && memcmp(bracket, tag.utf8Start, tag.utf8CodeUnitCount) == 0
            if isPoint, followsTag(place) { return place }
            place += 1
        }
        return nil
    }

    /// After other text expat may say otherwise what is wrong, if what it is fed ends there.
    private func followsTag(_ place: Int) -> Bool {
        let before = self[..<place].last { !$0.isBlank }
        return before == nil || before == UInt8(ascii: ">")
    }
}
