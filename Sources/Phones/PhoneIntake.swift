package import APIClient
package import Community
import FoundationEssentials
package import Logging
package import Ways

/// Hands what phones send over to the daemon, and counts what comes of it.
package actor PhoneIntake {
    private let community: Community
    private let daemon: APIClient
    private let clock: any WayClock
    private let logger: Logger
    private let deviceIsMissing: @Sendable () -> Void
    /// Positions of one device go one request after the other.
    private let turns = Turns()
    /// How many requests there are of each device.
    private var open: [String: Int] = [:]
    /// Of all phones.
    private var whole = WayState(id: "phones", kind: .phones, name: "phones")
    /// Of each phone that has sent something since the start.
    private var single: [String: WayState] = [:]

    /// Positions that the daemon gets together: they are below its limits of 10,000 and 1 MiB.
    private static let mostTogether = 4000
    /// Requests of one phone at a time: it sends them one by one.
    private static let mostOpen = 8

    /// `daemon`: at its control socket. `deviceIsMissing`: is called when the daemon does not know a
    /// phone, which it gets to know soon.
    package init(
        _ community: Community, daemon: APIClient, clock: any WayClock = SystemWayClock(),
        logger: Logger, deviceIsMissing: @escaping @Sendable () -> Void = {}
    ) {
        (self.community, self.daemon, self.clock) = (community, daemon, clock)
        (self.logger, self.deviceIsMissing) = (logger, deviceIsMissing)
    }

    nonisolated var now: UTCTime { clock.now }

    /// Returns when the daemon has all positions for good. Throws `PhoneWait` if that is not so: the
    /// same has to be sent again, which changes nothing of what the daemon has already.
    package func take(_ message: PhoneMessage, from phone: Phone) async throws {
        guard open[phone.id, default: 0] < Self.mostOpen else {
            throw PhoneWait("\(phone.id) has sent too much at once")
        }
        open[phone.id, default: 0] += 1
        defer { open[phone.id] = open[phone.id] == 1 ? nil : open[phone.id]! - 1 }
        try await turns.take(phone.id) { try await push(message.positions, of: phone) }
        note(message.ignored, of: phone)
    }

    /// The phone with that token; `nil`: there is none, or it is another device.
    package func phone(_ credentials: PhoneCredentials?) async throws -> Phone? {
        if let credentials, let phone = try await community.phone(withToken: credentials.token),
            credentials.device ?? phone.id == phone.id
        {
            return phone
        }
        whole.count("wrong_token")
        whole.error = "somebody has sent a wrong token"
        whole.failed = now
        return nil
    }

    // MARK: The daemon

    private func push(_ positions: [PhonePosition], of phone: Phone) async throws {
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
        } catch APIError.refused(let refusal) where refusal.isForGood {
            guard positions.count > 1 else { return note(refusal, of: phone) }
            // One of them: the others count.
            let half = positions.count / 2
            try await push(positions.prefix(half), of: phone)
            try await push(positions.dropFirst(half), of: phone)
        } catch let error where !(error is CancellationError) {
            if case APIError.refused(let refusal) = error, refusal.status == 404 {
                deviceIsMissing()
            }
            noteAll("\(error)", remedy: "geofencectl doctor says what to do")
            throw PhoneWait("\(error)")
        }
    }

    /// What the daemon says of positions.
    private struct Verdict: Decodable {
        var accepted: Int
        var dropped: [String: Int]
    }

    // MARK: How it goes

    /// Of all phones, and of each that has sent something since the start.
    package var states: [WayState] {
        get async throws {
            let phones = try await community.phones(by: .machine)
            // What is known of a phone that was removed is not shown.
            let ids = Set(phones.map(\.id))
            single = single.filter { ids.contains($0.key) }
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

    private func note(_ ignored: [PhoneMessage.Ignored: Int], of phone: Phone) {
        change(phone) { state in
            for (reason, count) in ignored { state.count(reason.rawValue, count) }
        }
        if ignored[.encrypted] != nil { complain(Self.encrypted, of: phone) }
    }

    private func note(_ refusal: RefusedRequest, of phone: Phone) {
        change(phone) { $0.count(PhoneMessage.Ignored.refused.rawValue) }
        complain(("the daemon refuses a position: \(refusal)", nil), of: phone)
    }

    private static let encrypted = (
        "it encrypts its positions, so that nobody can read them here",
        "empty the encryption key in OwnTracks: TLS protects them on their way"
    )

    /// Logs once in a while what the owner of a phone has to know.
    private func complain(_ words: (error: String, remedy: String?), of phone: Phone) {
        let before = single[phone.id]
        change(phone) { $0.note(words.error, remedy: words.remedy, at: clock.now) }
        if before?.works == false, before?.error == words.error { return }
        logger.warning(
            "what a phone sends is not taken",
            metadata: ["phone": "\(phone.id)", "error": "\(words.error)"])
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
    private func change(_ phone: Phone, _ body: (inout WayState) -> Void) {
        var state =
            single[phone.id]
            ?? WayState(
                id: "phones/\(phone.id)", kind: .phones, name: phone.name,
                person: phone.owner.rawValue)
        let before = state.counts
        body(&state)
        single[phone.id] = state
        for (what, count) in state.counts { whole.count(what, count - (before[what] ?? 0)) }
    }
}

/// Why positions are not taken now, though they will be.
package struct PhoneWait: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) { self.description = description }
}

extension RefusedRequest {
    /// Whether the same would be refused again. A device that is not known becomes so soon.
    fileprivate var isForGood: Bool {
        (400..<500).contains(status) && ![404, 408, 429].contains(status)
    }
}
