import Community
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What calendars of phones read, which can send neither a cookie nor a field of a header: the secret
/// is in the path.
extension GatewayAPI {
    /// Before the secret, in the path.
    static let calendarRoot = "calendar"

    func addCalendars(to router: Router<PageContext>) {
        router.get("\(Self.calendarRoot)/:secret") { request, context in
            do {
                return try await calendar(request, context)
            } catch CommunityError.notFound {
                // Wrong secrets count; a right one is taken from everywhere.
                try attempts.note(peer(of: request, context))
                throw Problem.nothingHere
            } catch let error where !(error is Problem) {
                // As for what is thrown elsewhere, but without the path, which has the secret in it.
                context.logger.error("a calendar was not read", metadata: ["error": "\(error)"])
                throw Problem(
                    .internalServerError,
                    "geofenced-gateway cannot answer this: its log says why")
            }
        }
    }

    private func calendar(_ request: Request, _ context: PageContext) async throws -> Response {
        let name = try context.parameter("secret")
        guard name.hasSuffix(".ics"), let secret = Secret(String(name.dropLast(4))) else {
            throw CommunityError.notFound
        }
        let calendar = try await community.calendar(secret)
        let text = ICalendar(calendar, version: page.version).text
        let body = ByteBuffer(string: text)
        let tag = "\"\(checksum(Array(text.utf8)))-\(body.readableBytes)\""
        // For whoever asks alone, and asked for anew each time.
        var headers: HTTPFields = [.cacheControl: "private, no-cache", .eTag: tag]
        if request.has(tag: tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = "text/calendar; charset=utf-8"
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }

    private func peer(of request: Request, _ context: PageContext) -> Peer {
        page.isBehindProxy ? context.peer.behindProxy(request.headers) : context.peer
    }
}
