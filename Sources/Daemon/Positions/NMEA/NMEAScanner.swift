import Glibc

/// Cuts a stream of bytes into NMEA sentences.
///
/// A sentence runs from a `$` to the end of its line, or to the next `$`. What a logger or a binary
/// protocol puts in between is skipped. Only the beginning of a sentence is kept whose end is in
/// the next piece.
final class NMEAScanner {
    /// Bytes that belong to no sentence and end no line.
    private(set) var skippedBytes = 0
    private(set) var badChecksums = 0

    /// The beginning of the sentence that the last piece ended in.
    private var buffer: [UInt8] = []
    private let fields = NMEASentence.FieldTable()

    /// Calls `body` with each sentence that `piece` completes, to be used during the call only.
    func scan(_ piece: UnsafeRawBufferPointer, _ body: (NMEASentence) -> Void) {
        var rest = piece
        if !buffer.isEmpty {
            // The sentence that was broken off needs no more of the piece than this.
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

    /// Takes the end of the stream for the end of a line.
    func finish(_ body: (NMEASentence) -> Void) {
        // The second stands for a digit that its checksum may have lost.
        [UInt8]("\n\n".utf8).withUnsafeBytes { scan($0, body) }
        skippedBytes += buffer.count
        buffer.removeAll()
    }

    /// Returns how many bytes are not needed any more.
    private func scanAll(_ bytes: UnsafeRawBufferPointer, _ body: (NMEASentence) -> Void) -> Int {
        var offset = 0
        while let start = bytes.firstDollar(from: offset) {
            if start > offset { skip(bytes[offset..<start]) }
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
