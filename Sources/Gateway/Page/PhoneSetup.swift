import Community
import FoundationEssentials
import Messages
import Posix

/// What to type into the apps of a phone, so that they send its positions here, and links that do it.
struct PhoneSetup: Encodable, Sendable {
    /// What one app asks for; the rest is `nil`, and left out.
    struct App: Encodable, Sendable {
        var url: String?
        var user: String?
        var password: String?
        var token: String?
        var device: String?
        /// What to type into these as the address, with their own words for what they fill in.
        var osmand: String?
        var gpslogger: String?
        var topic: String?
        var host: String?
        var port: Int?
        var tls: Bool?
        /// Sets the app up.
        var link: String
        /// Of the link: rows of modules, 1 is dark.
        var qr: [String]
    }

    /// OwnTracks in HTTP mode.
    var owntracks: App
    var overland: App
    var traccar: App
    /// OwnTracks in MQTT mode; user and password are the broker's to give. `nil`: the phone has no
    /// topic, or there is no broker.
    var mqtt: App?

    /// `origin`: as phones reach the gateway, as in `https://home.example`.
    init(
        of phone: Phone, _ token: Secret, at origin: String, broker: GatewayAPI.Settings.Broker?
    ) {
        let (id, token) = (phone.id, token.text)
        let url = "\(origin)/owntracks"
        let configuration = Self.ownTracks(
            #""mode":3,"url":"\#(url)","auth":true,"usePassword":true,"username":"\#(id)","password":"\#(token)","#
                + Self.names(phone))
        owntracks = App(
            url: url, user: id, password: token, device: id, link: configuration,
            qr: QRCode.rows(configuration))
        let setup =
            "overland://setup?url=\("\(origin)/overland".percentEncoded())&token=\(token)"
            + "&device_id=\(id)&unique_id=yes"
        overland = App(
            url: "\(origin)/overland", token: token, device: id, link: setup,
            qr: QRCode.rows(setup))
        let path = "\(origin)/osmand/\(token)"
        let query = "\(path)?id=\(id)&interval=60&distance=50&accuracy=high"
        traccar = App(
            url: path, device: id,
            osmand: path
                + "?lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}",
            gpslogger: path
                + "?lat=%LAT&lon=%LON&time=%TIME&acc=%ACC&alt=%ALT&speed=%SPD&bearing=%DIR",
            link: query, qr: QRCode.rows(query))
        guard let broker, let topic = phone.topic else { return }
        let link = Self.ownTracks(
            #""mode":0,"host":"\#(broker.host)","port":\#(broker.port),"tls":\#(broker.isSecure),"#
                + #""pubTopicBase":"\#(topic.escaped)","pubQos":1,\#(Self.names(phone))"#)
        mqtt = App(
            topic: topic, host: broker.host, port: broker.port, tls: broker.isSecure, link: link,
            qr: QRCode.rows(link))
    }

    /// With the two letters by which others see it.
    private static func names(_ phone: Phone) -> String {
        #""deviceId":"\#(phone.id)","tid":"\#(TrackerID.of(phone.id))""#
    }

    /// A link that opens OwnTracks with this configuration (booklet, features/remoteconfig).
    ///
    /// Its base64 must not need to be escaped: of ASCII, only `>`, `?` and `~` lead to `+` and `/`, and
    /// blanks at the end save the `=`.
    private static func ownTracks(_ members: String) -> String {
        let json = #"{"_type":"configuration",\#(members)}"#
        let blanks = String(repeating: " ", count: (3 - json.utf8.count % 3) % 3)
        return "owntracks:///config?inline=\(Data((json + blanks).utf8).base64EncodedString())"
    }
}

extension String {
    /// Inside a string of JSON, as ASCII.
    fileprivate var escaped: String {
        utf16.map { unit in
            switch unit {
            case 0x22, 0x5C, 0..<0x20, 0x3E, 0x3F, 0x7E...:
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return String(UnicodeScalar(unit)!)
            }
        }.joined()
    }
}
