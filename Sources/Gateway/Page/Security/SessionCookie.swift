import Community
import HTTPTypes
import Hummingbird

extension GatewayAPI.Settings {
    /// Whether people reach the page by TLS, ours or a proxy's.
    var isEncrypted: Bool { publicURL?.hasPrefix("https://") ?? false }

    /// The host and port of `public_url`; `nil` if there is none.
    var publicHost: String? {
        publicURL.flatMap { $0.split(separator: "/", maxSplits: 1).last }.map {
            $0.drop { $0 == "/" }.lowercased()
        }
    }

    /// The host and port of the page on this machine: cookies of 127.0.0.1 would be sent to all of
    /// its ports.
    var localHost: String { "\(word).localhost:\(port)" }

    /// Where links begin that are opened on this machine.
    var localURL: String { "http://\(localHost)" }

    /// Where links begin that are given to people.
    var linkURL: String { publicURL ?? localURL }
}

/// The cookie that a browser keeps of a session.
///
/// Behind TLS its name begins with `__Host-`, so that no other host name and no plain connection can
/// set it (RFC 6265bis, 4.1.3.2); a cookie of the one is none for the other.
struct SessionCookie {
    private let isEncrypted: Bool
    /// The secret of the session; `nil` if the request has none.
    let secret: Secret?

    init(_ page: GatewayAPI.Settings, _ request: Request) {
        let host = request.head.authority?.lowercased()
        isEncrypted = page.isEncrypted && host == page.publicHost
        let name = Self.name(isEncrypted)
        let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        let values = pairs.compactMap { pair -> Substring? in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix("\(name)=") ? pair.dropFirst(name.count + 1) : nil
        }
        // Two of one name cannot be told apart.
        secret = values.count == 1 ? Secret(String(values[0])) : nil
    }

    private static func name(_ isEncrypted: Bool) -> String {
        isEncrypted ? "__Host-geofenced" : "geofenced"
    }

    /// The header field that has a browser keep `secret`, or forget it (`nil`).
    func setting(_ secret: Secret?) -> String {
        let age = secret == nil ? 0 : Self.age
        return "\(Self.name(isEncrypted))=\(secret?.text ?? ""); Path=/; HttpOnly; SameSite=Lax; "
            + "Max-Age=\(age)\(isEncrypted ? "; Secure" : "")"
    }

    /// Seconds; a session ends before it.
    private static let age = 180 * 86_400
}
