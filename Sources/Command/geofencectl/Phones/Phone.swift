import Geofencing
import Posix

/// A phone, as the gateway has it.
struct Phone: NamedItem {
    var id: String
    var name: String
    var owner: String
    var added: Timestamp
    /// Of MQTT, where it publishes; `nil`: nowhere.
    var topic: String?
    var hasToken: Bool?

    static let word = "phone"
    static let collection = "phones"

    enum CodingKeys: String, CodingKey {
        case id, name, owner, added, topic
        case hasToken = "has_token"
    }

    /// As in `phone bens-phone: Ben's phone, of ben`.
    var sentence: String {
        "\(called): \(name.cut(toWidth: 60)), of \(owner)"
            + (topic.map { ", at \($0.visible)" } ?? "")
    }
}
