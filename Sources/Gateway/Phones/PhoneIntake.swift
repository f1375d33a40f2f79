package import APIClient
package import Community
import FoundationEssentials
import Geofencing
package import Logging
package import MQTT
import Posix

/// Hands what phones send over to the daemon, and counts what comes of it.
package actor PhoneIntake {
    let community: Community
    private let daemon: APIClient
    private let clock: any GatewayClock
    private let logger: Logger
    private let refused: RefusedDevices
    private let deviceIsMissing: @Sendable () -> Void
    /// Positions of one device go one request after the other.
    private let locks = KeyedLock()
    /// How many requests there are of each device.
    private var open: [String: Int] = [:]
    /// Of all phones.
    private var whole = EndpointState(id: "phones", kind: .phones, name: "phones")
    /// Of each phone that has sent something since the start.
    private var single: [String: EndpointState] = [:]

    /// Since when the daemon does not know a phone, of those that publish.
    private var missing: [String: Timestamp] = [:]
    /// When what is wrong with a phone was logged last, by the device and the reason.
    private var logged: [String: [String: Timestamp]] = [:]

    /// Seconds that others wait for a phone whose device the daemon refuses.
    private static let longestMissing = 60.0
    /// Seconds until the same is logged again.
    private static let day = 86_400.0
    /// Topics of no phone that are remembered, the latest, and that are logged since the start.
    private static let mostTopics = 100
    /// Topics of no phone that were logged.
    private var loggedTopics = 0
    /// Positions that the daemon gets together: they are below its limits of 10,000 and 1 MiB.
    private static let mostTogether = 4000
    /// Requests of one phone at a time: it sends them one by one.
    private static let mostOpen = 8

    /// `daemon`: at its control socket. `refused`: the phones that it does not get to know.
    /// `deviceIsMissing`: is called when the daemon does not know a phone, which it gets to know soon.
    package init(
        _ community: Community, daemon: APIClient, clock: any GatewayClock = SystemGatewayClock(),
        logger: Logger, refused: RefusedDevices = RefusedDevices(),
        deviceIsMissing: @escaping @Sendable () -> Void = {}
    ) {
        (self.community, self.daemon, self.clock) = (community, daemon, clock)
        (self.logger, self.refused, self.deviceIsMissing) = (logger, refused, deviceIsMissing)
    }

    nonisolated var now: Timestamp { clock.now }

    /// Returns when the daemon has all positions for good. Throws `PhoneWait` if that is not so: the
    /// same has to be sent again, which changes nothing of what the daemon has already; `PhoneGone` if
    /// the phone was removed meanwhile.
    package func take(_ message: PhoneMessage, from phone: Phone) async throws {
        guard open[phone.id, default: 0] < Self.mostOpen else {
            throw PhoneWait("\(phone.id) has sent too much at once")
        }
        open[phone.id, default: 0] += 1
        defer { open[phone.id] = open[phone.id] == 1 ? nil : open[phone.id]! - 1 }
        try await inTurn(of: phone.id) { try await push(message.positions, of: phone) }
        note(message.ignored, of: phone)
    }

    /// As `take`, of what waits at the broker with what others send: they do not wait for ever for a
    /// device that the daemon refuses for good, whose positions are given up. What is ignored is not
    /// counted yet.
    func takePublished(_ message: PhoneMessage, from phone: Phone) async throws {
        do {
            try await inTurn(of: phone.id) { try await push(message.positions, of: phone) }
            missing[phone.id] = nil
        } catch is PhoneGone {
            missing[phone.id] = nil
        } catch let error as PhoneWait where error.isMissing {
            let since = missing[phone.id] ?? now
            missing[phone.id] = since
            guard refused[phone.id] != nil, now - since > Self.longestMissing else { throw error }
            change(phone) {
                $0.count(PhoneMessage.Ignored.refused.rawValue, message.positions.count)
            }
        }
    }

    /// The phone with that token; `nil`: there is none, or it is another device.
    package func phone(_ credentials: PhoneCredentials?) async throws -> Phone? {
        if let credentials, let phone = try await community.phone(withToken: credentials.token),
            credentials.device ?? phone.id == phone.id
        {
            return phone
        }
        // A name that somebody has made up is not for the log.
        if let device = credentials?.device, try await community.owner(of: device) != nil {
            noteWrongToken(of: device)
        } else {
            noteWrongToken(of: nil)
        }
        return nil
    }

    // MARK: The daemon

    /// Runs `body` while nothing of a device is on its way to the daemon.
    nonisolated func inTurn(
        of device: String, _ body: () async throws -> Void
    ) async throws {
        try await locks.take(device, body)
    }

    private func push(_ positions: [PhonePosition], of phone: Phone) async throws {
        // A body may come long after its token was looked at. Positions of a phone that was removed
        // would have the daemon begin its device anew.
        guard try await community.owner(of: phone.id) != nil else { throw PhoneGone() }
        // Cut by time, since the daemon sorts each request by itself.
        let sorted = positions.sorted { $0.time < $1.time }
        for start in stride(from: 0, to: sorted.count, by: Self.mostTogether) {
            try await push(sorted[start...].prefix(Self.mostTogether), of: phone)
        }
    }

    private func push(_ positions: ArraySlice<PhonePosition>, of phone: Phone) async throws {
        let body = "[\(positions.map(\.json).joined(separator: ","))]"
        do {
            let reply = try await daemon.send(
                .post, "/v1/devices/\(phone.id)/positions", body: Array(body.utf8))
            note(try JSONDecoder().decode(Verdict.self, from: Data(reply.body)), of: phone)
        } catch APIError.refused(let refusal) where refusal.isForGood && !refusal.isOfDevice {
            guard positions.count > 1 else { return note(refusal, of: phone) }
            // One of them: the others count.
            let half = positions.count / 2
            try await push(positions.prefix(half), of: phone)
            try await push(positions.dropFirst(half), of: phone)
        } catch let error where !(error is CancellationError) {
            var isMissing = false
            if case APIError.refused(let refusal) = error { isMissing = refusal.isOfDevice }
            if isMissing { deviceIsMissing() }
            if isMissing, let why = refused[phone.id] {
                complain(of: phone, "geofenced refuses its device: \(why)", about: "device")
            } else {
                noteAll("\(error)", remedy: "geofencectl doctor says what to do")
            }
            throw PhoneWait("\(error)", isMissing: isMissing)
        }
    }

    /// What the daemon says of positions.
    private struct Verdict: Decodable {
        var accepted: Int
        var dropped: [String: Int]
    }

    // MARK: How it goes

    /// Of all phones, and of each that has sent something since the start.
    package var states: [EndpointState] {
        get async {
            // While nobody can be looked up, no phone is shown by itself.
            let phones = (try? await community.phones(by: .machine)) ?? []
            let owned = Set(phones.compactMap(\.topic))
            if let topics = whole.topics?.filter({ !owned.contains($0) }) {
                whole.topics = topics.isEmpty ? nil : topics
            }
            // What is known of a phone that was removed is not shown.
            return [whole]
                + phones.compactMap { phone in
                    guard var state = single[phone.id] else { return nil }
                    (state.name, state.person) = (phone.name, phone.owner.rawValue)
                    return state
                }
        }
    }

    private func note(_ verdict: Verdict, of phone: Phone) {
        noteAll(nil)
        change(phone) { state in
            state.note(nil, at: clock.now)
            state.count("taken", verdict.accepted)
            for (reason, count) in verdict.dropped { state.count("dropped_\(reason)", count) }
        }
    }

    /// `saysPosition`: it may be that of a phone that was not added yet.
    func note(unknownTopic topic: String, saysPosition: Bool) {
        whole.count("unknown_topic")
        guard saysPosition, topic.utf8.count <= 256 else { return }
        let others = (whole.topics ?? []).filter { $0 != topic }
        let isNew = others.count == whole.topics?.count ?? 0
        whole.topics = others.suffix(Self.mostTopics - 1) + [topic]
        guard isNew, loggedTopics < Self.mostTopics else { return }
        loggedTopics += 1
        logger.notice(
            "a phone publishes to a topic of no phone: add it, or leave it",
            metadata: ["topic": "\(topic.shortened.visible)"])
    }

    func note(_ ignored: [PhoneMessage.Ignored: Int], of phone: Phone) {
        change(phone) { state in
            for (reason, count) in ignored { state.count(reason.rawValue, count) }
            // The app is alive.
            if ignored[.noPosition] != nil, state.works == nil { state.note(nil, at: clock.now) }
            state.heard = clock.now
        }
        for reason in PhoneMessage.Ignored.allCases where ignored[reason] != nil {
            guard let (error, remedy) = reason.complaint(of: phone.id) else { continue }
            complain(of: phone, error, remedy, about: reason.rawValue)
        }
    }

    private func note(_ refusal: RefusedRequest, of phone: Phone) {
        let reason = PhoneMessage.Ignored.refused.rawValue
        change(phone) { $0.count(reason) }
        complain(of: phone, "the daemon refuses a position: \(refusal)", about: reason)
    }

    /// Says what the owner of a phone has to know. `reason`: once in a while, each is logged.
    private func complain(
        of phone: Phone, _ error: String, _ remedy: String? = nil, about reason: String
    ) {
        change(phone) { $0.note(error, remedy: remedy, at: clock.now) }
        guard isNews(reason, of: phone.id) else { return }
        var metadata: Logger.Metadata = ["phone": "\(phone.id)", "error": "\(error)"]
        if let remedy { metadata["remedy"] = "\(remedy)" }
        logger.warning("what a phone sends is not taken", metadata: metadata)
    }

    /// `device`: that of a phone here, if the app has named one.
    private func noteWrongToken(of device: String?) {
        let error = "somebody has sent a wrong token" + (device.map { " for \($0)" } ?? "")
        let remedy =
            device.map { "set the app up again: geofencectl phones token \($0) says how" }
            ?? "set up again the app of the phone that is silent: the page says when each was seen"
        whole.count("wrong_token")
        (whole.error, whole.remedy, whole.failed) = (error, remedy, now)
        guard isNews("wrong_token", of: device ?? "") else { return }
        logger.warning(
            "a phone is not let in", metadata: ["error": "\(error)", "remedy": "\(remedy)"])
    }

    /// Whether it was not logged of that phone for a day.
    private func isNews(_ reason: String, of device: String) -> Bool {
        if let last = logged[device]?[reason], now - last < Self.day { return false }
        logged[device, default: [:]][reason] = now
        return true
    }

    private func noteAll(_ error: String?, remedy: String? = nil) {
        let before = whole.works
        whole.note(error, remedy: remedy, at: clock.now)
        if let error, before != false {
            logger.warning("positions of phones wait", metadata: ["error": "\(error)"])
        } else if error == nil, before == false {
            logger.notice("positions of phones are taken again")
        }
    }

    /// Changes the state of a phone, and counts the same for all.
    private func change(_ phone: Phone, _ body: (inout EndpointState) -> Void) {
        var state =
            single[phone.id]
            ?? EndpointState(
                id: "phones/\(phone.id)", kind: .phones, name: phone.name,
                person: phone.owner.rawValue)
        let before = state.counts
        body(&state)
        single[phone.id] = state
        for (what, count) in state.counts { whole.count(what, count - (before[what] ?? 0)) }
    }
}

