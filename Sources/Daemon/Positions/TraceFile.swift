import Posix

/// The bytes of a recorded trace: a file, a pipe or a serial line, unpacked if it is gzipped, and
/// as UTF-8 if it is UTF-16.
///
/// It holds one piece at a time, however long the trace is.
package final class TraceFile {
    /// For messages: the path as the user wrote it, or `standard input`.
    package var name: String { file.name }

    private let file: InputFile
    private let input: TextInput
    private var isEmpty = true
    /// What `peek` has returned, and whether `next` still has to return it.
    private var head = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var isHeadUnread = false

    /// Whether it was UTF-16, and what it says of its encoding is wrong.
    var isConverted: Bool { input.isConverted }

    /// Whether another program may still be writing it, as into a pipe.
    var mayWait: Bool { file.mayWait }

    /// `path` may be `-`, which is standard input.
    package init(path: String) throws {
        file = try InputFile(path: path)
        input = TextInput(file)
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
        while true {
            try Task.checkCancellation()
            if file.mayWait, input.isDrained { try await waitUntilReadable(file.descriptor) }
            guard let text = try input.step() else { return nil }
            if !text.isEmpty { return text }
        }
    }
}
