import EventLoops
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

/// A connection that is served.
struct Client: Sendable {
    private let http: HTTP1Channel
    private let accepted: Accepted<HTTPRequestPart, HTTPResponsePart>

    init(_ http: HTTP1Channel, _ parts: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>) {
        self.http = http
        accepted = Accepted(parts)
    }

    /// Answers requests until either end closes; when the program stops, those that have come until
    /// then.
    func serve(_ log: Logger) async {
        let channel = accepted.parts.channel
        await accepted.serve {
            await withGracefulShutdownHandler {
                await http.handle(value: accepted.parts, logger: log)
            } onGracefulShutdown: {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        }
    }
}
