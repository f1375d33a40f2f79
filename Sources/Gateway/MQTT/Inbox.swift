/// What the broker has sent, until it has been taken and acknowledged.
struct Inbox {
    /// Publications that are being handed over, and those that wait for it; in order.
    private var handedOver: [Arrival] = []
    private var waiting: [Arrival] = []
    private(set) var bytes = 0

    struct Arrival {
        var publication: MQTTPublication
        /// To acknowledge; `nil` of QoS 0, and of what came over a connection that is lost.
        var id: UInt16?

        /// About what it takes in memory.
        var bytes: Int { publication.topic.utf8.count + publication.payload.count + 200 }
    }

    mutating func append(_ publication: MQTTPublication, id: UInt16?) {
        let arrival = Arrival(publication: publication, id: id)
        waiting.append(arrival)
        bytes += arrival.bytes
    }

    /// What is to be handed over: the same until `takeIdentifiers`.
    mutating func next() -> [MQTTPublication] {
        if handedOver.isEmpty { swap(&handedOver, &waiting) }
        return handedOver.map(\.publication)
    }

    /// What was handed over has been taken. Returns what is to be acknowledged now.
    mutating func takeIdentifiers() -> [UInt16] {
        let identifiers = handedOver.compactMap(\.id)
        bytes -= handedOver.reduce(0) { $0 + $1.bytes }
        handedOver = []
        return identifiers
    }

    /// A new connection has begun. `isSentAgain`: the broker knows what it has not had acknowledged.
    /// Otherwise, nobody has it but us.
    mutating func beginConnection(isSentAgain: Bool) {
        for list in [\Inbox.handedOver, \Inbox.waiting] {
            if isSentAgain { self[keyPath: list].removeAll { $0.id != nil } }
            for index in self[keyPath: list].indices { self[keyPath: list][index].id = nil }
        }
        bytes = (handedOver + waiting).reduce(0) { $0 + $1.bytes }
    }
}
