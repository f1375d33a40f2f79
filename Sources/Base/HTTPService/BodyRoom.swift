import HTTPTypes
package import Hummingbird
package import NIOCore
import Synchronization

/// The memory for bodies that are on their way: of all connections of the program together. Many that
/// stop in the middle are refused, and take no more of it than this.
package final class BodyRoom: Sendable {
    package static let shared = BodyRoom(bytes: 64 << 20)

    /// Whose bodies are read in this task: those of an address, or of the network of one IPv6 home;
    /// `nil`: of programs of this machine, which have as much room of their own.
    @TaskLocal package static var sender: String?

    private let bytes: Int
    /// By sender.
    private let taken = Mutex<[String?: Int]>([:])

    /// Bytes of a body for which there is room while large ones have taken theirs.
    private static let small = 64 << 10

    init(bytes: Int) { self.bytes = bytes }

    /// All of a body. Throws `NIOTooManyBytesError` if it has more than `limit` bytes, and a `Problem` if
    /// there is no room for it now.
    package func collect(_ body: RequestBody, upTo limit: Int) async throws -> ByteBuffer {
        let sender = Self.sender
        var whole = ByteBuffer()
        defer { give(whole.readableBytes, of: sender) }
        for try await var piece in body {
            guard whole.readableBytes + piece.readableBytes <= limit else {
                throw NIOTooManyBytesError(maxBytes: limit)
            }
            let isSmall = whole.readableBytes + piece.readableBytes <= Self.small
            guard take(piece.readableBytes, isSmall: isSmall, of: sender) else { throw Self.full }
            whole.writeBuffer(&piece)
        }
        return whole
    }

    /// A sender gets a quarter of what there is for the network, and of that the last quarter is for small
    /// bodies.
    private func take(_ count: Int, isSmall: Bool, of sender: String?) -> Bool {
        taken.withLock { taken in
            let own = taken[sender, default: 0] + count
            if sender == nil {
                guard own <= bytes else { return false }
            } else {
                let all = taken.reduce(count) { $0 + ($1.key == nil ? 0 : $1.value) }
                guard own <= bytes / 4, all <= (isSmall ? bytes : bytes / 4 * 3) else {
                    return false
                }
            }
            taken[sender] = own
            return true
        }
    }

    /// Of all senders.
    var bytesTaken: Int { taken.withLock { $0.values.reduce(0, +) } }

    private func give(_ count: Int, of sender: String?) {
        taken.withLock { taken in
            let left = taken[sender, default: 0] - count
            taken[sender] = left > 0 ? left : nil
        }
    }

    private static var full: Problem {
        var problem = Problem(
            .serviceUnavailable, "too much is being sent at once: try again in a moment")
        problem.headers[HTTPField.Name("Retry-After")!] = "5"
        problem.headers[.connection] = "close"
        return problem
    }
}
