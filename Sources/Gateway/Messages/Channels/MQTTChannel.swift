package import MQTT

/// A person's topic at the broker: `geofenced/messages/PERSON`, or one of the node.
package struct MQTTChannel: MessageChannel {
    package var name: String { "mqtt" }
    private let session: MQTTSession

    private let topics: NodeTopics

    package init(_ session: MQTTSession, _ topics: NodeTopics = NodeTopics()) {
        (self.session, self.topics) = (session, topics)
    }

    package func check(_ settings: PersonSettings) throws {}

    package func target(of settings: PersonSettings) -> String? {
        settings.ways.mqtt ? topics.messages : nil
    }

    package func shown(_ target: String) -> String { target }

    package func deliver(
        _ message: Message, id: String, rings: Bool, to target: String
    ) async throws -> Delivery {
        var message = message
        message.rings = rings
        let publication = try MQTTPublication.json(message, to: "\(target)/\(message.person)")
        return Delivery(try await session.publish([publication])[0])
    }

    package func isBack() async throws -> Bool {
        _ = try await session.nextConnection(after: 0)
        return true
    }

    /// A PUBACK is not the disk's.
    package var doubt: Double { 60 }

    /// The numbers are those of connections.
    package func forgets(after number: Int) async throws -> Int {
        var next = try await session.nextConnection(after: number)
        while !next.hasLostSession { next = try await session.nextConnection(after: next.number) }
        return next.number
    }
}
