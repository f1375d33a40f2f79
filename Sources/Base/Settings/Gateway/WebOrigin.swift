import Posix

/// Where a web server is reached: a scheme, a host and perhaps a port, as in
/// `https://home.example` (RFC 6454).
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Whether it is `https`.
    package let isSecure: Bool
    /// A name or an address in lower case; IPv6 in brackets.
    package let host: String
    /// `nil` is that of the scheme.
    package let port: Int?

    /// `nil` if the text is something else, or has a path behind the host. A slash at the end is
    /// left out, and so is the port of the scheme.
    package init?(_ text: String) {
        let text = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        isSecure = scheme == "https://"
        var rest = text.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        // The colons of an IPv6 address stand before its bracket.
        let end = rest.lastIndex(of: "]") ?? rest.startIndex
        if let colon = rest[end...].lastIndex(of: ":") {
            let digits = rest[rest.index(after: colon)...]
            guard digits.utf8.allSatisfy(\.isDigit), let number = Int(digits),
                (1...65_535).contains(number)
            else { return nil }
            port = number == (isSecure ? 443 : 80) ? nil : number
            rest = rest[..<colon]
        } else {
            port = nil
        }
        guard isHost(rest) else { return nil }
        host = String(rest)
    }

    package var description: String {
        "\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")"
    }

    /// Whether it is on this machine alone: names below `localhost` lead nowhere else (RFC 6761).
    package var isLoopback: Bool { host.isLoopbackHost }
}

extension String {
    /// As of `WebOrigin`, of a name or an address.
    fileprivate var isLoopbackHost: Bool {
        self == "localhost" || hasSuffix(".localhost")
            || TCPAddress("\(self):1")?.host.isLoopback == true
    }
}

extension GatewayConfiguration {
    /// Where phones find the broker; `nil`: there is none. The gateway's own machine has for them the
    /// name that `public_url` has.
    package var brokerOfPhones: String? {
        mqtt.map { $0.host.isLoopbackHost ? publicURL?.host ?? $0.host : $0.host }
    }
}

/// Whether it is an address, or a name of letters, digits, `-`, `_` and dots (RFC 1123).
private func isHost(_ text: Substring) -> Bool {
    if TCPAddress("\(text):1") != nil { return true }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 253
        && labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy {
                    $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                }
        }
}
