import HTTPTypes
package import Hummingbird
package import NIOCore
import Synchronization

/// The memory for bodies that are on their way: of all connections of the program together. Many that
/// stop in the middle are refused, and take no more of it than this.
package final class BodyRoom: Sendable {
    package static let shared = BodyRoom(bytes: 64 << 20)

    private let bytes: Int
    private let taken = Mutex(0)

    init(bytes: Int) { self.bytes = bytes }

    /// All of a body. Throws `NIOTooManyBytesError` if it has more than `limit` bytes, and a `Problem` if
    /// there is no room for it now.
    package func collect(_ body: RequestBody, upTo limit: Int) async throws -> ByteBuffer {
        var whole = ByteBuffer()
        defer { give(whole.readableBytes) }
        for try await var piece in body {
            guard whole.readableBytes + piece.readableBytes <= limit else {
                throw NIOTooManyBytesError(maxBytes: limit)
            }
            guard take(piece.readableBytes) else { throw Self.full }
            whole.writeBuffer(&piece)
        }
        return whole
    }

    private func take(_ count: Int) -> Bool {
        taken.withLock { taken in
            guard taken + count <= bytes else { return false }
            taken += count
            return true
        }
    }

    private func give(_ count: Int) { taken.withLock { $0 -= count } }

    private static var full: Problem {
        var problem = Problem(
            .serviceUnavailable, "too much is being sent at once: try again in a moment")
        problem.headers[HTTPField.Name("Retry-After")!] = "5"
        problem.headers[.connection] = "close"
        return problem
    }
}