extension PhoneMessage.Ignored {
    /// What the owner has to know, and to do; `nil`: nothing is wrong.
    fileprivate func complaint(of device: String) -> (error: String, remedy: String)? {
        switch self {
        case .notJSON:
            (
                "what it sends is neither JSON nor a form",
                "set its app up again: geofencectl phones token \(device) says how"
            )
        case .encrypted:
            (
                "it encrypts its positions, so that nobody can read them here",
                "empty the encryption key in OwnTracks: TLS protects them on their way"
            )
        case .wrongPosition:
            (
                "a position has no coordinate or no time, or one that is out of range",
                "let the phone set its clock by itself, and update its app"
            )
        case .tooLarge:
            (
                "it sends more at once than is read: 4 MiB, and 64 KiB over MQTT",
                "let its app send fewer positions at once"
            )
        // What the daemon refuses is said with the daemon's words.
        case .noPosition, .noTime, .refused: nil
        }
    }
}

/// The phone was removed.
struct PhoneGone: Error {}

/// Why positions are not taken now, though they will be.
package struct PhoneWait: Error, CustomStringConvertible {
    package var description: String
    /// Whether the daemon does not know the device, or has no room for it.
    var isMissing: Bool

    init(_ description: String, isMissing: Bool = false) {
        (self.description, self.isMissing) = (description, isMissing)
    }
}

extension RefusedRequest {
    /// Whether it is for the device, whatever its positions say: it is not known, or cannot become so.
    fileprivate var isOfDevice: Bool { [404, 409].contains(status) }
}
