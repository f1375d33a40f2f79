import MQTT

/// What came of an attempt to deliver a message to a person, or to tell a program a notice.
package enum Delivery: Hashable, Sendable {
    case delivered
    /// To be tried again, not before `after` seconds if the other side says so. `remedy`: what
    /// somebody must do; `nil` if waiting is enough.
    case later(String, remedy: String? = nil, after: Double? = nil)
    /// Never possible for this one; others may be.
    case refused(String)
    /// The other side wants nothing any more.
    case ended(String)

    /// Why it was in vain, and what to do about that; empty if it was not.
    var fault: String {
        switch self {
        case .delivered: ""
        case .later(let why, let remedy, _): remedy.map { "\(why): \($0)" } ?? why
        case .refused(let why), .ended(let why): why
        }
    }
}

extension Delivery {
    /// Of a publication: what the broker refuses, it would refuse again. `error`: `nil` if it has
    /// acknowledged it.
    init(_ error: MQTTError?) {
        switch error {
        case nil: self = .delivered
        case .away(let why): self = .later(why)
        case let refusal?: self = .refused("\(refusal)")
        }
    }
}

extension HTTPSender {
    /// Makes one attempt. `url`: what of its path and query the answer repeats is not said, as it may be
    /// secret. `access`: what to do if the server does not let us in. Throws `CancellationError` alone.
    func deliver(
        _ request: HTTPRequest, at url: String, access remedy: String
    ) async throws -> Delivery {
        let reply: HTTPReply
        do { reply = try await send(request) } catch let failure as HTTPFailure {
            return .later("\(failure)")
        }
        let answer = "answers \(reply.status)\(reply.repeatsPath(of: url) ? "" : reply.reason)"
        switch reply.status {
        case 200..<300: return .delivered
        case 300..<400:
            return .later(
                "is redirected\(reply.target), which is not followed", remedy: "correct its url",
                after: reply.retryAfter)
        case 400, 413, 415, 422: return .refused(answer)
        case 401, 403: return .later(answer, remedy: remedy, after: reply.retryAfter)
        case 404, 405: return .later(answer, remedy: "correct its url", after: reply.retryAfter)
        case 410: return .ended(answer)
        default: return .later(answer, after: reply.retryAfter)
        }
    }
}
