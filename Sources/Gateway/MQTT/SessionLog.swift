import Logging
import Posix

/// Keeps how it goes with a session, and logs when that changes: one line for a change.
struct SessionLog {
    private(set) var state: EndpointState
    private let clock: any GatewayClock
    private let logger: Logger
    /// Why there is no connection, as it was logged; those that came since the last good connection.
    private var told: Set<String> = []
    /// It was logged that there is no connection, and not yet that there is one again.
    private var isAwayTold = false
    /// The connection before did not last.
    private var isFlapping = false
    /// What could not be taken waits, and that is logged.
    private var isWaiting = false
    /// Reasons that are logged until there is a good connection: a broker may say something new each
    /// time.
    private static let mostTold = 5

    init(_ broker: MQTTBroker, _ clock: any GatewayClock, _ logger: Logger) {
        let address = "\(broker.host):\(broker.port)"
        state = EndpointState(id: "mqtt", kind: .mqtt, name: address)
        self.clock = clock
        var logger = logger
        logger[metadataKey: "broker"] = "\(address)"
        self.logger = logger
    }

    mutating func count(_ what: String, _ number: Int = 1) { state.count(what, number) }

    /// The connection is there. That is logged later if the one before did not last: a broker may let
    /// us in and close at once, for ever.
    mutating func noteConnected() {
        let isFirst = state.works == nil
        state.note(nil, at: clock.now)
        if isFirst || isAwayTold && !isFlapping { tellConnected() }
    }

    /// The connection has lasted for a while.
    mutating func noteGood() {
        told = []
        if isAwayTold { tellConnected() }
    }

    private mutating func tellConnected() {
        logger.notice("connected to the broker")
        isAwayTold = false
    }

    /// `isBrief`: the connection did not last, or there was none.
    mutating func note(_ loss: ConnectionLoss, isBrief: Bool, wasConnected: Bool) {
        if !isBrief { told = [] }
        isFlapping = isBrief && wasConnected
        state.note(loss.why, remedy: loss.remedy, at: clock.now)
        guard told.count < Self.mostTold, told.insert(loss.why).inserted else { return }
        isAwayTold = true
        logger.warning("no connection to the broker, tried again", metadata: metadata(loss))
    }

    private func metadata(_ loss: ConnectionLoss) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["error": "\(loss.why)"]
        if let remedy = loss.remedy { metadata["remedy"] = "\(remedy)" }
        return metadata
    }

    mutating func note(subscription filter: String, _ reason: ReasonCode) {
        let why = "the broker does not let us subscribe to \(filter.quoted): \(reason)"
        let remedy = "allow it there, or correct mqtt.positions in gateway.toml"
        state.note(why, remedy: remedy, at: clock.now)
        guard told.insert(why).inserted else { return }
        logger.warning(
            "a subscription is refused", metadata: ["error": "\(why)", "remedy": "\(remedy)"])
    }

    /// Of what is published; some brokers end the connection after it.
    mutating func noteRefused(_ topic: String, _ reason: ReasonCode) {
        state.count("refused")
        let why = "the broker does not take what is published to \(topic.quoted): \(reason)"
        guard told.count < Self.mostTold, told.insert(why).inserted else { return }
        logger.warning("a publication is refused", metadata: ["error": "\(why)"])
    }

    mutating func noteTaken(_ number: Int) {
        state.count("received", number)
        if isWaiting { logger.notice("what came from the broker is taken again") }
        isWaiting = false
    }

    mutating func noteNotTaken(_ error: any Error) {
        if isWaiting { return }
        isWaiting = true
        logger.warning(
            "what came from the broker waits there", metadata: ["error": "\("\(error)".shortened)"])
    }
}
