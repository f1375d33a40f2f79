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
            + (isForHere ? [Self.hint] : []) + QRDrawing.lines(of: qr, style)
    }

    private static let hint =
        "it opens on this machine alone; for others, set public_url in gateway.toml"

    /// Whether its name leads every machine to itself (RFC 6761, 6.3).
    private var isForHere: Bool {
        let host = url.split(separator: "/").dropFirst().first?.split(separator: ":").first ?? ""
        return host.hasSuffix(".localhost")
    }
}

extension SignInLink {
    /// Prints `lines` after `first`, or the answer as it came.
    static func tell(
        _ first: String? = nil, purpose: String, _ answer: AnyJSON, link: AnyJSON, json: Bool
    ) throws {
        var output = StandardOutput()
        if json {
            try output.write(json: answer)
        } else {
            let link = try link.decoded(as: SignInLink.self)
            if let first { output.write(line: first) }
            for line in link.lines(purpose, at: .now, .standardOutput) {
                output.write(line: line)
            }
        }
        try output.flush()
    }
}
