import CZlib

/// Unpacks gzip data piece by piece, member after member (RFC 1952).
package final class GzipStream {
    private let name: String
    /// Allocated, because zlib keeps a pointer to it: it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let output: UnsafeMutableRawBufferPointer
    /// No member has begun, or the last one has ended.
    private var isBetweenMembers = true
    private var isDamaged = false
    /// Only zeros may follow, with which tapes and some programs fill up the last block, as gzip(1)
    /// takes them.
    private var isPadding = false

    private static let pieceSize = 256 * 1024
    /// What zlib adds to the window size to expect a gzip header.
    private static let gzipOnly: Int32 = 16

    /// `name`: of the file, for messages.
    package init(name: String) {
        self.name = name
        output = .allocate(byteCount: Self.pieceSize, alignment: 64)
        stream.initialize(to: z_stream())
        inflateInit2_(
            stream, MAX_WBITS + Self.gzipOnly, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Whether data that begin with `bytes`, at least one, are gzip. No other format that we read
    /// begins like that.
    package static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[0] == 0x1f && (bytes.count == 1 || bytes[1] == 0x8b)
    }

    /// Whether the data so far end in the middle of a member.
    package var isUnfinished: Bool { !isBetweenMembers }

    /// Takes packed bytes. Their memory must stay valid until `next()` has returned `nil`.
    package func feed(_ bytes: UnsafeRawBufferPointer) {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
    }

    /// The next unpacked bytes, at least one, valid until the next call; `nil` if it needs more
    /// packed bytes.
    package func next() throws(GzipError) -> UnsafeRawBufferPointer? {
        while mayHaveMore {
            if isBetweenMembers, skipsPadding() { continue }
            stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            isBetweenMembers = false
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END:
                isBetweenMembers = true
                inflateReset(stream)
            default: isDamaged = true
            }
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0 { return UnsafeRawBufferPointer(rebasing: output[..<count]) }
        }
        if isDamaged { throw .damaged(name) }
        return nil
    }

    /// Whether a zero follows the last member, where no other can begin any more.
    private func skipsPadding() -> Bool {
        guard let byte = stream.pointee.next_in?.pointee, byte == 0 || isPadding else {
            return false
        }
        isPadding = true
        if byte != 0 { isDamaged = true }
        stream.pointee.next_in += 1
        stream.pointee.avail_in -= 1
        return true
    }

    private var mayHaveMore: Bool {
        if isDamaged { return false }
        return stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 && !isBetweenMembers
    }
}

/// Why a gzipped file cannot be unpacked.
package enum GzipError: Error, Hashable, CustomStringConvertible {
    case damaged(String)
    case unfinished(String)

    package var description: String {
        switch self {
        case .damaged(let name): "\(name.visible): is damaged: gzip cannot unpack it"
        case .unfinished(let name): "\(name.visible): ends in the middle of the gzip data"
        }
    }
}
