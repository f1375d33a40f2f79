import Posix

/// The bytes of a recorded trace: a file, a pipe or a serial line, unpacked if it is gzipped, and
/// as UTF-8 if it is UTF-16.
///
/// It holds one piece at a time, however long the trace is.
package final class TraceFile {
    /// For messages: the path as the user wrote it, or `standard input`.
    package var name: String { file.name }

    private let file: InputFile
    private var gzip: GzipStream?
    private let decoder = TextDecoder()
    private var hasEnded = false
    private var isOpened = false
    private var isEmpty = true
    /// What `peek` has returned, and whether `next` still has to return it.
    private var head = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var isHeadUnread = false

    /// Whether it was UTF-16, and what it says of its encoding is wrong.
    var isConverted: Bool { decoder.isConverted }

    /// Whether another program may still be writing it, as into a pipe.
    var mayWait: Bool { file.mayWait }

    /// `path` may be `-`, which is standard input.
    package init(path: String) throws {
        file = try InputFile(path: path)
    }

    deinit { head.deallocate() }

    /// The next bytes, at least one, to be used before the next call; `nil` at the end.
    ///
    /// A trace without any bytes is an error.
    package func next() async throws -> UnsafeRawBufferPointer? {
        if isHeadUnread {
            isHeadUnread = false
            return UnsafeRawBufferPointer(head)
        }
        if let piece = try await decoded() {
            isEmpty = false
            return piece
        }
        if isEmpty { throw TraceError.empty(name) }
        return nil
    }

    /// The first bytes, more of them at every call; `nil` if there are no more. `next()` returns
    /// them again.
    package func peek() async throws -> UnsafeRawBufferPointer? {
        isHeadUnread = false
        guard let piece = try await next() else {
            isHeadUnread = true
            return nil
        }
        let longer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: head.count + piece.count, alignment: 1)
        longer.copyMemory(from: UnsafeRawBufferPointer(head))
        UnsafeMutableRawBufferPointer(rebasing: longer[head.count...]).copyMemory(from: piece)
        head.deallocate()
        head = longer
        isHeadUnread = true
        return UnsafeRawBufferPointer(head)
    }

    private func decoded() async throws -> UnsafeRawBufferPointer? {
        while !hasEnded {
            let piece = try await unpacked()
            hasEnded = piece == nil
            let text = decoder.decode(piece)
            if !text.isEmpty { return text }
        }
        return nil
    }

    private func unpacked() async throws -> UnsafeRawBufferPointer? {
        while true {
            if let piece = try gzip?.next() { return piece }
            guard let piece = try await read() else {
                if let gzip, gzip.isUnfinished { throw GzipError.unfinished(name) }
                return nil
            }
            if !isOpened, GzipStream.recognises(piece) { gzip = GzipStream(name: name) }
            isOpened = true
            guard let gzip else { return piece }
            gzip.feed(piece)
        }
    }

    private func read() async throws -> UnsafeRawBufferPointer? {
        try Task.checkCancellation()
        if file.mayWait { try await waitUntilReadable(file.descriptor) }
        return try file.next()
    }
}
