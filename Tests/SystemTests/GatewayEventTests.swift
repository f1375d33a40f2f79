import APIClient
import Community
import FoundationEssentials
import Messages
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// The stream of what happens, while the programs behind it come and go.
    struct GatewayEventTests {
        @Test func `a stream that is opened again has every message once`() async throws {
            let gateway = try await Gateway()
            let workshop = gateway.workshop
            let journeys = try await Journeys(["amsterdam-walk.nmea"])
            try workshop.configure(regions: try workshop.write("r.geojson", journeys.regions))
            let batches = journeys.batches(of: 1, atMost: 100, seed: 1)[0]
            let third = batches.count / 3
            var page = OpenPage(gateway)

            try await withDaemon(workshop) { _ in
                try await gateway.run { _ in
                    try await page.settle()
                    try await page.push(batches[..<third])
                    try await page.hearAll()
                }
                // Nobody passes these on now.
                try await page.push(batches[third..<(2 * third)])
                try await gateway.run { _ in try await page.hearAll() }
            }
            // The gateway stays, and the daemon comes back.
            try await gateway.run { _ in
                try await withDaemon(workshop) { _ in
                    try await page.push(batches[(2 * third)...])
                    try await page.hearAll()
                }
            }
            #expect(page.heard.count > 3)
            #expect(page.heard == page.listed)
        }
    }
}

/// What Ann's browser hears of her phone.
private struct OpenPage {
    let gateway: Gateway
    /// The ids of messages, as they came.
    var heard: [Int] = []
    /// The ids of messages in Ann's list.
    var listed: [Int] = []
    /// The number of the last notice that the daemon has told of.
    private var told = 0
    private var cookie = ""
    private var host = ""

    init(_ gateway: Gateway) { self.gateway = gateway }

    private func ask(_ path: String, _ options: String = "") async throws -> String {
        try await shell(
            "curl -sS --unix-socket \(gateway.socket) 'http://x/api/\(path)' \(options)"
        ).output
    }

    private static let ann = "-H 'Geofenced-Person: ann'"

    /// Makes Ann, her phone and her session, and waits until the daemon knows the phone.
    mutating func settle() async throws {
        let added = try await ask("people", #"--json '{"name": "Ann"}'"#)
        let secret = try #require(added.between("/join#", "\""))
        _ = try await ask("phones", #"\#(Self.ann) --json '{"name": "Phone", "id": "d0"}'"#)
        _ = try await ask(
            "settings",
            #"\#(Self.ann) -X PATCH --json '{"transitions": ["enter", "dwell", "exit"]}'"#)
        host = try gateway.host
        let joined = try await gateway.curl(
            "/api/join", #"-i -H 'Host: \#(host)' --json '{"secret": "\#(secret)"}'"#)
        cookie = "geofenced=" + (try #require(joined.output.between("geofenced=", ";")))
        let control = gateway.workshop.control
        try await eventually(
            await shell("curl -sS --unix-socket \(control) http://x/v1/devices/d0")
        ) { $0.output.has("person/ann") }
    }

    mutating func push(_ batches: ArraySlice<String>) async throws {
        struct Answer: Decodable { var notices: [Int] }
        for batch in batches {
            let file = try gateway.workshop.write("batch.json", batch)
            let pushed = try await shell(
                "curl -sS --unix-socket \(gateway.workshop.control) "
                    + "http://x/v1/devices/d0/positions --json @\(file)")
            let answer = try JSONDecoder().decode(Answer.self, from: Data(pushed.output.utf8))
            told = answer.notices.last ?? told
        }
    }

    /// Opens the stream where it ended, and listens until it has all that there is.
    mutating func hearAll() async throws {
        struct List: Decodable { var messages: [Message] }
        let store = try MessageStore(
            path: "\(gateway.state)/\(GatewayDatabase.fileName)", ways: [])
        let last = told
        try await eventually(await store.cursor()?.after ?? 0) { $0 >= last }
        let list = try await ask("messages?limit=1000", Self.ann)
        listed = try JSONDecoder().decode(List.self, from: Data(list.utf8)).messages
            .map { Int($0.id) }.sorted()
        guard let newest = listed.last, newest > heard.last ?? 0 else { return }
        let file = gateway.workshop.file("stream")
        let stream = try await shell(
            """
            curl -sSN -o '\(file)' -H 'Host: \(host)' -H 'Cookie: \(cookie)' \
                -H 'Last-Event-ID: \(heard.last ?? 0)' '\(gateway.url)/api/events' & client=$!
            until grep -qs 'id: \(newest)$' '\(file)'; do sleep 0.1; done
            kill $client
            """)
        #expect(stream.status == 0, "\(stream)")
        let ids = try text(of: file).split(separator: "event: message\nid: ").dropFirst()
        heard += ids.compactMap { Int($0.prefix { $0.isNumber }) }
    }
}
