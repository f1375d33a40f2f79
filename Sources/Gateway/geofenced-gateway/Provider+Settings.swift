import Providers
import Settings

extension Provider {
    init(_ settings: GatewayConfiguration.Provider) {
        self.init(
            name: settings.name,
            kind: settings.collection.map { .ogcFeatures(collection: $0) } ?? .overpass,
            origin: settings.url.origin.description, path: settings.url.path)
        (tokenFile, properties) = (settings.tokenFile, settings.properties)
        refresh = Double(settings.refresh)
        contents = settings.contents == .deals ? .deals : .places
    }
}
