import Glibc
import Interests
import Places
import Posix
import SQLite
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// `geofencectl watches`, and sets of watches that are sent to a running daemon.
    struct WatchCommandTests {
        private let workshop = Workshop()

        private func watches(_ arguments: String...) async throws -> Finished {
            try await run(
                .geofencectl, ["watches"] + arguments + ["--socket", workshop.control])
        }

        private let padding = String(repeating: " ", count: 39)

        private func curl(_ arguments: String, input: String = "") async throws -> Finished {
            let file = try workshop.write("body", input)
            return try await shell(
                "curl -s --unix-socket \(workshop.control) -H Expect: -T \(file) "
                    + "http://localhost/v1/watches/\(arguments)")
        }

        @Test func `watches are added, listed and removed`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { (_) async throws in
                let none = try await watches("list")
                #expect(none.output == "" && none.status == 0)
                #expect(
                    none.errors
                        == "no watches: programs add them, and geofencectl watches add\n")
                let added = try await watches(
                    "add", "my-list/milk", "--title", "Buy milk", "--target", "supermarket",
                    "--radius", "80", "--details", #"{"n":1}"#)
                #expect(
                    added.lines == [
                        "added watch my-list/milk: Buy milk, supermarket, within 80 m"
                    ])
                let parcel = try await watches(
                    "add", "my-list/parcel", "--title", "Parcel", "--at", "52.3731,4.8926",
                    "--until", "9000-01-01T00:00Z", "--audience", "person/anna", "--json")
                #expect(
                    parcel.output == #"{"set":"my-list","id":"parcel","title":"Parcel","#
                        + #""at":[52.3731,4.8926],"ends":"9000-01-01T00:00:00.000Z","#
                        + #""audience":"person/anna"}"# + "\n")
                #expect(
                    try await watches("list", "my-list").lines == [
                        "id      title     where           for          "
                            + "when                    radius",
                        "milk    Buy milk  supermarket     \(padding)80 m",
                        "parcel  Parcel    52.3731,4.8926  person/anna  until 9000-01-01 00:00",
                    ])
                #expect(
                    try await watches("list").lines == ["set      watches", "my-list        2"])
                #expect(
                    try await watches("list", "--json").output
                        == #"{"sets":[{"set":"my-list","watches":2}]}"# + "\n")
                let changed = try await watches(
                    "add", "my-list/milk", "--title", "Milk", "--target", "Q37158")
                #expect(changed.lines == ["there is now: watch my-list/milk: Milk, Q37158"])
                #expect(
                    try await watches("remove", "my-list/milk", "my-list").lines == [
                        "removed watch my-list/milk", "removed set my-list",
                    ])
                let gone = try await watches("list", "my-list")
                #expect(gone.status == 1)
                #expect(
                    gone.errors == "Error: set 'my-list': there is none: list those there are\n")
            }
        }

        @Test func `people read of a watch what it is and where, and nothing for programs`()
            async throws
        {
            try workshop.configure(regions: workshop.write("none.geojson", Self.noRegions))
            let places = try workshop.write(
                "p.csv", "id,name,category,lat,lon\n1,Albert,shop=supermarket,52.378,4.9001\n")
            try await withDaemon(workshop) { (_) async throws in
                let imported = try await run(
                    .geofencectl, ["places", "import", places, "--socket", workshop.control])
                #expect(imported.status == 0)
                let added = try await watches(
                    "add", "s/milk", "--title", "Buy milk", "--target", "supermarket",
                    "--details", #"{"item":7}"#)
                #expect(added.status == 0)
            }
            try await withDaemon(workshop, ["--from-start"]) { (_) async throws in
                let client = try ControlClient(workshop)
                try await eventually(await client.get("/v1/status")) { $0.has(#""ended":true"#) }
                let told = try await run(
                    .geofencectl,
                    ["history", "--kind", "watch", "--socket", workshop.control])
                #expect(told.lines.first?.has("  enter  watch      Buy milk") == true)
                #expect(told.lines.first?.hasSuffix("m  already there · Albert") == true)
            }
        }

        private static let noRegions = #"{"type":"FeatureCollection","features":[]}"#

        @Test(
            arguments: [
                (["add", "milk", "--title", "x", "--at", "1,2"], 64),
                (["add", "a/b", "--title", "x"], 64),
                (["add", "a/b", "--title", "x", "--at", "1,2", "--target", "y"], 64),
                (["add", "a/b", "--title", "x", "--at", "1,2", "--details", #"1,"id":"c""#], 64),
                (["add", "a/b", "--title", "x", "--at", "1,2", "--audience", "X"], 64),
                (["add", "a/b", "--title", "x", "--at", "1,2", "--radius", "0"], 1),
                (["add", "a/b", "--title", "x", "--target", "no such thing"], 1),
                (["remove", "a/b/c"], 1), (["remove", "a/b"], 1), (["list", "A"], 64),
            ] as [([String], Int)])
        func `what makes no sense is one line`(arguments: [String], status: Int) async throws {
            try workshop.configure()
            try await withDaemon(workshop) { (_) async throws in
                let finished = try await run(
                    .geofencectl, ["watches"] + arguments + ["--socket", workshop.control])
                #expect(finished.status == status && finished.output == "")
                #expect(finished.errors.hasPrefix("Error: "))
                if status == 1 { #expect(finished.errors.lines.count == 1) }
            }
        }

        /// NDJSON, so many.
        private static func lines(_ count: Int, _ title: String) -> String {
            (0..<count).map {
                #"{"id":"w\#($0)","title":"\#(title)","at":[52.3731,4.8926]}"# + "\n"
            }
            .joined()
        }

        @Test func `killed while a set is replaced, the daemon has the old set, and tidies up`()
            async throws
        {
            try workshop.configure()
            let database = workshop.state + "/places.sqlite"
            func rows() throws -> Int64 {
                let store = try PlaceStore(.readOnly(database))
                return try store.connection.integer("SELECT count(*) FROM watch") ?? 0
            }
            try await with(.geofenced, ["--config", workshop.file("geofenced.toml")]) { daemon in
                try await eventually { InputFile.exists(workshop.control) }
                _ = try await curl(
                    "s -H 'Content-Type: application/x-ndjson'", input: Self.lines(3, "old"))
                let client = try SocketPath(workshop.control).connect()
                defer { close(client) }
                let body = Self.lines(15_000, "new")
                let request = Array(
                    ("PUT /v1/watches/s HTTP/1.1\r\nHost: x\r\n"
                        + "Content-Type: application/x-ndjson\r\n"
                        + "Content-Length: \(body.utf8.count + 1)\r\n\r\n" + body).utf8)
                #expect(
                    send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
                try await eventually(rows()) { $0 >= 10_000 }
                try daemon.send(.kill)
            }
            try await withDaemon(workshop) { (_) async throws in
                #expect(try await watches("list").lines.last == "s          3")
                try await eventually(rows()) { $0 == 3 }
                let replaced = try await curl(
                    "s -H 'Content-Type: application/x-ndjson'", input: Self.lines(15_000, "new"))
                #expect(replaced.output == #"{"set":"s","watches":15000}"#)
            }
        }
    }
}
