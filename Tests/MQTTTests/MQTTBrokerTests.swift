import MQTT
import Testing

struct MQTTBrokerTests {
    @Test func `a session outlives the connection unless said otherwise`() {
        let broker = MQTTBroker(host: "localhost", port: 1883, isSecure: false, clientID: "me")
        #expect(broker.sessionExpiry == .max)
    }
}
