import APIClient
import FoundationEssentials
import Posix
import Synchronization
import TestSupport
import Testing

extension SystemTests {
    /// The gateway is killed while members put things on the list, write bills, plan, and offer deals.
    struct GroupKillTests {
        private static let rounds = killRounds(usually: 6)

        @Test(arguments: [17 as UInt64])
        func `killed while members add things, it has each of them once`(seed: UInt64) async throws
        {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await addThings(gateway, seed)
            }
        }

        private func addThings(_ gateway: Gateway, _ seed: UInt64) async throws {
            try await gateway.run { _ in
                for arguments in [
                    ["people", "add", "Anna"],
                    ["groups", "add", "household", "Home", "--admin", "anna"],
                    ["groups", "add", "organisation", "Acme", "--admin", "anna"],
                ] {
                    let added = try await run(
                        .geofencectl, arguments + ["--gateway-socket", gateway.socket])
                    #expect(added.status == 0, "\(added.errors)")
                }
            }
            let members = (0..<3).map { Adding(gateway.socket, $0, count: Self.rounds * 4) }
            defer { for member in members { member.stop() } }
            async let adding: Void = withThrowingTaskGroup(of: Void.self) { group in
                for member in members { group.addTask { try await member.run() } }
                try await group.waitForAll()
            }
            func done() -> Int { members.map(\.answered.count).reduce(0, +) }
            let total = members.map(\.count).reduce(0, +)
            let busy = try await kill(
                gateway.file, of: .gateway, rounds: Self.rounds, during: total,
                progress: { done() }, seed: seed)
            try await gateway.run { _ in
                try await eventually(done(), within: longestRun) { $0 == total }
                for (path, list, text) in [
                    ("home/things", "things", "text"), ("home/bills?limit=1000", "bills", "what"),
                    ("home/events", "events", "what"), ("acme/deals", "deals", "name"),
                ] {
                    let found = try await shell(
                        "curl -sS --unix-socket \(gateway.socket) 'http://localhost/api/groups/\(path)'"
                    )
                    let names =
                        (try JSONDecoder().decode(AnyJSON.self, from: Data(found.output.utf8))[
                            list]?.elements ?? [])
                        .compactMap { $0[text]?.string }
                    let made = members.flatMap { $0.names(of: list) }
                    #expect(names.sorted() == made.sorted(), "\(list)")
                }
            }
            try await adding
            #expect(busy > Self.rounds / 4)
            // Else nothing is proven.
            #expect(members.map(\.repetitions.count).reduce(0, +) > 0)
        }
    }
}

/// A member who adds one thing after another, each until it is answered.
private final class Adding: Sendable {
    let count: Int
    private let number: Int
    private let socket: String
    let answered = Counter()
    /// How often there was no answer.
    let repetitions = Counter()

    final class Counter: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock(\.self) }
        func add() { value.withLock { $0 += 1 } }
    }

    private let isOver = Mutex(false)

    func stop() { isOver.withLock { $0 = true } }

    init(_ socket: String, _ number: Int, count: Int) {
        (self.socket, self.number, self.count) = (socket, number, count)
    }

    private static let lists = ["things", "bills", "events", "deals"]

    func names(of list: String) -> [String] {
        (0..<count).filter { Self.list(of: $0) == list }.map { "\(number)-\($0)" }
    }

    private static func list(of thing: Int) -> String { lists[thing % lists.count] }

    private func body(_ thing: Int) -> String {
        let name = "\(number)-\(thing)"
        let rest =
            switch Self.list(of: thing) {
            case "things": #""text": "\#(name)""#
            case "bills": #""what": "\#(name)", "amount": 100"#
            case "deals":
                """
                "name": "\(name)", "category": "food", "lat": 52, "lon": 4, \
                "ends": "2099-01-01T00:00:00Z"
                """
            default:
                #""what": "\#(name)", "all_day": true, "start": "2026-11-24", "end": "2026-11-24""#
            }
        return "{\(rest), \"key\": \"\(name)\"}"
    }

    func run() async throws {
        for thing in 0..<count {
            let list = Self.list(of: thing)
            while true {
                if isOver.withLock(\.self) { return }
                let sent = try await shell(
                    """
                    curl -sS -m 20 -o /dev/null -w '%{http_code}' --unix-socket \(socket) \
                        -H 'Geofenced-Person: anna' -H 'Content-Type: application/json' \
                        -d '\(body(thing))' http://localhost/api/groups/\(list == "deals" ? "acme" : "home")/\(list)
                    """)
                // 200: the daemon had it, and the gateway was killed before it said so.
                if sent.output == "201" || list == "deals" && sent.output == "200" { break }
                #expect(sent.output == "000", "\(sent.output)")
                repetitions.add()
            }
            answered.add()
        }
    }
}
