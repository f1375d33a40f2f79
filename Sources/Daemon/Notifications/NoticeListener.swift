package import NIOCore

/// Every way in which notices are told to those who listen.
package enum NoticeListeners {
    /// To add one: write its file, and name it here.
    package static let all: [any NoticeListener] = [LineListener(), EventListener()]
}

extension NoticeEntry {
    /// The first and the last number of what is forgotten.
    var numbersAsJSON: String {
        "{\"forgotten\":[\(numbers.lowerBound),\(numbers.upperBound)]}"
    }
}

/// A way in which notices are told: what is sent to a client.
///
/// What comes next, and where something is missing, is decided by the client's `NoticeCursor`.
package protocol NoticeListener: Sendable {
    /// The media type that an HTTP client accepts; `nil` if it is not told over HTTP.
    var mediaType: String? { get }

    /// What is sent after a long silence, so that either end notices when the other has gone; empty
    /// if nothing needs to be.
    var heartbeat: String { get }

    /// What the client wants to hear.
    var filter: NoticeFilter { get set }

    /// Writes what says it; nothing if such clients need not know.
    func write(_ message: ListenerMessage, to bytes: inout ByteBuffer)
}
