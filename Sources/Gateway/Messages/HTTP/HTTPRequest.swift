/// A request to another machine.
package struct HTTPRequest: Hashable, Sendable {
    /// `http://` or `https://`.
    package var url: String
    /// Names and values, without line ends.
    package var headers: [Header]
    /// Empty of a GET.
    package var body: [UInt8]
    let isPost: Bool
    /// Bytes of a reply that are taken, once they are unpacked.
    package var longestReply = 1 << 16
    /// Whether the reply may come packed.
    package var takesGzip = false

    package init(post body: [UInt8], to url: String, headers: [Header] = []) {
        (self.body, self.url, self.headers, isPost) = (body, url, headers, true)
    }

    package init(get url: String, headers: [Header] = []) {
        (body, self.url, self.headers, isPost) = ([], url, headers, false)
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
    package var contentType: String?
    /// By which the server knows this state of what was asked for.
    package var etag: String?
    package var lastModified: String?
    /// What has come of it, at most as many bytes as the request takes.
    package var body: [UInt8]
    /// Whether that is all of it.
    package var isWhole = true
    /// Whether it is not because the time was over.
    package var isLate = false
}

/// There was no reply: why.
package struct HTTPFailure: Error, Hashable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
