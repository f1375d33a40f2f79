import Community
package import MQTT

/// What OwnTracks publishes.
extension PhoneIntake {
    /// Bytes of a payload that is read.
    private static let largestPayload = 64 << 10
    /// Phones whose positions are pushed at a time.
    private static let mostAtOnce = 16

    /// Takes what came from the broker, in order; returns when the daemon has all positions for good.
    ///
    /// A topic is a phone's if it was added with it: what stands in it names nobody. Throws `PhoneWait`
    /// if the same has to be handed over again.
    package func receive(_ batch: [MQTTPublication]) async throws {
        let (known, unknown) = try await sorted(batch)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, one) in known.enumerated() {
                if index >= Self.mostAtOnce { try await group.next() }
                group.addTask { try await self.takePublished(one.message, from: one.phone) }
            }
            try await group.waitForAll()
        }
        // Counted once: what has to be handed over again comes by here later.
        for one in known { note(one.message.ignored, of: one.phone) }
        for publication in unknown { note(unknown: publication) }
    }

    private typealias Known = (phone: Phone, message: PhoneMessage)

    /// By phone, in the order in which they came.
    private func sorted(
        _ batch: [MQTTPublication]
    ) async throws -> (known: [Known], unknown: [MQTTPublication]) {
        var phones: [String: Phone?] = [:]
        var known: [Known] = []
        var indices: [String: Int] = [:]
        var unknown: [MQTTPublication] = []
        for publication in batch {
            let topic = publication.topic
            if phones[topic] == nil {
                phones[topic] = .some(try await community.phone(withTopic: topic))
            }
            guard let phone = phones[topic] ?? nil else {
                unknown.append(publication)
                continue
            }
            let index = indices[phone.id] ?? known.count
            indices[phone.id] = index
            if index == known.count { known.append((phone, PhoneMessage())) }
            known[index].message.add(message(of: publication))
        }
        return (known, unknown)
    }

    private func message(of publication: MQTTPublication) -> PhoneMessage {
        guard publication.payload.count <= Self.largestPayload else {
            return PhoneMessage(.tooLarge)
        }
        return OwnTracks.message(of: publication.payload, at: now)
    }

    /// Topics below a phone's are its own as well, for other things than positions.
    private func note(unknown publication: MQTTPublication) {
        let saysPosition = !message(of: publication).positions.isEmpty
        note(unknownTopic: publication.topic, saysPosition: saysPosition)
    }
}
