import FoundationEssentials
package import Geofencing
package import HTTPTypes

/// OwnTracks of Android and iOS: an object a request, or a publication
/// (owntracks.org/booklet/tech/json).
package enum OwnTracks: PhoneProtocol {
    package static let name = "owntracks"
    package static let path = "owntracks"
    package static let methods: [HTTPRequest.Method] = [.post]

    package static func credentials(of request: PhoneRequest) -> PhoneCredentials? {
        guard let words = request.headers[.authorization]?.words(after: "Basic"),
            let bytes = Data(base64Encoded: words),
            let text = String(bytes: bytes, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return nil }
        return PhoneCredentials(
            device: String(text[..<colon]), token: String(text[colon...].dropFirst()))
    }

    package static func message(of request: PhoneRequest) -> PhoneMessage {
        message(of: request.body, at: request.now)
    }

    package static func answer(_ news: [String]) -> (type: String, text: String) {
        ("application/json", "[\(news.joined(separator: ","))]")
    }

    /// `payload`: of a request or a publication, at `now`. An empty one is what is left of a friend.
    package static func message(of payload: [UInt8], at now: Timestamp) -> PhoneMessage {
        guard !payload.isEmpty else { return PhoneMessage(.noPosition) }
        guard let items = OneOrMore<Item>(json: payload) else { return PhoneMessage(.notJSON) }
        var message = PhoneMessage()
        if items.all.isEmpty { message.ignore(.noPosition) }
        for item in items.all {
            // It only says that the app is alive, if with a position of long ago.
            if item.isOldPing(at: now) {
                message.ignore(.noPosition)
                continue
            }
            switch item.kind {
            // A transition has the position at which the phone has noticed it.
            case "location", "transition": message.add(item.position)
            case "encrypted": message.ignore(.encrypted)
            default: message.ignore(.noPosition)
            }
        }
        return message
    }

    private struct Item: Decodable {
        var kind: String?
        var position: PhonePosition?
        /// Why it was sent, as `p` for a ping.
        private var trigger: String?
        /// When it was sent; `nil`: an older app does not say.
        private var created: Timestamp?

        enum Key: String, CodingKey {
            case kind = "_type"
            case trigger = "t"
            case created = "created_at"
            case tst, lat, lon, acc, vel, cog, alt
        }

        /// Seconds for which the position of a ping is new; there is one each 15 minutes.
        private static let longestPing = 300.0

        func isOldPing(at now: Timestamp) -> Bool {
            guard trigger == "p", let position else { return false }
            return (created ?? now) - position.time > Self.longestPing
        }

        /// Also of what is no object: that is no position.
        init(from decoder: any Decoder) throws {
            guard let object = try? decoder.container(keyedBy: Key.self) else { return }
            kind = object.text(.kind)
            trigger = object.text(.trigger)
            created = object.number(.created).map { Timestamp(seconds: $0) }
            position = PhonePosition(
                time: object.number(.tst).map { Timestamp(seconds: $0) },
                latitude: object.number(.lat), longitude: object.number(.lon))
            position?.set(accuracy: object.number(.acc))
            position?.set(
                speed: object.number(.vel), in: 1000 / 3600, track: object.number(.cog),
                zeroIsUnknown: true)
            position?.altitude = object.number(.alt)
        }
    }
}
