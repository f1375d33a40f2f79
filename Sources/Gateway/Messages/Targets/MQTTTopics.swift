import APIClient
import MQTT

/// Where devices and their notices are told at a broker.
package struct MQTTTopics: Sendable {
    /// With `{device}` in it; empty: nowhere.
    private let notices: String
    /// Whether transitions are told as OwnTracks does.
    package let tellsOwnTracks: Bool
    /// `nil`: it is told nothing.
    let homeAssistant: HomeAssistant?
    let node: NodeTopics

    /// Who stands in OwnTracks' topics for a device that nobody has.
    static let nobody = "geofenced"

    /// `homeAssistant`: the prefix of its discovery; empty: it is told nothing.
    package init(
        notices: String, tellsOwnTracks: Bool, homeAssistant: String,
        node: NodeTopics = NodeTopics()
    ) {
        (self.notices, self.tellsOwnTracks, self.node) = (notices, tellsOwnTracks, node)
        self.homeAssistant =
            homeAssistant.isEmpty ? nil : HomeAssistant(prefix: homeAssistant, node)
    }

    func notice(of device: String) -> String? {
        notices.isEmpty ? nil : notices.replacing("{device}", with: device)
    }

}

extension MQTTPublication {
    /// `value` as JSON.
    static func json(
        _ value: some Encodable, to topic: String, isRetained: Bool = false
    ) throws -> MQTTPublication {
        MQTTPublication(
            topic: topic, payload: try value.jsonBytes, isRetained: isRetained,
            contentType: "application/json")
    }
}
