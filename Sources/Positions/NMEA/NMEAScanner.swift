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
    private let shapes: NMEAShapes?

    /// `shapes`: those of sentences that came before; `nil`: every sentence is read as if it were the
    /// first of its kind.
    init(_ shapes: NMEAShapes? = NMEAShapes()) {
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
        var offset = 0
        while let start = bytes.firstDollar(from: offset) {
            if start > offset { skip(bytes[offset..<start]) }
            if let (sentence, end) = shapes?.sentence(in: bytes, at: start) {
                body(sentence)
                offset = end
                continue
            }
            switch NMEAFrame.read(bytes, from: start, fields) {
            case .unfinished: return start
            case .tooLong:
                skip(bytes[start...start])
                offset = start + 1
            case .frame(let frame):
                deliver(frame, bytes, body)
                offset = frame.end
            }
        }
        skip(bytes[offset...])
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
        shapes?.note(sentence)
        body(sentence)
    }

    private func skip(_ bytes: Slice<UnsafeRawBufferPointer>) {
        for byte in bytes where byte != 10 && byte != 13 { skippedBytes += 1 }
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func firstDollar(from offset: Int) -> Int? {
        guard offset < count, let start = baseAddress else { return nil }
        if self[offset] == 0x24 { return offset }
        return memchr(start + offset, 0x24, count - offset).map { UnsafeRawPointer($0) - start }
    }
}
