package import Community
package import Geofencing
package import HTTPTypes

/// How an app says over HTTP where its phone is.
package protocol PhoneProtocol: Sendable {
    /// As in addresses and counts.
    static var name: String { get }
    /// Of its route, with `:token` where that stands in the path.
    static var path: String { get }
    static var methods: [HTTPRequest.Method] { get }

    /// With what the phone signs in; `nil`: with nothing of the right form.
    static func credentials(of request: PhoneRequest) -> PhoneCredentials?
    /// What it says. Never fails: what cannot be understood is ignored by its reason.
    static func message(of request: PhoneRequest) -> PhoneMessage
    /// What the app takes as a sign that all is taken: its media type and text. `news`: JSON that the
    /// app may be told besides.
    static func answer(_ news: [String]) -> (type: String, text: String)
}

/// The apps that are understood.
package enum PhoneProtocols {
    package static let all: [any PhoneProtocol.Type] = [
        OwnTracks.self, Overland.self, OsmAnd.self,
    ]
}

/// What stands in a request, before anybody knows what it means.
package struct PhoneRequest: Sendable {
    package var headers = HTTPFields()
    /// Decoded.
    package var query: [(name: String, value: String)] = []
    /// What stands for `:token` in the path; `nil` if there is no such part.
    package var token: String?
    package var body: [UInt8] = []
    /// When it came.
    package var now: Timestamp

    package init(now: Timestamp) { self.now = now }
}

/// With what a phone signs in.
package struct PhoneCredentials: Hashable, Sendable {
    /// The id of the device; `nil` if the app does not say it.
    package var device: String?
    package var token: Secret

    /// `nil` if `token` cannot be one.
    init?(device: String? = nil, token: String?) {
        guard let token = token.flatMap({ Secret($0) }) else { return nil }
        (self.device, self.token) = (device, token)
    }
}
