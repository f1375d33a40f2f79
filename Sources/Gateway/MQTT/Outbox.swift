import NIOCore

/// What is published with QoS 1, until the broker has acknowledged it.
struct Outbox {
    private var waiting = CircularBuffer<Entry>()
    private var underWay: [UInt16: (topic: String, promise: EventLoopPromise<Void>)] = [:]
    private var last: UInt16 = 0
    /// How many the broker takes at once.
    var most = 0

    private struct Entry {
        var publication: MQTTPublication
        var promise: EventLoopPromise<Void>
    }

    mutating func append(_ publication: MQTTPublication, _ promise: EventLoopPromise<Void>) {
        waiting.append(Entry(publication: publication, promise: promise))
    }

    /// What can be sent now, in order.
    mutating func next() -> [OutgoingPacket] {
        var packets: [OutgoingPacket] = []
        while underWay.count < most, let entry = waiting.popFirst() {
            let id = nextIdentifier()
            underWay[id] = (entry.publication.topic, entry.promise)
            packets.append(.publish(entry.publication, id: id))
        }
        return packets
    }

    mutating func nextIdentifier() -> UInt16 {
        repeat { last = last == .max ? 1 : last + 1 } while underWay[last] != nil
        return last
    }

    /// `nil` if it does not belong to what was published.
    mutating func take(_ id: UInt16) -> (topic: String, promise: EventLoopPromise<Void>)? {
        underWay.removeValue(forKey: id)
    }

    mutating func failAll(_ error: MQTTError) {
        for entry in underWay.values { entry.promise.fail(error) }
        for entry in waiting { entry.promise.fail(error) }
        self = Outbox(last: last)
    }

    init() {}
    private init(last: UInt16) { self.last = last }
}
