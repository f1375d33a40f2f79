package import Messages
package import Routing

extension Valhalla {
    /// `origin`: as in `http://127.0.0.1:8002`.
    package init(at origin: String, credit: String, sender: HTTPSender) {
        self.init(credit: credit) { body in
            var request = HTTPRequest(
                post: body, to: "\(origin)/route",
                headers: [.init("Content-Type", "application/json")])
            request.longestReply = Self.longestReply
            let reply = try await sender.send(request)
            guard reply.isWhole else { throw HTTPFailure("its answer is too long, or breaks off") }
            return (reply.status, reply.body)
        }
    }

    /// Bytes: of a way across a continent.
    private static let longestReply = 16 << 20
}
