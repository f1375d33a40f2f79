import APIClient
import FoundationEssentials
import Geofencing
import Glibc
import Posix
import SQLite
import Subprocess
import TestSupport
import Testing

/// What an earlier version has left behind.
extension SystemTests {
    struct EarlierStateTests {
        fileprivate let workshop = Workshop()

        /// `state-0.1.0.sql` is what the daemon of 0.1.0 had written when it had read the first 1400
        /// lines of the walk, and stood in a favourite and a deal.
        private func leaveState() throws {
            mkdir(workshop.state, 0o700)
            let database = try Connection(
                path: "\(workshop.state)/notifications.sqlite", mode: .create)
            let sql = "\(Repository.root)/Tests/SystemTests/Files/state-0.1.0.sql"
            try database.execute(try text(of: sql))
            try workshop.write(
                "state/notifications.last",
                "q237ugbf 00000000000000000007                                  \n")
            try workshop.write("walk.nmea", try text(of: Repository.walk))
        }

        @Test func `the state of version 0.1.0 is gone on with: no second enter, no lost stay`()
            async throws
        {
            try leaveState()
            let file = try workshop.configure(source: "nmea:walk.nmea", atEnd: "exit")
            let finished = try await shell("cd \(workshop.path) && geofenced --config \(file)")
            #expect(finished.status == 0)
            #expect(finished.errors.has("going on in the trace reports=467"))
            let store = try Connection(
                path: "\(workshop.state)/notifications.sqlite", mode: .readOnly)
            let told = try store.rows("SELECT line FROM notice ORDER BY sequence") {
                $0.text(0) ?? ""
            }
            let replayed = try await replayed(Repository.walk, regions: Repository.walkRegions)
            #expect(told.count == 17)
            #expect(outline(told) == outline(replayed))
            #expect(told[6].contains(#""id":"q237ugbf-00000000000000000007""#))
            #expect(told[7].contains(#""id":"q237ugbf-00000000000000000008""#))
        }
    }
}

extension SystemTests.EarlierStateTests {
    /// What both programs answered of what they kept: `scripts/make-state` has written it.
    private struct Answer: Decodable {
        /// `control`, `gateway` or `token`.
        var at: String
        var person: String?
        var path: String
        var text: AnyJSON

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            at = try parts.decode(String.self)
            person = try parts.decodeIfPresent(String.self)
            path = try parts.decode(String.self)
            text = try parts.decode(AnyJSON.self)
        }
    }

    /// What comes and goes by itself, as the days pass.
    private static let passing: Set = [
        "inside", "fix", "accepted", "dropped", "distance", "version",
    ]
    private static let passingPaths: Set = ["/v1/deals"]

    @Test(arguments: ["0.1.0"])
    func `what a household and a bakery had kept is all there`(version: String) async throws {
        let archive = "\(Repository.root)/Tests/SystemTests/Files/States/\(version).tar.gz"
        let unpacked = try await shell(
            """
            cd \(workshop.path) && tar xzf \(archive) --no-same-owner &&
                mv daemon state && mv gateway gateway-state
            """)
        #expect(unpacked.status == 0, "\(unpacked)")
        let file = try workshop.configure(
            source: "gpsd:127.0.0.1:1", more: "[device]\nid = \"annas-phone\"")
        let gateway = try await Gateway(in: workshop)
        let answers = try JSONDecoder().decode(
            [Answer].self, from: Data(text(of: workshop.file("answers.json")).utf8))
        #expect(answers.count > 50)
        try await with(.geofenced, ["--config", file]) { daemon in
            _ = try await daemon.message(with: "listening")
            try await gateway.run { _ in
                for answer in answers where !Self.passingPaths.contains(answer.path) {
                    try await check(answer, gateway)
                }
                let picture = try await shell(
                    "curl -sS --unix-socket \(gateway.socket) -H 'Geofenced-Person: ben' "
                        + "http://x/api/deals/1/picture | file -")
                #expect(picture.output.has("JPEG image data"), "\(picture)")
                let map = try await shell(
                    "curl -sS --unix-socket \(gateway.socket) http://x/api/basemap")
                #expect(map.output.has("Meeuwhaven"), "\(map)")
            }
            let listener = try Listener(
                workshop, asks: text(of: workshop.file("cursor")).trimmed)
            #expect(try await listener.lines(1)[0].has(#""log":"rdvvnptr""#))
            try daemon.send(.terminate)
        }
    }

    private func check(_ answer: Answer, _ gateway: Gateway) async throws {
        if answer.at == "token" {
            let sent = try await gateway.curl(
                "/owntracks",
                #"-u \#(answer.person!):\#(answer.path) --json '{"_type":"lwt"}' -o /dev/null -w '%{http_code}'"#
            )
            #expect(sent.output == "200", "the token of \(answer.person!): \(sent)")
            return
        }
        let socket = answer.at == "control" ? workshop.control : gateway.socket
        let person = answer.person.map { "-H 'Geofenced-Person: \($0)'" } ?? ""
        let reply = try await shell(
            "curl -sS --unix-socket \(socket) \(person) 'http://x\(answer.path)'")
        let now = try JSONDecoder().decode(AnyJSON.self, from: Data(reply.output.utf8))
        #expect(
            Self.lost(answer.text, now) == [], "\(answer.path) of \(answer.person ?? "nobody")")
    }

    /// Where something that was said before is said otherwise, or no more. New members are no loss.
    private static func lost(_ before: AnyJSON, _ now: AnyJSON, at place: String = "") -> [String] {
        switch (before, now) {
        case (.object(let old), .object(let new)):
            old.filter { !passing.contains($0.key) }.flatMap { name, value in
                lost(value, new[name] ?? .null, at: "\(place).\(name)")
            }
        case (.array(let old), .array(let new)) where old.count == new.count:
            old.indices.flatMap { lost(old[$0], new[$0], at: "\(place)[\($0)]") }
        default: before == now ? [] : ["\(place): \(before) is \(now)"]
        }
    }
}
