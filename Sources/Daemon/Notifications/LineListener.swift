import Formats
import Geofencing
package import NIOCore

/// Tells a notice a line, as CloudEvents: who connects to the notification socket.
package struct LineListener: NoticeListener {
    package let mediaType: String? = nil
    package let heartbeat = ""

    package var filter = NoticeFilter()

    package init() {}

    package func write(_ message: ListenerMessage, to bytes: inout ByteBuffer) {
        switch message {
        case .resumed(let cursor):
            bytes.writeBytes(
                JSONWriter.line { line in
                    line.member("resumed", cursor.after)
                    if let log = cursor.log { line.member("log", log) }
                })
        case .gap(let oldest, let log):
            bytes.writeBytes(
                JSONWriter.line { line in
                    line.object("gap") { $0.member("oldest", oldest) }
                    line.member("log", log.description)
                })
        case .passed: break
        case .notices(let entries, _):
            for entry in entries where filter.wants(entry) {
                if entry.isForgotten {
                    bytes.writeString("\(entry.numbersAsJSON)\n")
                } else {
                    bytes.writeBytes(entry.line)
                }
            }
        }
    }
}
