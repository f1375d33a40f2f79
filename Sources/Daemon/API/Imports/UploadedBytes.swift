import Dispatch
import NIOCore
import Posix
import Synchronization

/// The bytes of a request's body on their way to a thread that waits for them, a piece at a time.
final class UploadedBytes: Sendable {
    private let state = Mutex(State())
    /// Counts what the reader has not looked at yet.
    private let changes = DispatchSemaphore(value: 0)

    private struct State {
        var piece: ByteBuffer?
        /// What comes after the last piece.
        var end: Result<Void, any Error>?
        /// Resumed when the piece is taken.
        var sender: CheckedContinuation<Void, Never>?
        /// Whether nobody reads any more.
        var isUnwanted = false
    }

    /// Waits until the reader takes the piece. `false` if nobody reads any more.
    func send(_ piece: ByteBuffer) async -> Bool {
        guard piece.readableBytes > 0 else { return true }
        await withCheckedContinuation { sender in
            let isWaiting = state.withLock { state in
                guard !state.isUnwanted, state.end == nil else { return false }
                (state.piece, state.sender) = (piece, sender)
                return true
            }
            if isWaiting { changes.signal() } else { sender.resume() }
        }
        return state.withLock { !$0.isUnwanted && $0.end == nil }
    }

    /// There are no more bytes. `error`: the reason if some are missing. Only the first call counts.
    func finish(_ error: (any Error)? = nil) {
        let sender = state.withLock { state in
            if state.end == nil { state.end = error.map { .failure($0) } ?? .success(()) }
            if error != nil { state.piece = nil }
            defer { state.sender = nil }
            return state.sender
        }
        sender?.resume()
        changes.signal()
    }

    /// Nobody reads any more.
    func close() {
        let sender = state.withLock { state in
            state.isUnwanted = true
            state.piece = nil
            defer { state.sender = nil }
            return state.sender
        }
        sender?.resume()
    }

    /// The next piece, for the thread that reads; `nil` at the end.
    func receive() throws -> ByteBuffer? {
        while true {
            let (piece, end, sender) = state.withLock { state in
                defer { (state.piece, state.sender) = (nil, nil) }
                return (state.piece, state.end, state.sender)
            }
            sender?.resume()
            if let piece { return piece }
            if let end {
                try end.get()
                return nil
            }
            changes.wait()
        }
    }
}

/// One file of a body that has several, one after another; the reader's side of `UploadedBytes`.
final class UploadedFile: ByteSource {
    let name: String
    private let body: Body
    /// How many bytes are still to come; `nil`: all of the body.
    private var rest: Int?

    /// What was received of the body and is not used yet, for all of its files.
    final class Body {
        let bytes: UploadedBytes
        var piece = ByteBuffer()
        /// The file that the next bytes belong to.
        var current: UploadedFile?
        private let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 256 * 1024, alignment: 64)

        init(_ bytes: UploadedBytes) { self.bytes = bytes }

        deinit {
            buffer.deallocate()
            bytes.close()
        }

        /// At most `count` bytes; `nil` at the end.
        func next(atMost count: Int) throws -> UnsafeRawBufferPointer? {
            if piece.readableBytes == 0 {
                guard let next = try bytes.receive() else { return nil }
                piece = next
            }
            let count = min(count, piece.readableBytes, buffer.count)
            piece.readWithUnsafeReadableBytes { bytes in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                return count
            }
            return UnsafeRawBufferPointer(rebasing: buffer[..<count])
        }
    }

    init(_ name: String, size: Int?, of body: Body) {
        (self.name, self.body, rest) = (name, body, size)
    }

    func next() throws -> UnsafeRawBufferPointer? {
        if body.current !== self {
            // Whoever read the file before may not have needed all of it.
            while try body.current?.next() != nil {}
            body.current = self
        }
        guard let rest else { return try body.next(atMost: .max) }
        guard rest > 0 else { return nil }
        guard let piece = try body.next(atMost: rest) else { throw UploadError.tooShort(name) }
        self.rest = rest - piece.count
        return piece
    }
}

/// Why a body cannot be imported.
enum UploadError: Error, Hashable, CustomStringConvertible {
    /// The body ends before this file does.
    case tooShort(String)

    var description: String {
        switch self {
        case .tooShort(let name):
            "\(name.visible): has fewer bytes than its size says: send it again"
        }
    }
}
