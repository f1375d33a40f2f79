/// A request to another machine.
package struct HTTPRequest: Hashable, Sendable {
    /// `http://` or `https://`.
    package var url: String
    /// Names and values, without line ends.
    package var headers: [Header]
    package var body: [UInt8]
    /// Bytes of a reply that are taken.
    package var longestReply = 1 << 16

    package init(post body: [UInt8], to url: String, headers: [Header] = []) {
        (self.body, self.url, self.headers) = (body, url, headers)
    }

    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }
}

/// What came back.
package struct HTTPReply: Hashable, Sendable {
    package var status: Int
    /// What `Retry-After` says, in seconds from now.
    package var retryAfter: Double?
    /// Where a redirect leads to, which nobody has followed.
    package var location: String?
    /// What has come of it, at most as many bytes as the request takes.
    package var body: [UInt8]
    /// Whether that is all of it.
    package var isWhole = true
}

/// There was no reply: why.
package struct HTTPFailure: Error, Hashable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
