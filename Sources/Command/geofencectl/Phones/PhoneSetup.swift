import ArgumentParser
import Places
import Posix

/// What to type into the apps of a phone, as the gateway says it.
struct PhoneSetup: Decodable {
    /// An app, or a mode of one.
    enum App: String, ExpressibleByArgument, CaseIterable {
        case owntracks, overland, traccar, mqtt
    }

    private var owntracks: Fields
    private var overland: Fields
    private var traccar: Fields
    /// `nil`: the phone has no topic, or the gateway no broker.
    private var mqtt: Fields?

    private struct Fields: Decodable {
        var url: String?
        var user: String?
        var password: String?
        var token: String?
        var device: String?
        var topic: String?
        var host: String?
        var port: Int?
        var tls: Bool?
        var osmand: String?
        var gpslogger: String?
        var link: String
        /// Of the link, as `QRDrawing` takes it.
        var qr: [String]
    }

    /// `app`: what is shown; `nil`: all, with the QR code of OwnTracks. `id`: of the phone.
    func lines(for app: App?, of id: String, _ style: Style) throws -> [String] {
        if app == .mqtt, mqtt == nil {
            throw Refusal(
                .conflict, "phone \(id)",
                "publishes nowhere: geofencectl phones edit \(id) --topic TOPIC, with [mqtt] in "
                    + "gateway.toml")
        }
        let shown = app.map { [$0] } ?? App.allCases
        let fields = shown.compactMap { app in self[app].map { (app, $0) } }
        var lines = fields.flatMap { [""] + Self.words($0, $1) }
        if owntracks.url?.leadsToItself == true {
            lines += ["", "no phone can reach this address: set public_url in gateway.toml"]
        }
        guard let (first, link) = fields.first else { return lines }
        lines += ["", Self.hint(first), link.link.visible]
        return lines + QRDrawing.lines(of: link.qr, style)
    }

    private subscript(app: App) -> Fields? {
        switch app {
        case .owntracks: owntracks
        case .overland: overland
        case .traccar: traccar
        case .mqtt: mqtt
        }
    }

    /// As the app's own settings name them.
    private static func words(_ app: App, _ fields: Fields) -> [String] {
        let (title, rows): (String, [(String, String?)]) =
            switch app {
            case .owntracks:
                (
                    "OwnTracks: Preferences, Connection, mode HTTP",
                    [
                        ("URL", fields.url), ("Username", fields.user),
                        ("Password", fields.password), ("Device ID", fields.device),
                    ]
                )
            case .overland:
                (
                    "Overland: Settings",
                    [
                        ("Receiver Endpoint URL", fields.url), ("Access Token", fields.token),
                        ("Device ID", fields.device),
                    ]
                )
            case .traccar:
                (
                    "Traccar Client",
                    [
                        ("Server URL", fields.url), ("Device identifier", fields.device),
                        ("OsmAnd: web address", fields.osmand),
                        ("GPSLogger: URL", fields.gpslogger),
                    ]
                )
            case .mqtt:
                (
                    "OwnTracks: Preferences, Connection, mode MQTT; with the broker's user and password",
                    [
                        ("Host", fields.host), ("Port", fields.port.map { "\($0)" }),
                        ("TLS", fields.tls == true ? "on" : "off"),
                        ("Base topic", fields.topic),
                    ]
                )
            }
        return [title]
            + rows.compactMap { name, value in
                value.map { "  \(name.padded(to: -21)) \($0.visible)" }
            }
    }

    private static func hint(_ app: App) -> String {
        switch app {
        case .owntracks, .mqtt:
            "this link sets OwnTracks up, once its settings allow configuration by links:"
        case .overland: "this link sets Overland up:"
        case .traccar: "this link sets Traccar Client up:"
        }
    }
}
