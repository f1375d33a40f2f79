import APIClient
import Geofencing
import Posix

/// A link that signs somebody in, or makes them a member, as the gateway gives it.
struct SignInLink: Decodable {
    var url: String
    var expires: Timestamp
    /// Of the URL, as `QRDrawing` takes it.
    var qr: [String]

    /// What it is for, the link itself, and its QR code. `purpose`: as in `signs Anna in`.
    func lines(_ purpose: String, at now: Timestamp, _ style: Style) -> [String] {
        let hours = Int(((expires - now) / 3600).rounded())
        let limit = "\(expires.localDay(seenFrom: now)) (\(hours) h)"
        return ["whoever opens this link \(purpose), once, until \(limit):", url.visible]
            + (url.leadsToItself ? [Self.hint] : []) + QRDrawing.lines(of: qr, style)
    }

    private static let hint =
        "it opens on this machine alone; for others, set public_url in gateway.toml"
}

extension String {
    /// Whether the name in this URL leads every machine to itself (RFC 6761, 6.3).
    var leadsToItself: Bool {
        let host = split(separator: "/").dropFirst().first?.split(separator: ":").first
        return host?.hasSuffix(".localhost") ?? false
    }
}

extension SignInLink {
    /// Prints `lines` after `first`, or the answer as it came.
    static func tell(
        _ first: String? = nil, purpose: String, _ answer: AnyJSON, link: AnyJSON, json: Bool
    ) throws {
        try StandardOutput.tell(
            answer, json: json,
            or: [first].compactMap(\.self)
                + link.decoded(as: SignInLink.self).lines(purpose, at: .now, .standardOutput))
    }
}
