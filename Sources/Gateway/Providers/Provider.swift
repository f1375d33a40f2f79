/// A server elsewhere that knows places or deals, as the configuration names it.
package struct Provider: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// OGC API Features, Part 1: Core. `collection`: as the server calls it.
        case ogcFeatures(collection: String)
        case overpass
    }

    package enum Contents: String, Sendable {
        case places, deals
    }

    /// The source of its places: the first part of their ids.
    package var name: String
    package var kind: Kind
    /// As in `https://geo.example`: nothing is asked of anybody else.
    package var origin: String
    /// What is before all paths there: empty, or with a slash at its beginning and none at its end.
    package var path: String
    /// The path of a file with a token for the server; `nil`: it takes none.
    package var tokenFile: String?
    /// What the server calls our properties, by ours, where it calls them otherwise.
    package var properties: [String: String] = [:]
    /// Seconds after which a cell is asked for again.
    package var refresh = 86_400.0
    package var contents = Contents.places

    package init(name: String, kind: Kind, origin: String, path: String = "") {
        (self.name, self.kind, self.origin, self.path) = (name, kind, origin, path)
    }

    /// Another text if what it answers may be something else.
    var identity: String {
        let words = properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let said = ["\(kind)", origin, path, contents.rawValue] + words
        return said.joined(separator: " ")
    }
}

/// Why a server's answer is not used. What was there stays.
package struct ProviderFault: Error, Hashable, CustomStringConvertible {
    /// One line; it says what to do, too, where waiting is not enough.
    package var description: String
    /// Whether nothing else is to be asked of the server for a while; else it is this cell alone.
    var isOfServer: Bool
    /// Seconds until it may be asked again, as the server says.
    var retryAfter: Double?

    init(_ description: String, ofServer isOfServer: Bool = false, retryAfter: Double? = nil) {
        (self.description, self.isOfServer) = (description, isOfServer)
        self.retryAfter = retryAfter
    }
}
