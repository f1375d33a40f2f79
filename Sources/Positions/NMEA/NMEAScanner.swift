import Glibc

/// Cuts a stream of bytes into NMEA sentences.
///
/// A sentence runs from a `$` to the end of its line, or to the next `$`: what a logger or a
/// binary protocol puts in between is skipped. Nothing is kept but the beginning of the sentence
/// that the last piece broke off in.
final class NMEAScanner {
    /// Bytes that belong to no sentence, line ends aside.
    private(set) var skippedBytes = 0
    private(set) var badChecksums = 0

    private var buffer: [UInt8] = []
    private let fields = NMEASentence.FieldTable()
    private let shapes: NMEAShapes

    init(_ shapes: NMEAShapes = NMEAShapes()) {
        self.shapes = shapes
    }

    /// Calls `body` with each sentence that `piece` completes, to be used during the call only.
    func scan(_ piece: UnsafeRawBufferPointer, _ body: (NMEASentence) -> Void) {
        var rest = piece
        if !buffer.isEmpty {
            // Only what the sentence that was broken off may need is copied.
            let kept = buffer.count
            buffer.append(contentsOf: piece.prefix(NMEAFrame.mostBytes))
            let used = buffer.withUnsafeBytes { scanAll($0, body) }
            if used < kept { return buffer.removeSubrange(..<used) }
            buffer.removeAll(keepingCapacity: true)
            rest = UnsafeRawBufferPointer(rebasing: piece[(used - kept)...])
        }
        let used = scanAll(rest, body)
        buffer.append(contentsOf: rest[used...])
    }

    /// The stream has ended, as if with the end of a line.
    func finish(_ body: (NMEASentence) -> Void) {
        // One for the sentence, and one for a checksum that has lost a digit.
        [UInt8]("\n\n".utf8).withUnsafeBytes { scan($0, body) }
        skippedBytes += buffer.count
        buffer.removeAll()
    }

    /// Returns how many bytes are done with.
    private func scanAll(_ bytes: UnsafeRawBufferPointer, _ body: (NMEASentence) -> Void) -> Int {
        var place = 0
        while let start = bytes.firstDollar(from: place) {
            if let shape = shapes.shape(of: bytes, at: start &+ 1) {
                if start > place { skip(bytes[place..<start]) }
                body(NMEASentence(bytes.text(from: start &+ 1, length: shape.length), shape))
                place = bytes.nextLine(from: start &+ shape.length &+ 4)
                continue
            }
            skip(bytes[place..<start])
            switch NMEAFrame.read(bytes, from: start, fields) {
            case .unfinished: return start
            case .tooLong:
                skip(bytes[start...start])
                place = start + 1
            case .frame(let frame):
                deliver(frame, bytes, body)
                place = frame.end
            }
        }
        skip(bytes[place...])
        return bytes.count
    }

    private func deliver(
        _ frame: NMEAFrame, _ bytes: UnsafeRawBufferPointer, _ body: (NMEASentence) -> Void
    ) {
        guard frame.checksum != .wrong else {
            badChecksums += 1
            return
        }
        let text = UnsafeRawBufferPointer(rebasing: bytes[frame.body])
        let sentence = NMEASentence(
            text, fields, fieldCount: frame.fieldCount, hasChecksum: frame.checksum == .right)
        guard let sentence else { return skip(bytes[frame.body.lowerBound - 1..<frame.end]) }
        if sentence.hasChecksum { shapes.note(sentence) }
        body(sentence)
    }

    private func skip(_ bytes: Slice<UnsafeRawBufferPointer>) {
        for byte in bytes where byte != 10 && byte != 13 { skippedBytes += 1 }
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func firstDollar(from place: Int) -> Int? {
        guard place < count, let start = baseAddress else { return nil }
        if self[place] == 0x24 { return place }
        return memchr(start + place, 0x24, count - place).map { UnsafeRawPointer($0) - start }
    }

    @inline(__always)
    fileprivate func text(from place: Int, length: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: baseAddress.unsafelyUnwrapped + place, count: length)
    }

    /// Behind CR LF, if that is at `place`.
    @inline(__always)
    fileprivate func nextLine(from place: Int) -> Int {
        guard place &+ 2 <= count else { return place }
        let end = loadUnaligned(fromByteOffset: place, as: UInt16.self)
        return UInt16(littleEndian: end) == 0x0a0d ? place &+ 2 : place
    }
}
