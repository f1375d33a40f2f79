import Formats
import Geofencing
import HTTPService
import Hummingbird
import NIOCore

/// A stream of what has been changed, for programs that show it.
extension ControlAPI {
    func addChanges(to routes: Routes) {
        routes.get("changes") { [changes] request, context in
            let news = changes.listen()
            // Whoever has asked knows from the first bytes on that no change is missed.
            return EventStream(from: 0, first: ByteBuffer(string: ":\n\n")) { number, bytes in
                let changed = try await news.next(after: number).map(\.key)
                bytes.writeString("event: change\ndata: ")
                bytes.writeBytes(JSONWriter.line { $0.member("of", changed.sorted()) })
                bytes.writeString("\n")
                number += 1
                return true
            }.response(from: request, context: context)
        }
    }
}
