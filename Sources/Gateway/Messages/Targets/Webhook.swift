package import APIClient
package import MQTT
import Posix

/// A program that is told notices over HTTP, one after the other.
package struct Webhook: NoticeTarget {
    package enum Format: Sendable {
        /// A CloudEvent in structured mode (CloudEvents over HTTP, 3.2).
        case cloudEvents
        /// For an ntfy server; the URL ends in the topic.
        case ntfy
    }

    package let selection: NoticeSelection
    package let settings: String
    package var kind: WayState.Kind { .webhook }
    /// The path and the query may be secret.
    package let name: String
    private let url: String
    private let format: Format
    private let key: (@Sendable () throws -> [UInt8])?
    private let tokenFile: String?
    private let sender: HTTPSender
    private let clock: any WayClock

    /// `key`: reads what requests are signed with; `nil`: they are not. `tokenFile`: the path of a file
    /// with a token that is sent along; `nil` is none. Both are read each time. `settings`: another
    /// text for other settings.
    package init(
        url: String, format: Format, selection: NoticeSelection, settings: String = "",
        key: (@Sendable () throws -> [UInt8])? = nil, tokenFile: String? = nil,
        sender: HTTPSender, clock: any WayClock = SystemWayClock()
    ) {
        (self.url, self.format, self.selection) = (url, format, selection)
        self.settings = settings
        (self.key, self.tokenFile, self.sender, self.clock) = (key, tokenFile, sender, clock)
        name = url.withoutPath
    }

    package var id: String { "webhook/\(url)" }
    package var shownID: String { "webhook/\(url.hash(8))" }

    package func tell(_ notices: [ReceivedNotice]) async throws -> [Telling] {
        guard let notice = notices.first else { return [] }
        let request: HTTPRequest
        do {
            request = try self.request(notice)
        } catch let error as DecodingError {
            return [.refused("is no notice that can be understood: \(error)")]
        } catch {
            return [.later("\(error)", remedy: "correct the file")]
        }
        do {
            return [telling(try await sender.send(request))]
        } catch let failure as HTTPFailure {
            return [.later("\(failure)")]
        }
    }

    private func request(_ notice: ReceivedNotice) throws -> HTTPRequest {
        var request: HTTPRequest
        switch format {
        case .cloudEvents:
            let body = Array(notice.line.prefix { $0 != UInt8(ascii: "\n") })
            request = HTTPRequest(
                post: body, to: url,
                headers: [.init("Content-Type", "application/cloudevents+json; charset=utf-8")])
        case .ntfy:
            let notice = try Notice(line: notice.line)
            let slash = url.lastIndex(of: "/") ?? url.endIndex
            let publication = NtfyPublication(
                notice, topic: String(url[slash...].dropFirst()), now: clock.now)
            request = HTTPRequest(
                post: try publication.jsonBytes, to: "\(url[..<slash])/",
                headers: [
                    .init("Content-Type", "application/json"), .init("X-Sequence-ID", notice.id),
                ])
        }
        if let key {
            let id = try notice.id
            request.headers +=
                WebhookSignature(
                    id: id, seconds: clock.now.milliseconds / 1000, body: request.body,
                    key: try key()
                ).headers
        }
        if let tokenFile {
            request.headers.append(
                .init("Authorization", "Bearer \(try accessToken(inFile: tokenFile))"))
        }
        return request
    }

    /// Whether the server says the path or the query, as many do that know no such path.
    private func repeatsPath(_ reply: HTTPReply) -> Bool {
        let text = String(decoding: reply.body, as: UTF8.self)
        return url.dropFirst(name.count).split(separator: "?")
            .contains { $0.count > 1 && text.contains($0) }
    }

    private func telling(_ reply: HTTPReply) -> Telling {
        let answer = "answers \(reply.status)\(repeatsPath(reply) ? "" : reply.reason)"
        switch reply.status {
        case 200..<300: return .told
        case 300..<400:
            return .later(
                "is redirected\(reply.target), which is not followed", remedy: "correct its url",
                after: reply.retryAfter)
        case 400, 413, 415, 422: return .refused(answer)
        case 401, 403:
            return .later(
                answer, remedy: "correct its secret_file or token_file in gateway.toml",
                after: reply.retryAfter)
        case 404, 405: return .later(answer, remedy: "correct its url", after: reply.retryAfter)
        case 410: return .ended(answer)
        default: return .later(answer, after: reply.retryAfter)
        }
    }
}

extension ReceivedNotice {
    /// Its CloudEvents id.
    fileprivate var id: String {
        get throws { try Notice(line: line).id }
    }
}
