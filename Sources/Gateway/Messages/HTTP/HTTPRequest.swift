/// A request to another machine.
package struct HTTPRequest: Hashable, Sendable {
    /// `http://` or `https://`.
    package var url: String
    /// Names and values, without line ends.
    package var headers: [Header]
    package var body: [UInt8]

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
    /// What has come of it, at most `longestBody` bytes.
    package var body: [UInt8]

    package static let longestBody = 1 << 16
}

/// There was no reply: why.
package struct HTTPFailure: Error, Hashable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
