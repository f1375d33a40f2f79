import Posix
import Testing

extension SystemTests {
    /// What programs change at the daemon's own socket, as a browser hears of it.
    struct GatewayNewsTests {
        @Test
        func `what is changed at the daemon is news to a browser, before and after a restart`()
            async throws
        {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            let stream = gateway.workshop.file("stream")
            try await gateway.run { _ in
                try await withDaemon(gateway.workshop) { _ in
                    let added = try await shell(
                        "curl -sS --unix-socket \(gateway.socket) http://x/api/people "
                            + #"--json '{"name": "Ann"}'"#)
                    #expect(added.output.has("/join#"), "\(added)")
                    try await change(gateway, until: "favourites")
                }
                try await withDaemon(gateway.workshop) { _ in
                    try await change(gateway, until: "favourites")
                }
            }
            let lines = try text(of: stream).split(separator: "\n")
            #expect(lines.allSatisfy { !$0.contains("error") }, "\(lines)")
        }

        /// Opens Ann's stream, and changes a favourite until it says so.
        private func change(_ gateway: Gateway, until subject: String) async throws {
            let control = "curl -sS --unix-socket \(gateway.workshop.control)"
            let stream = gateway.workshop.file("stream")
            let done = try await shell(
                """
                \(control) http://x/v1/favourites --json '{"wikidata": "Q37158"}' >/dev/null
                curl -sSN -o '\(stream)' --unix-socket '\(gateway.socket)' \
                    -H 'Geofenced-Person: ann' http://x/api/events & client=$!
                radius=100
                until grep -qs '"of":\\["\(subject)"\\]' '\(stream)'; do
                    radius=$((radius + 1))
                    \(control) -X PATCH http://x/v1/favourites/1 --json "{\\"radius\\": $radius}" >/dev/null
                    sleep 0.2
                done
                kill $client
                """)
            #expect(done.status == 0, "\(done)")
        }
    }
}
