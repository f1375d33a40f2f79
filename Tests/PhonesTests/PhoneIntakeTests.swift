import APIClient
import Community
import Geofencing
import MQTT
import Synchronization
import TestSupport
import Testing

@testable import Phones

/// What becomes of positions between phones and the daemon.
@Suite(.timeLimit(.minutes(10))) struct PhoneIntakeTests {
    private let folder = TemporaryFolder()
    private let clock = TestClock()
    private let community: Community
    private let daemon: PhoneDaemon
    private let intake: PhoneIntake
    private let (one, two): (Phone, Phone)
    private let missing = Missing()
    private let refused = RefusedDevices()
    private let log = LogLines()

    init() async throws {
        community = try Community(in: folder.path, now: { 1_777_636_811 }, uptime: { 1 })
        let owner = try await community.addPerson(name: "Anna", by: .machine).person.id
        one = try await community.addPhone(
            device: "one", name: "One", topic: "owntracks/a/one", owner: owner, by: .machine
        ).phone
        two = try await community.addPhone(
            device: "two", name: "Two", topic: "owntracks/a/two", owner: owner, by: .machine
        ).phone
        daemon = try PhoneDaemon(in: folder)
        intake = PhoneIntake(
            community, daemon: APIClient(at: daemon.path, timeout: .seconds(patience)),
            clock: clock,
            logger: log.logger,
            refused: refused, deviceIsMissing: { [missing] in missing.count.withLock { $0 += 1 } })
    }

    private final class Missing: Sendable {
        let count = Mutex(0)
    }

    private final class TestClock: GatewayClock {
        private let time = Mutex<Int64>(1_777_636_811_000)

        var now: Timestamp { Timestamp(milliseconds: time.withLock(\.self)) }

        func pass(_ seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
        func sleep(seconds: Double) async throws {}
        func jitter() -> Double { 1 }
    }

    /// Positions whose latitude is their number of thousandths.
    private func message(_ numbers: some Sequence<Int>) -> PhoneMessage {
        var message = PhoneMessage()
        message.positions = numbers.map { number in
            PhonePosition(
                time: Timestamp(milliseconds: 1_777_636_811_000 + Int64(number) * 1000),
                latitude: Double(number) / 1000, longitude: 1)!
        }
        return message
    }

    private func state(_ id: String) async throws -> EndpointState {
        try #require(await intake.states.first { $0.id == id })
    }

    @Test func `what is refused in a batch is set aside alone, and the rest keeps its order`()
        async throws
    {
        daemon.answers { body in
            if body.contains(#""lat":0.013,"#) || body.contains(#""lat":0.07,"#) {
                return (400, #"{"status":400,"detail":"not this one"}"#)
            }
            return PhoneDaemon.taken(body.numbers.count)
        }
        try await intake.take(message(1...100), from: one)
        let taken = daemon.bodies.map(\.numbers).filter { !$0.contains(13) && !$0.contains(70) }
        #expect(taken.flatMap(\.self) == (1...100).filter { $0 != 13 && $0 != 70 })
        // Each of the two costs less than two requests for each time that 100 can be halved.
        #expect(daemon.bodies.count <= 2 * 2 * 7 + 1)
        let state = try await state("phones/one")
        #expect(state.counts == ["taken": 98, "refused": 2])
        #expect(state.error?.contains("not this one") == true)
        #expect(try await self.state("phones").counts == state.counts)
    }

    @Test func `many positions are cut by their times`() async throws {
        daemon.answers { PhoneDaemon.taken($0.numbers.count) }
        try await intake.take(message((1...9000).reversed()), from: one)
        #expect(daemon.bodies.map(\.numbers.count) == [4000, 4000, 1000])
        #expect(daemon.bodies.flatMap(\.numbers) == Array(1...9000))
        #expect(try await state("phones/one").counts == ["taken": 9000])
    }

    @Test func `a phone's requests go one after the other, and the others do not wait`()
        async throws
    {
        daemon.hold(true)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...9 {
                group.addTask { try await isTaken(message([number]), from: one) }
            }
            group.addTask { try await isTaken(message([1]), from: two) }
            // Who sends more and more, without waiting for an answer, is told to wait.
            #expect(try await group.next() == false)
            try await eventually(daemon.bodies) { $0.count == 2 }
            daemon.hold(false)
            for try await isTaken in group { #expect(isTaken) }
        }
        #expect(daemon.bodies.count == 9)
        #expect(daemon.mostOpen("one") == 1)
    }

    /// `false`: it has to come again.
    private func isTaken(_ message: PhoneMessage, from phone: Phone) async throws -> Bool {
        do {
            try await intake.take(message, from: phone)
            return true
        } catch is PhoneWait {
            return false
        }
    }

    @Test func `what comes of a phone that was removed meanwhile does not reach the daemon`()
        async throws
    {
        daemon.hold(true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await intake.take(message([1]), from: one) }
            try await eventually(daemon.bodies) { $0.count == 1 }
            try await community.removePhone(one.id, by: .machine)
            // The token was looked at before.
            for _ in 1...3 {
                group.addTask {
                    await #expect(throws: PhoneGone.self) {
                        try await intake.take(message([2]), from: one)
                    }
                }
            }
            // What forgets the device waits for what is on its way.
            group.addTask { [daemon] in
                try await intake.inTurn(of: one.id) { #expect(daemon.open("one") == 0) }
            }
            daemon.hold(false)
            try await group.waitForAll()
        }
        try await intake.receive([published("{}", by: one)])
        #expect(daemon.bodies.map(\.numbers) == [[1]])
    }

    // 409: the daemon has no room for a device that it would make by itself.
    @Test(arguments: [500, 503, 404, 408, 409, 429])
    func `what the daemon takes later is not counted, and comes again`(status: Int) async throws {
        daemon.answers { _ in (status, #"{"status":\#(status),"detail":"later"}"#) }
        var sent = message(1...3)
        sent.ignore(.encrypted)
        await #expect(throws: PhoneWait.self) { try await intake.take(sent, from: one) }
        let waiting = try await state("phones")
        #expect(waiting.works == false)
        #expect(waiting.counts == [:])
        #expect(waiting.error?.contains("later") == true)
        #expect(missing.count.withLock(\.self) == ([404, 409].contains(status) ? 1 : 0))

        daemon.answers { _ in PhoneDaemon.taken(1, dropped: #""not_later":2"#) }
        try await intake.take(sent, from: one)
        #expect(daemon.bodies[0] == daemon.bodies[1])
        let counts = ["taken": 1, "dropped_not_later": 2, "encrypted": 1]
        #expect(try await state("phones").works == true)
        #expect(try await state("phones").counts == counts)
        // Its owner has to know that some of it cannot be read.
        #expect(try await state("phones/one").works == false)
        #expect(try await state("phones/one").counts == counts)
    }

    /// Positions of two phones, the first of which the daemon does not know.
    private func batch() -> [MQTTPublication] {
        daemon.answers { body in
            body.numbers == [1]
                ? (404, #"{"status":404,"detail":"no device"}"#) : PhoneDaemon.taken(1)
        }
        return [(one, 1), (two, 2)].map { phone, number in
            published(
                #"{"_type":"location","tst":1777636811,"lat":0.00\#(number),"lon":1}"#, by: phone)
        }
    }

    private func published(_ text: String, by phone: Phone) -> MQTTPublication {
        MQTTPublication(topic: phone.topic!, payload: Array(text.utf8))
    }

    @Test func `what others publish waits a minute for a phone whose device the daemon refuses`()
        async throws
    {
        let batch = batch()
        _ = refused.replace(by: [one.id: "there are 2 devices already"])
        await #expect(throws: PhoneWait.self) { try await intake.receive(batch) }
        clock.pass(60)
        await #expect(throws: PhoneWait.self) { try await intake.receive(batch) }
        clock.pass(1)
        try await intake.receive(batch)
        #expect(try await state("phones/one").counts == ["refused": 1])
        #expect(try await state("phones/one").works == false)
        #expect(try await state("phones/two").works == true)
        #expect(
            log.all.filter { $0.contains("phone=one") } == [
                "warning: what a phone sends is not taken "
                    + "error=geofenced refuses its device: there are 2 devices already phone=one"
            ])
    }

    @Test func `nothing is given up of a phone that is not at the daemon for another reason`()
        async throws
    {
        let batch = batch()
        for _ in 0..<3 {
            await #expect(throws: PhoneWait.self) { try await intake.receive(batch) }
            clock.pass(86_400)
        }
        daemon.answers { PhoneDaemon.taken($0.numbers.count) }
        try await intake.receive(batch)
        #expect(try await state("phones/one").counts == ["taken": 1])
    }

    @Test func `what cannot be understood is said once a day for each phone and reason`()
        async throws
    {
        daemon.answers { PhoneDaemon.taken($0.numbers.count) }
        let secret = String(repeating: "x", count: 70_000)
        let texts = [
            "junk", #"{"_type":"encrypted","data":"AAAA"}"#, secret,
            #"{"_type":"location","tst":1777636811,"lat":91.25,"lon":4.5}"#, #"{"_type":"lwt"}"#,
        ]
        func send() async throws {
            for phone in [one, two] {
                for text in texts { try await intake.receive([published(text, by: phone)]) }
                try await intake.take(message([1]), from: phone)
            }
        }
        for _ in 0..<3 { try await send() }
        let errors = ["neither JSON", "encrypts", "more at once", "no coordinate or no time"]
        for phone in ["one", "two"] {
            let lines = log.all.filter { $0.contains("phone=\(phone)") }
            #expect(lines.count == errors.count, "\(lines)")
            for error in errors {
                #expect(lines.count { $0.contains(error) && $0.contains("remedy=") } == 1)
            }
        }
        #expect(log.all.allSatisfy { !$0.contains("91.25") && !$0.contains("xx") })
        clock.pass(86_400)
        try await send()
        #expect(log.all.count == 4 * errors.count)
    }

    @Test func `a wrong token is said once a day for each phone that the app names`() async throws {
        let token = Secret()
        for _ in 0..<3 {
            for device in ["one", "made-up", nil] {
                let credentials = PhoneCredentials(device: device, token: token.text)
                #expect(try await intake.phone(credentials) == nil)
            }
            #expect(try await intake.phone(nil) == nil)
        }
        let words = "warning: a phone is not let in error=somebody has sent a wrong token"
        let remedy =
            "set up again the app of the phone that is silent: the page says when each was seen"
        #expect(
            log.all == [
                "\(words) for one remedy=set the app up again: geofencectl phones token one says how",
                "\(words) remedy=\(remedy)",
            ])
        let state = try await state("phones")
        #expect(state.counts == ["wrong_token": 12])
        #expect(state.remedy == remedy)
    }

    /// What a phone says at a topic.
    private func publish(_ topics: [String]) async throws {
        let position = #"{"_type":"location","tst":1777636811,"lat":52.5,"lon":4.5}"#
        try await intake.receive(
            topics.map { MQTTPublication(topic: $0, payload: Array(position.utf8)) })
    }

    @Test func `of topics of no phone, the latest hundred are remembered`() async throws {
        try await publish((1...150).map { "owntracks/x/\($0)" })
        // It is known already, and the latest again.
        try await publish(["owntracks/x/100"])
        let topics = try #require(await state("phones").topics)
        #expect(topics.count == 100)
        #expect(topics.first == "owntracks/x/51")
        #expect(topics.suffix(2) == ["owntracks/x/150", "owntracks/x/100"])
        // The log is not filled by whoever can publish.
        #expect(log.all.count == 100)
    }

    @Test func `a topic is not one of no phone any more once a phone has it`() async throws {
        try await publish(["owntracks/a/three", "owntracks/a/four"])
        let owner = one.owner
        _ = try await community.addPhone(
            device: "three", name: "Three", topic: "owntracks/a/three", owner: owner, by: .machine)
        #expect(try await state("phones").topics == ["owntracks/a/four"])
        _ = try await community.addPhone(
            device: "four", name: "Four", topic: "owntracks/a/four", owner: owner, by: .machine)
        #expect(try await state("phones").topics == nil)
    }
}

extension String {
    /// Of the positions in a body.
    fileprivate var numbers: [Int] {
        split(separator: #""lat":"#).dropFirst().compactMap { part in
            Double(part.prefix { $0 != "," }).map { Int(($0 * 1000).rounded()) }
        }
    }
}
