import Posix
import TestSupport
import Testing

extension SystemTests {
    /// `geofencectl api`, at a daemon and at a gateway.
    struct APICommandTests {
        private func api(_ gateway: Gateway, _ line: String) async throws -> Finished {
            try await shell("geofencectl api \(line) --socket \(gateway.socket)")
        }

        private func daemon(_ workshop: Workshop, _ line: String) async throws -> Finished {
            try await shell("geofencectl api \(line) --socket \(workshop.control)")
        }

        @Test func `the daemon is asked, told and corrected`() async throws {
            let workshop = Workshop()
            try workshop.configure()
            try workshop.write(
                "positions.ndjson",
                #"{"time": "2026-05-01T12:00:00Z", "lat": 52.37, "lon": 4.89, "accuracy": 5}"#
                    + "\n"
                    + #"{"time": "2026-05-01T12:00:01Z", "lat": 52.37, "lon": 4.89, "accuracy": 5}"#
                    + "\n")
            try await withDaemon(workshop) { _ in
                for (line, printed) in [
                    ("/v1/status", #""version":"#),
                    // JSON stays JSON, all else is text.
                    ("/v1/favourites --field text=starbucks --field radius=50", #""radius":50"#),
                    ("put /v1/devices/van --field name=0042", #""name":"0042""#),
                    (#"PATCH /v1/devices/van --field 'name="7"'"#, #""name":"7""#),
                    ("PATCH /v1/devices/van --field name='é=ü'", #""name":"é=ü""#),
                    // A query, typed and made.
                    ("'/v1/favourites?audience=own'", #""id":1"#),
                    ("GET /v1/favourites --field audience=person/a", #"{"favourites":[]}"#),
                    ("'/v1/places?text=caf%C3%A9 é&limit=1'", #""places":"#),
                    (
                        "POST /v1/devices/van/positions --input \(workshop.file("positions.ndjson"))",
                        #""accepted":2"#
                    ),
                    ("/v1/devices/van/positions", "\n"), ("DELETE /v1/favourites/1", ""),
                ] {
                    let finished = try await daemon(workshop, line)
                    #expect(finished.status == 0 && finished.errors == "", "\(line): \(finished)")
                    #expect(
                        printed == "" ? finished.output == "" : finished.output.has(printed),
                        "\(line): \(finished)")
                }
                let typed = try await shell(
                    """
                    echo '{"text": "hema"}' | \
                        geofencectl api /v1/favourites --input - --include \
                            --socket \(workshop.control)
                    """)
                #expect(typed.lines.first == "HTTP/1.1 201 Created", "\(typed)")
                #expect(typed.output.has("\n\n{") && typed.output.has("HEMA"), "\(typed)")
            }
        }

        @Test func `the gateway is asked, for whom, and its log says so`() async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { running in
                    for line in [
                        "/api/people --field name='Anna Bos'",
                        "/api/groups --field kind=household --field name=Home --field admin=anna-bos",
                        "/api/groups/home/things --field text=Milk --as 'anna bos'",
                        "POST /api/groups/home/things/1/bought --as anna-bos "
                            + "--field price=250 --field 'for=[\"anna-bos\"]'",
                    ] {
                        let finished = try await api(gateway, line)
                        #expect(finished.status == 0, "\(line): \(finished)")
                    }
                    let bills = try await api(gateway, "/api/groups/home/bills --as anna-bos")
                    #expect(bills.output.has(#""amount":250"#), "\(bills)")
                    let said = try await running.message(with: "asks for a person")
                    #expect(said.has("person=anna-bos") && said.has("/api/groups/home/things"))
                    #expect(said.has("uid="))
                }
            }
        }

        @Test func `a stream is printed line by line, as it comes`() async throws {
            let workshop = Workshop()
            try workshop.configure()
            try await withDaemon(workshop) { _ in
                let stream = workshop.file("stream")
                let heard = try await shell(
                    """
                    geofencectl api /v1/changes --socket \(workshop.control) > \(stream) & client=$!
                    radius=100
                    geofencectl api /v1/favourites --field text=hema --socket \(workshop.control)
                    until grep -qs '^data: {"of":\\["favourites"\\]}$' '\(stream)'; do
                        radius=$((radius + 1))
                        geofencectl api PATCH /v1/favourites/1 --field radius=$radius \
                            --socket \(workshop.control) || exit
                    done
                    kill $client
                    """)
                #expect(heard.status == 0, "\(heard)")
                // Whoever has read enough ends it.
                let head = try await shell(
                    "geofencectl api /v1/openapi.json --socket \(workshop.control) | head -c 10")
                #expect(head == Finished(status: 0, output: head.output, errors: ""))
            }
        }

        @Test func `what is refused is said in a line, with status 1`() async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    _ = try await api(gateway, "/api/people --field name=Anna")
                    for (line, words) in [
                        ("/api/groups/home", "there is nothing at this path"),
                        ("/api/people --field nam=A", "nam is not known here: did you mean name?"),
                        ("/api/people --field name=7", "name is not a string"),
                        ("/api/phones --as zoe", "person 'zoe': is not there"),
                        ("/api/people --input README.none", "README.none: cannot be opened"),
                        ("/api/people --field a=1 --field a=2", "'a' is there twice"),
                    ] {
                        let finished = try await api(gateway, line)
                        #expect(finished.status == 1 && finished.output == "", "\(finished)")
                        #expect(finished.errors.lines.count == 1, "\(finished)")
                        #expect(finished.errors.hasPrefix("Error: "), "\(finished)")
                        #expect(finished.errors.has(words), "\(line): \(finished)")
                    }
                    let begun = try await api(gateway, "/api/groups/home --include")
                    #expect(begun.lines.first == "HTTP/1.1 404 Not Found")
                    #expect(begun.status == 1 && !begun.output.has("{"))
                    let many = try await daemon(
                        gateway.workshop,
                        "/v1/deals --field name= --field company=B --field category=food --field lat=1"
                    )
                    #expect(many.status == 1 && many.errors.lines.count == 1, "\(many)")
                }
            }
        }

        @Test(
            arguments: [
                "http://localhost/v1/status", "//localhost/v1/status", "/v1//status", "/v1/../api",
                "/v1/%2E./status", "v1/status", "/status", "", "/v1/status\r\nHost: x", "/v1/a\n",
            ])
        func `only a path of the two is one`(path: String) async throws {
            let finished = try await run(.geofencectl, ["api", path, "--socket", "/none"])
            #expect(finished.status == 1 && finished.output == "")
            #expect(finished.errors.lines.count == 1 && finished.errors.has(": is none: write it"))
        }

        @Test(
            arguments: [
                (["FETCH", "/v1/status"], 1, "method 'FETCH': is not known: use GET, POST"),
                (["/v1/status", "--as", "anna"], 1, "--as: is for paths of the gateway"),
                (["/v1/status", "--field", "a"], 64, "The value 'a' is invalid for '--field"),
                (["GET", "/v1/status", "more"], 64, "Unexpected argument 'more'"),
                ([], 64, "Missing expected argument"),
            ])
        func `a request that cannot be is not sent`(
            arguments: [String], status: Int, words: String
        ) async throws {
            let finished = try await run(.geofencectl, ["api"] + arguments)
            #expect(finished.status == status && finished.errors.hasPrefix("Error: \(words)"))
        }

        @Test func `a terminal is shown no control characters`() async throws {
            let workshop = Workshop()
            let server = try LocalServer(path: workshop.control)
            async let asking = shell(
                "script -qec 'geofencectl api /v1/status --socket \(workshop.control)' /dev/null")
            let guest = try await server.accept()
            _ = try await guest.hear()
            let body = "a\u{1b}[31mb\nc\u{9b}d"
            guest.send(
                "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let shown = try await asking
            #expect(shown.output.has("a\\u{1b}[31mb") && shown.output.has("c\\u{9b}d"))
            #expect(!shown.output.has("\u{1b}[31m"), "\(shown)")
        }

        @Test func `a picture is sent as what it is`() async throws {
            let workshop = Workshop()
            let server = try LocalServer(path: workshop.file("gateway.sock"))
            let sent = try await shell(
                #"printf '\211PNG\r\n\032\n…' > \#(workshop.file("bread.png"))"#)
            #expect(sent.status == 0)
            async let asking = shell(
                """
                geofencectl api PUT /api/groups/acme/deals/1/picture \
                    --input \(workshop.file("bread.png")) --socket \(workshop.file("gateway.sock"))
                """)
            let guest = try await server.accept()
            var request = ""
            while !request.has("…") { request += try await guest.hear() }
            #expect(request.has("Content-Type: image/png\r\n") && request.hasPrefix("PUT /api/"))
            guest.send("HTTP/1.1 204 No Content\r\n\r\n")
            #expect(try await asking == Finished(status: 0, output: "", errors: ""))
        }
    }
}
