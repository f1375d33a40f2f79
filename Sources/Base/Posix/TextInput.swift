/// Bytes as text: unpacked if they are gzipped, and as UTF-8 if they are UTF-16. It holds one piece
/// at a time, however many there are.
package final class TextInput: ByteSource {
    package var name: String { bytes.name }
    /// Bytes that were read, packed as they come.
    package private(set) var bytesRead = 0
    /// Whether it was UTF-16, and what it says of its encoding is wrong.
    package var isConverted: Bool { decoder.isConverted }
    package var isGzipped: Bool { gzip != nil }
    /// Whether the next step reads more bytes.
    package private(set) var isDrained = true

    private let bytes: any ByteSource
    private let unpacks: Bool
    private var gzip: GzipStream?
    private let decoder = TextDecoder()
    private var hasEnded = false

    /// `unpacks`: whether it may be gzipped.
    package init(_ bytes: any ByteSource, unpacks: Bool = true) {
        (self.bytes, self.unpacks) = (bytes, unpacks)
    }

    package func next() throws -> UnsafeRawBufferPointer? {
        while let text = try step() { if !text.isEmpty { return text } }
        return nil
    }

    /// As `next()`, but reads at most once: it is empty if more has to be read.
    package func step() throws -> UnsafeRawBufferPointer? {
        if hasEnded { return nil }
        if !isDrained, let gzip {
            if let piece = try gzip.next() { return decoder.decode(piece) }
            isDrained = true
            return Self.nothing
        }
        guard let piece = try bytes.next() else {
            if let gzip, gzip.isUnfinished { throw GzipError.unfinished(name) }
            hasEnded = true
            return decoder.decode(nil)
        }
        if unpacks, bytesRead == 0, GzipStream.recognises(piece) { gzip = GzipStream(name: name) }
        bytesRead += piece.count
        guard let gzip else { return decoder.decode(piece) }
        gzip.feed(piece)
        isDrained = false
        return Self.nothing
    }

    private static var nothing: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: nil, count: 0)
    }
}
