import Geofencing
package import NIOCore

/// Tells a notice an event, as browsers know them (`EventSource`).
package struct EventListener: NoticeListener {
    package let mediaType: String? = "text/event-stream"
    /// A comment.
    package let heartbeat = ":\n\n"
    package var filter = NoticeFilter()

    package init() {}

    /// The id of an event is that of the notice: browsers send the last one when they come back.
    package func write(_ message: ListenerMessage, to bytes: inout ByteBuffer) {
        switch message {
        case .resumed: break
        case .gap(let oldest, _):
            bytes.writeString("event: gap\ndata: {\"oldest\":\(oldest)}\n\n")
        case .passed(let last, let log):
            // Browsers keep the id of what has no data, and hand nothing on (HTML, 9.2.6).
            bytes.writeString("id: \(log.eventID(last))\n\n")
        case .notices(let entries, let log):
            for entry in entries where filter.wants(entry) {
                bytes.writeString("id: \(log.eventID(entry.sequence))\n")
                if entry.isForgotten {
                    bytes.writeString("event: forgotten\ndata: \(entry.numbersAsJSON)\n\n")
                    continue
                }
                bytes.writeString("event: geofence.\(entry.transition.rawValue)\ndata: ")
                // It has a line end, which another follows.
                bytes.writeBytes(entry.line)
                bytes.writeString("\n")
            }
        }
    }
}
