import FoundationEssentials
import Geofencing
import Glibc
import Posix
import Synchronization
import TestSupport

/// Phones on their way. What is not acknowledged is sent again, as the apps do, however long the other
/// side is away.
final class PhoneFleet: Sendable {
    /// How a phone says where it is.
    enum App: CaseIterable {
        /// OwnTracks over HTTP: a position a request.
        case ownTracks
        /// Overland: many positions a request.
        case overland
        /// OwnTracks over MQTT.
        case mqtt
    }

    struct Traveller {
        var phone: GatewayPhone
        var app: App
        /// What it sends at once.
        var batches: [[Fix]]
        /// Whether it has no network for the first half of the time.
        var isLate = false
    }

    /// How many requests are to be acknowledged; what is published at once counts as one.
    let count: Int
    private let gatewayPort: Int
    private let brokerPort: Int
    /// How many of them set the pace.
    private let pacing: Int
    private let state = Mutex(State())

    private struct State {
        var done = 0
        var pacingDone = 0
        var repetitions = 0
        /// What should not have happened.
        var faults: [String] = []
        var hasBegun = false
        var isStopped = false
    }

    /// Nothing is sent until `begin`.
    init(_ gateway: Gateway, brokerPort: Int, _ travellers: [Traveller]) {
        (gatewayPort, self.brokerPort) = (gateway.port, brokerPort)
        count = travellers.reduce(0) { $0 + $1.batches.count }
        pacing = travellers.filter(\.setsPace).reduce(0) { $0 + $1.batches.count }
        for traveller in travellers { onOwnThread { [self] in travel(traveller) } }
    }

    var done: Int { state.withLock(\.done) }
    /// How often something was sent again.
    var repetitions: Int { state.withLock(\.repetitions) }
    var faults: [String] { state.withLock(\.faults) }

    func begin() { state.withLock { $0.hasBegun = true } }

    func stop() { state.withLock { $0.isStopped = true } }

    private var isStopped: Bool { state.withLock(\.isStopped) }

    private func travel(_ traveller: Traveller) {
        while !state.withLock({ $0.hasBegun || $0.isStopped }) { usleep(1000) }
        var http: BlockingConnection?
        var publisher: BlockingPublisher?
        for (index, batch) in traveller.batches.enumerated() {
            if !traveller.setsPace {
                let share = Double(index) / Double(traveller.batches.count)
                wait(for: traveller.isLate ? 0.5 : share)
            }
            if traveller.app == .mqtt {
                publish(batch, traveller.phone, &publisher)
            } else {
                push(traveller.request(batch), &http)
            }
            if isStopped { return }
            state.withLock {
                $0.done += 1
                if traveller.setsPace { $0.pacingDone += 1 }
            }
        }
    }

    /// Returns when the phones that set the pace have sent so much, 0…1.
    private func wait(for share: Double) {
        while !isStopped, Double(state.withLock(\.pacingDone)) < share * Double(pacing) {
            usleep(1000)
        }
    }

    private func push(_ request: [UInt8], _ connection: inout BlockingConnection?) {
        while !isStopped {
            let answer = connection?.answer(to: request)
            switch answer?.between("HTTP/1.1 ", " ") {
            case "200": return
            // The daemon is away.
            case "503": usleep(5000)
            // So is the gateway, or it was never there.
            case nil:
                usleep(500)
                let isAgain = connection != nil
                connection = BlockingConnection(port: gatewayPort)
                if !isAgain { continue }
            default: return state.withLock { $0.faults.append(answer ?? "") }
            }
            state.withLock { $0.repetitions += 1 }
        }
    }

    private func publish(
        _ batch: [Fix], _ phone: GatewayPhone, _ publisher: inout BlockingPublisher?
    ) {
        var rest = batch.map(\.ownTracks)[...]
        while !isStopped {
            let isAgain = publisher != nil
            rest = rest.dropFirst(publisher?.publish(rest, to: phone.topic) ?? 0)
            if rest.isEmpty { return }
            if isAgain { state.withLock { $0.repetitions += 1 } }
            usleep(500)
            publisher = BlockingPublisher(port: brokerPort, clientID: phone.id)
        }
    }
}

extension PhoneFleet.Traveller {
    /// Whether the others go as fast as it comes on.
    fileprivate var setsPace: Bool { app == .ownTracks }

    fileprivate func request(_ batch: [Fix]) -> [UInt8] {
        let account = Data("\(phone.id):\(phone.token)".utf8).base64EncodedString()
        let (path, credentials, body) =
            app == .overland
            ? ("/overland", "Bearer \(phone.token)", batch.overland)
            : (
                "/owntracks", "Basic \(account)",
                "[\(batch.map(\.ownTracks).joined(separator: ","))]"
            )
        return Array(
            """
            POST \(path) HTTP/1.1\r
            Host: localhost\r
            Authorization: \(credentials)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """.utf8)
    }
}

extension Fix {
    /// As OwnTracks says it.
    var ownTracks: String {
        #"{"_type":"location","tst":\#(Double(time.milliseconds) / 1000),"#
            + #""lat":\#(coordinate.latitude),"lon":\#(coordinate.longitude),"acc":8}"#
    }
}

extension [Fix] {
    /// As Overland says them.
    fileprivate var overland: String {
        let features = map { fix in
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":["#
                + "\(fix.coordinate.longitude),\(fix.coordinate.latitude)]},"
                + #""properties":{"timestamp":"\#(fix.time)","horizontal_accuracy":8}}"#
        }
        return #"{"locations":[\#(features.joined(separator: ","))]}"#
    }
}
