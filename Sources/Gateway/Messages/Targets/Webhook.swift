package import APIClient
import Geofencing
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
    package var kind: EndpointState.Kind { .webhook }
    /// The path and the query may be secret.
    package let name: String
    private let url: String
    private let format: Format
    private let key: (@Sendable () throws -> [UInt8])?
    private let tokenFile: String?
    private let sender: HTTPSender
    private let clock: any GatewayClock

    /// `key`: reads what requests are signed with; `nil`: they are not. `tokenFile`: the path of a file
    /// with a token that is sent along; `nil` is none. Both are read each time. `settings`: another
    /// text for other settings.
    package init(
        url: String, format: Format, selection: NoticeSelection, settings: String = "",
        key: (@Sendable () throws -> [UInt8])? = nil, tokenFile: String? = nil,
        sender: HTTPSender, clock: any GatewayClock = SystemGatewayClock()
    ) {
        (self.url, self.format, self.selection) = (url, format, selection)
        self.settings = settings
        (self.key, self.tokenFile, self.sender, self.clock) = (key, tokenFile, sender, clock)
        name = url.withoutPath
    }

    package var id: String { "webhook/\(url)" }
    package var shownID: String { "webhook/\(url.hash(8))" }

    package func tell(_ notices: [ReceivedNotice]) async throws -> [Delivery] {
        guard let notice = notices.first else { return [] }
        let request: HTTPRequest
        do {
            request = try self.request(notice)
        } catch let error as DecodingError {
            return [.refused("is no notice that can be understood: \(error)")]
        } catch {
            return [.later("\(error)", remedy: "correct the file")]
        }
        let access = "correct its secret_file or token_file in gateway.toml"
        return [try await sender.deliver(request, at: url, access: access)]
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
            let (server, topic) = NtfyChannel.parts(url)
            request = try NtfyPublication(
                try Notice(line: notice.line), topic: topic, now: clock.now
            ).request(to: server)
        }
        if let key {
            let id = try notice.id
            request.headers +=
                WebhookSignature(
                    id: id, seconds: clock.now.milliseconds / 1000, body: request.body,
                    key: try key()
                ).headers
        }
        if let tokenFile { try request.authorize(byTokenIn: tokenFile) }
        return request
    }
}

extension ReceivedNotice {
    /// Its CloudEvents id.
    fileprivate var id: String {
        get throws { try Notice(line: line).id }
    }
}
