import SQLite

/// Phones that have got regions to watch by themselves, over MQTT.
extension MessageStore {
    /// The ids of their devices, by topic.
    package func fencedTopics() throws -> [String: String] {
        let rows = try connection.rows("SELECT topic, device FROM fenced") {
            ($0.text(0) ?? "", $0.text(1) ?? "")
        }
        return Dictionary(rows) { one, _ in one }
    }

    package func setFenced(_ topic: String, device: String) throws {
        try connection.table("fenced").replace(["topic": .text(topic), "device": .text(device)])
    }

    package func removeFenced(_ topic: String) throws {
        try connection.run("DELETE FROM fenced WHERE topic = :topic", ["topic": .text(topic)])
    }
}
