/// The shapes of the sentences that came last.
final class NMEAShapes {
    private let most: Int
    private let entries: UnsafeMutablePointer<Entry>
    private var count = 0
    /// The entry that fitted last.
    private var last: UnsafeMutablePointer<Entry>
    /// The index of the entry that makes room for another when there is no more.
    private var oldest = 0

    private struct Entry {
        let shape: NMEAShape
        /// The address and the comma, as far as they are among the first eight bytes.
        let head: UInt64
        /// 255 for each byte of `head` that counts.
        let headMask: UInt64
        /// The entry that came after it the last time, and mostly does again.
        var follower: UnsafeMutablePointer<Entry>
    }

    /// `most`: how many shapes are remembered. A receiver has about ten kinds of sentences, some of
    /// them in several widths.
    init(most: Int = 32) {
        self.most = most
        entries = .allocate(capacity: most)
        last = entries
    }

    deinit {
        for i in 0..<count { entries[i].shape.deallocate() }
        entries.deallocate()
    }

    /// The sentence whose `$` is at `start`, and the offset at which the next may begin; `nil` if
    /// its checksum is wrong, or none like it came before.
    @inline(__always)
    func sentence(
        in bytes: UnsafeRawBufferPointer, at start: Int
    ) -> (sentence: NMEASentence, end: Int)? {
        guard let shape = shape(of: bytes, at: start &+ 1) else { return nil }
        let text = UnsafeRawBufferPointer(
            start: bytes.baseAddress.unsafelyUnwrapped + start + 1, count: shape.length)
        return (
            NMEASentence(text, shape), bytes.nextLine(from: start &+ shape.length &+ 4)
        )
    }

    /// The shape of the sentence that begins at `start`, behind the `$`.
    @inline(__always)
    private func shape(of bytes: UnsafeRawBufferPointer, at start: Int) -> NMEAShape? {
        guard count > 0 else { return nil }
        let expected = last.pointee.follower
        guard expected.pointee.shape.fits(bytes, at: start) else {
            return anyShape(of: bytes, at: start)
        }
        last = expected
        return expected.pointee.shape
    }

    @inline(never)
    private func anyShape(of bytes: UnsafeRawBufferPointer, at start: Int) -> NMEAShape? {
        let head = bytes.word(at: start)
        for i in 0..<count
        where (head ^ entries[i].head) & entries[i].headMask == 0
            && entries[i].shape.fits(bytes, at: start)
        {
            follow(with: entries + i)
            return entries[i].shape
        }
        return nil
    }

    /// Remembers the shape of `sentence` if it has a checksum, which is right then.
    func note(_ sentence: NMEASentence) {
        guard sentence.hasChecksum, let shape = NMEAShape(of: sentence) else { return }
        // At the end of a piece a sentence is read with care, though its shape is known.
        if (0..<count).contains(where: { entries[$0].shape.isLike(shape) }) {
            return shape.deallocate()
        }
        let entry: UnsafeMutablePointer<Entry>
        if count < most {
            entry = entries + count
            count += 1
        } else {
            entry = entries + oldest
            entry.pointee.shape.deallocate()
            oldest = (oldest + 1) % most
        }
        // What comes after it is not known yet: it follows itself.
        let mask = ~(UInt64.max << UInt64(8 * shape.ends[0] + 8))
        entry.initialize(
            to: Entry(
                shape: shape, head: sentence.text.word(at: 0), headMask: mask, follower: entry))
        follow(with: entry)
    }

    private func follow(with entry: UnsafeMutablePointer<Entry>) {
        last.pointee.follower = entry
        last = entry
    }
}

extension NMEASentence {
    /// `text` is what stands between `$` and `*`, of that shape, and its checksum is right.
    @inline(__always)
    fileprivate init(_ text: UnsafeRawBufferPointer, _ shape: NMEAShape) {
        (kind, fieldCount, hasChecksum) = (shape.kind, shape.fieldCount, true)
        (ends, numbers) = (UnsafePointer(shape.ends), UnsafePointer(shape.numbers))
        self.text = text
    }
}

extension UnsafeRawBufferPointer {
    /// The offset behind CR LF, if that is at `offset`.
    @inline(__always)
    fileprivate func nextLine(from offset: Int) -> Int {
        guard offset &+ 2 <= count else { return offset }
        let end = loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return UInt16(littleEndian: end) == 0x0a0d ? offset &+ 2 : offset
    }
}
