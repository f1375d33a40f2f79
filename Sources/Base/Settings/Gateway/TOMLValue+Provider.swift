import Formats
import Posix

extension GatewayConfiguration.Provider {
    /// The keys of a table `[[places.provider]]`, in the order to show them.
    package enum Key: String, CaseIterable {
        case name
        case kind
        case url
        case collection
        case tokenFile = "token_file"
        case properties
        case refresh
        case contents = "of"
    }

    /// Characters of a name, which is the first part of the ids of places.
    private static let longestName = 64
    /// Sources that have another meaning.
    private static let taken = ["own", "osm"]

    fileprivate static func isName(_ text: String) -> Bool {
        text.isPlainName(longest: longestName) && !taken.contains(text)
    }
}

extension TOMLValue {
    private typealias Provider = GatewayConfiguration.Provider

    /// Reads `[[places.provider]]`. Throws `TOMLError`, or several as `ConfigurationError`.
    func providers() throws -> [GatewayConfiguration.Provider] {
        try tables("[[places.provider]]", url: \.name) { try $0.provider() }
    }

    private func provider() throws -> Provider {
        var table = try TableReading<Provider.Key>(self)
        let name = table.require(.name, as: "shops") { try $0.providerName() }
        let kind = table.require(.kind, as: "ogc-features") {
            try $0.choice(of: Provider.Kind.self)
        }
        let url = table.require(.url, as: "https://HOST/PATH") { try $0.webAddress() }
        let tokenFile = table.read(.tokenFile) { try $0.tokenFile() }
        let contents =
            table.read(.contents) { try $0.choice(of: Provider.Contents.self) } ?? .places
        let properties = table.read(.properties) { value in
            try value.texts(of: contents.properties, wanted: "the name of a property")
        }
        let refresh = table.read(.refresh) { try $0.integer(of: "seconds", in: 60...31_536_000) }
        var collection: String?
        if kind == .ogcFeatures {
            collection = table.require(.collection, as: "places") { try $0.collectionName() }
        } else if kind == .overpass {
            table.refuse(.collection, "is nothing of Overpass", use: "url alone")
            table.refuse(.properties, "are those of OpenStreetMap", use: "none")
            if contents == .deals {
                table.refuse(
                    .contents, "is \"deals\", which Overpass has none of", use: "\"places\"")
            }
        }
        if let url, tokenFile != nil, !url.origin.isSecure, !url.origin.isLoopback {
            table.refuse(.tokenFile, "can be read on its way to \(url.origin)", use: "https")
        }
        var provider = Provider(
            name: try table.whole(name), kind: try table.whole(kind), url: try table.whole(url))
        (provider.collection, provider.tokenFile) = (collection, tokenFile)
        (provider.properties, provider.contents) = (properties ?? [:], contents)
        provider.refresh = refresh ?? provider.refresh
        return provider
    }

    private func providerName() throws(TOMLError) -> String {
        let wanted = "1 to 64 of a-z, 0-9 and -, and not own or osm"
        let text = try text(wanted)
        guard Provider.isName(text) else { throw error("\(text.quoted) is no name", use: wanted) }
        return text
    }

    private func webAddress() throws(TOMLError) -> WebAddress {
        let wanted = "https://HOST or https://HOST/PATH, without a user, blanks, ? and #"
        let text = try text(wanted)
        if let address = WebAddress(text) { return address }
        throw error("\(text.quoted) is not a URL of this kind", use: wanted)
    }

    /// As the server calls it: one part of a path.
    private func collectionName() throws(TOMLError) -> String {
        let wanted = "the id of a collection, as in \"public.places\""
        let text = try text(wanted)
        guard (1...200).contains(text.utf8.count), text != ".", text != "..",
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !text.contains(where: { "/?#%\"<>\\".contains($0) })
        else { throw error("\(text.quoted) is no collection", use: wanted) }
        return text
    }

    /// A table of texts.
    private func texts(of keys: [String], wanted: String) throws -> [String: String] {
        let (values, unknown) = try table().values(for: keys)
        var (texts, errors): ([String: String], [TOMLError]) = ([:], unknown)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(TOMLError) {
                let text = try value.text(wanted)
                guard (1...200).contains(text.utf8.count) else {
                    throw value.error("has \(text.utf8.count) bytes", use: wanted)
                }
                texts[key] = text
            } catch {
                errors.append(error)
            }
        }
        if !errors.isEmpty { throw ConfigurationError(errors) }
        return texts
    }
}
