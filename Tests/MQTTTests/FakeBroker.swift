import Glibc
import Posix
import Synchronization
import TestSupport

/// Listens at a port of this machine, and does to each client what a test wants.
final class FakeBroker: Sendable {
    let port: Int
    private let descriptor: Int32
    private let state = Mutex((connections: 0, sent: 0))

    /// `serve`: is called on a thread of its own for each client, with the number of those before;
    /// when it returns, the connection is closed.
    init(_ serve: @escaping @Sendable (Client, _ number: Int) -> Void) throws {
        (descriptor, port) = try listenOnLoopback()
        onOwnThread { [self, descriptor] in
            while case let guest = accept(descriptor, nil, nil), guest >= 0 {
                // A program that a test starts would keep it open.
                _ = fcntl(guest, F_SETFD, FD_CLOEXEC)
                let number = state.withLock { state in
                    defer { state.connections += 1 }
                    return state.connections
                }
                onOwnThread {
                    serve(Client(broker: self, descriptor: guest), number)
                    close(guest)
                }
            }
        }
    }

    /// Nobody is accepted any more. Its thread holds it until then.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    deinit { close(descriptor) }

    var connections: Int { state.withLock(\.connections) }
    /// Bytes that clients have let in.
    var sent: Int { state.withLock(\.sent) }

    struct Client {
        fileprivate let broker: FakeBroker
        fileprivate let descriptor: Int32

        /// `false` if the client has gone.
        @discardableResult
        func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return false }
                broker.state.withLock { $0.sent += count }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// What comes next; nothing at the end.
        func receive() -> [UInt8] {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return count > 0 ? Array(buffer[..<count]) : []
        }

        /// Returns when the client has gone.
        func waitForEnd() { while !receive().isEmpty {} }

        /// CONNACK. With what is in `properties`.
        func accept(hasSession: Bool = false) {
            _ = receive()
            send([0x20, 3, hasSession ? 1 : 0, 0, 0])
        }

        /// Accepts, and takes the first subscription.
        func acceptAndSubscribe(answer: UInt8 = 1) {
            accept()
            _ = receive()
            send([0x90, 4, 0, 1, 0, answer])
        }
    }
}
