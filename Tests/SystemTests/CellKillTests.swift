import Glibc
import Posix
import Synchronization
import TestSupport
import Testing

extension SystemTests {
    /// The daemon is killed while cells are replaced, small ones in the file in use and large ones
    /// aside.
    struct CellKillTests {
        private let workshop = Workshop()
        private static let rounds = killRounds(usually: 6)

        private static func collection(_ name: String, _ count: Int) -> String {
            let features = (0..<count).map {
                #"{"type":"Feature","id":\#($0),"properties":{"name":"\#(name)","amenity":"pub"},"#
                    + #""geometry":{"type":"Point","coordinates":[4.8928,52.3731]}}"#
            }
            return
                #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        }

        /// How many places of each name the daemon finds.
        private func places() async throws -> [String: Int] {
            let answer = try await ControlClient(workshop).get(
                "/v1/places?category=amenity=pub&near=52.3731,4.8926&limit=1000")
            var counts: [String: Int] = [:]
            for part in answer.split(separator: #""name":""#).dropFirst() {
                counts[String(part.prefix { $0 != "\"" }), default: 0] += 1
            }
            return counts
        }

        @Test(arguments: [(40, 3 as UInt64), (1500, 4)])
        func `killed while a cell is replaced, it has the old places or the new, never both`(
            size: Int, seed: UInt64
        ) async throws {
            var random = SplitMix64(seed: seed)
            let file = try workshop.configure()
            let sender = CellSender(workshop, ["A", "B"].map { Self.collection($0, size) })
            try await withDaemon(workshop) { _ in
                try await eventually(sender.answered) { $0 > 2 }
                let own = try await run(
                    .geofencectl,
                    [
                        "places", "add", "--name", "Home", "--at", "52.3731,4.8926", "--category",
                        "amenity=pub",
                        "--socket", workshop.control,
                    ])
                #expect(own.status == 0)
            }
            for _ in 0..<Self.rounds {
                let (before, more) = (sender.answered, Int.random(in: 0...60, using: &random))
                var start: Int?
                try await kill(file) { writes in
                    guard sender.answered > before else { return writes == .max }
                    start = start ?? writes
                    return writes >= start! + more
                }
            }
            sender.stop()
            try await eventually { sender.hasEnded }
            try await withDaemon(workshop) { _ in
                let found = try await places()
                #expect(found["Home"] == 1)
                let counts = found.filter { $0.key != "Home" }.values.map { $0 }
                #expect(counts == [min(size, 999)], "\(found)")
                // SQLite keeps a journal in which nothing is for the next change.
                let left = names(inDirectory: workshop.state).filter {
                    $0.hasPrefix("places.sqlite-import") && !$0.hasSuffix("-journal")
                }
                #expect(left.count == 1, "\(left)")
            }
            #expect(sender.faults == [])
        }
    }
}

/// Replaces a cell by one collection after another, and again where no answer came.
private final class CellSender: Sendable {
    private let path: String
    private let state = Mutex(
        (answered: 0, faults: [String](), isStopped: false, hasEnded: false))

    init(_ workshop: Workshop, _ collections: [String]) {
        path = workshop.control
        let requests = collections.map {
            Array(
                ("PUT /v1/places/cells/pubs/1047_97 HTTP/1.1\r\nHost: x\r\n"
                    + "Content-Length: \($0.utf8.count)\r\n\r\n\($0)").utf8)
        }
        onOwnThread { [self] in
            var connection: BlockingConnection?
            while !state.withLock(\.isStopped) {
                let request = requests[answered % requests.count]
                guard let answer = connection?.answer(to: request) else {
                    usleep(500)
                    connection = BlockingConnection(path)
                    continue
                }
                state.withLock { state in
                    // A daemon that is ended kindly calls off what is under way.
                    if answer.hasPrefix("HTTP/1.1 503") { return }
                    state.answered += 1
                    if !answer.hasPrefix("HTTP/1.1 200") { state.faults.append(answer) }
                }
            }
            state.withLock { $0.hasEnded = true }
        }
    }

    /// Nothing comes any more.
    var hasEnded: Bool { state.withLock(\.hasEnded) }
    var answered: Int { state.withLock(\.answered) }
    var faults: [String] { state.withLock(\.faults) }

    func stop() { state.withLock { $0.isStopped = true } }
}
