package import APIClient
package import MQTT
import Synchronization

/// Programs that subscribe at a broker: they are told CloudEvents, transitions of OwnTracks, and
/// Home Assistant its events.
package final class MQTTNotices: NoticeTarget {
    package let id = "mqtt"
    /// The session at the broker is a way of its own.
    package let shownID = "mqtt/notices"
    package let kind = EndpointState.Kind.mqtt
    package let name: String
    package let mostTogether = 256
    package let selection: NoticeSelection
    private let session: MQTTSession
    private let topics: MQTTTopics
    private let owner: @Sendable (String) async throws -> String?
    /// The number of the last connection on which notices may be told.
    private let connection = Mutex(0)
    /// Whether the last attempt was in vain, or there was none.
    private let hasFailed = Mutex(true)

    /// `name`: of the broker. `devices`: their ids. `owner`: the id of the person who has a device;
    /// `nil` is nobody.
    package init(
        _ session: MQTTSession, name: String, devices: [String], topics: MQTTTopics,
        owner: @escaping @Sendable (String) async throws -> String?
    ) {
        (self.session, self.name, self.topics, self.owner) = (session, name, topics, owner)
        var selection = NoticeSelection()
        selection.devices = devices
        self.selection = selection
    }

    package func tell(_ notices: [ReceivedNotice]) async throws -> [Delivery] {
        var publications: [MQTTPublication] = []
        /// How many of the publications are of the notices up to each.
        var ends: [Int] = []
        do {
            for notice in notices {
                publications += try await self.publications(of: notice)
                ends.append(publications.count)
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return [.later("\(error)")]
        }
        // What failed was said; nothing is to be tried again before there is a connection.
        if hasFailed.withLock(\.self) { try await waitForConnection() }
        let results = try await session.publish(publications)
        var deliveries: [Delivery] = []
        for (start, end) in zip([0] + ends, ends) where deliveries.allSatisfy({ !$0.isLater }) {
            deliveries.append(
                Delivery(results.prefix(end).dropFirst(start), isWhole: results.count >= end))
        }
        hasFailed.withLock { $0 = deliveries.last?.isLater == true }
        return deliveries
    }

    /// None, if it cannot be understood or names no device.
    private func publications(of received: ReceivedNotice) async throws -> [MQTTPublication] {
        guard let notice = try? Notice(line: received.line), let device = notice.device else {
            return []
        }
        var publications: [MQTTPublication] = []
        if let topic = topics.notice(of: device) {
            publications.append(
                MQTTPublication(
                    topic: topic, payload: received.line.filter { $0 != UInt8(ascii: "\n") },
                    contentType: "application/cloudevents+json"))
        }
        if topics.tellsOwnTracks, let transition = OwnTracksTransition(notice) {
            let person = try await owner(device) ?? MQTTTopics.nobody
            publications.append(
                try .json(transition, to: "owntracks/\(person)/\(device)/event"))
        }
        if let homeAssistant = topics.homeAssistant {
            publications.append(try homeAssistant.event(notice, of: device))
        }
        return publications
    }

    /// Until there is one. On one that has lost our session, nothing is told before `forgets` has said
    /// so: what is to be told again comes first.
    private func waitForConnection() async throws {
        let current = try await session.nextConnection(after: 0)
        let isKnown = connection.withLock { $0 >= current.number }
        // Whoever hears of it cancels this.
        if current.hasLostSession, !isKnown { try await AsyncSignal().wait() }
    }

    package func isReady() async throws -> Bool {
        let current = try await session.nextConnection(after: 0)
        return connection.withLock { seen in
            defer { seen = current.number }
            return current.hasLostSession && current.number > seen
        }
    }

    package func forgets() async throws {
        var next = try await session.nextConnection(after: connection.withLock(\.self))
        while !next.hasLostSession {
            connection.withLock { [number = next.number] in $0 = number }
            next = try await session.nextConnection(after: next.number)
        }
    }
}

extension Delivery {
    /// Of all that was published of one notice. `isWhole`: nothing of it is still to be tried.
    fileprivate init(_ results: ArraySlice<MQTTError?>, isWhole: Bool) {
        self = isWhole ? .delivered : .later("the connection was lost")
        for case let error? in results {
            let delivery = Delivery(error)
            if isWhole || delivery.isLater { self = delivery }
        }
    }

    fileprivate var isLater: Bool {
        if case .later = self { true } else { false }
    }
}
