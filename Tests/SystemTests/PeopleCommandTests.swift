import APIClient
import FoundationEssentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import geofencectl

extension SystemTests {
    /// `geofencectl people`, `groups` and `page`, as an admin has them.
    struct PeopleCommandTests {
        private func ctl(_ gateway: Gateway, _ line: String) async throws -> Finished {
            try await shell("geofencectl \(line) --gateway-socket \(gateway.socket)")
        }

        /// The link in what was printed.
        private func link(_ finished: Finished) throws -> String {
            try #require(finished.lines.first { $0.has("/join#") })
        }

        /// Signs in as a browser does, and returns the status.
        private func join(_ link: String, _ gateway: Gateway) async throws -> String {
            let secret = try #require(link.split(separator: "#").last)
            let page = try #require(link.between("", "#")).dropLast("/join".count)
            let finished = try await shell(
                """
                curl -sS -o /dev/null -w '%{http_code}' '\(page)/api/join' \
                    --json '{"secret":"\(secret)","device":"Firefox"}'
                """)
            return finished.output
        }

        /// What a terminal shows where `typed` is typed after the command.
        private func typing(_ typed: String, _ gateway: Gateway, _ line: String) async throws
            -> Finished
        {
            let command = "geofencectl \(line) --gateway-socket \(gateway.socket)"
            return try await shell(
                "printf '\(typed)\\n' | script -qec '\(command)' /dev/null")
        }

        @Test func `on a terminal, who removes for good is asked first`() async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    for name in ["Anna", "Ben", "Carl"] {
                        _ = try await ctl(gateway, "people add \(name)")
                    }
                    _ = try await ctl(gateway, "groups add organisation Bakers --admin anna")
                    for (typed, line, question) in [
                        (
                            "n", "people remove ben",
                            "remove person ben, with all that was theirs"
                        ),
                        ("", "people remove ben carl", "with all that was theirs"),
                        ("x", "groups remove bakers", "with all that is theirs"),
                    ] {
                        let asked = try await typing(typed, gateway, line)
                        #expect(asked.status == 1, "\(asked)")
                        #expect(asked.output.has("\(question)"), "\(asked)")
                        #expect(asked.output.has("? [y/N] "), "\(asked)")
                        #expect(asked.output.has("nothing was removed"), "\(asked)")
                    }
                    #expect(try await ctl(gateway, "people list --json").output.has(#""ben""#))
                    for (typed, line) in [
                        ("yes", "people remove ben"), ("", "people remove carl --yes"),
                        ("", "groups remove bakers -y"),
                    ] {
                        let removed = try await typing(typed, gateway, line)
                        #expect(removed.status == 0, "\(removed)")
                        #expect(removed.output.has("removed "), "\(removed)")
                        #expect(removed.output.has("[y/N]") == (typed == "yes"))
                    }
                }
            }
        }

        @Test func `a person is added, signs in, is seen, changed and forgotten`() async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    #expect(
                        try await ctl(gateway, "people list").errors
                            == "no people yet: geofencectl page makes you the first\n")
                    let added = try await ctl(gateway, "people add Anna")
                    #expect(added.lines[0] == "added person anna: Anna")
                    #expect(
                        added.lines[1].hasPrefix(
                            "whoever opens this link is signed in as Anna, once, until tomorrow "))
                    #expect(added.lines[1].hasSuffix(" (24 h):"))
                    let link = try link(added)
                    #expect(try await join(link, gateway) == "200")
                    #expect(try await join(link, gateway) == "410")
                    let sessions = try await ctl(gateway, "people sessions list Anna").lines
                    #expect(sessions.count == 2 && sessions[1].has("Firefox"))
                    let again = try self.link(try await ctl(gateway, "people link anna"))
                    #expect(again != link)
                    let open = try await ctl(gateway, "people links list anna").lines
                    #expect(open.count == 2 && open[1].has("signs in"), "\(open)")
                    let number = open[1].split(separator: " ")[0]
                    #expect(
                        try await ctl(gateway, "people links end anna \(number)").output
                            == "removed link \(number) of person anna\n")
                    #expect(try await join(again, gateway) == "410")
                    #expect(
                        try await ctl(gateway, "people edit anna --name 'Anna Bos' --admin").output
                            == "changed person anna: Anna Bos, admin\n")
                    let list = try await ctl(gateway, "people list").lines
                    #expect(list[1].hasPrefix("anna  Anna Bos  admin  today "))
                    #expect(
                        try await ctl(gateway, "people sessions end anna --all").output
                            == "removed all sessions of person anna\n")
                    let file = gateway.workshop.file("anna.zip")
                    #expect(
                        try await ctl(gateway, "people export 'ANNA BOS' -o \(file)").output
                            == "wrote all that is known of person anna to \(file)\n")
                    var status = stat()
                    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
                    let person = try await shell(
                        "python3 -m zipfile -e \(file) \(file).d && cat \(file).d/person.json")
                    #expect(person.output.has("Anna Bos"), "\(person)")
                    let reserved = try await shell("cat \(file).d/reservations.json")
                    #expect(reserved.output == "[]")
                    _ = try await ctl(gateway, "people add Ben --admin")
                    #expect(
                        try await ctl(gateway, "people remove anna").output
                            == "removed person anna, with all that was theirs\n")
                    #expect(
                        try await ctl(gateway, "people add Anna").lines[0]
                            == "added person anna-2: Anna")
                }
            }
        }

        @Test func `a household and an organisation are made, and have what groups have`()
            async throws
        {
            let gateway = try await Gateway()
            try await gateway.run { _ in
                for name in ["Anna", "Ben"] { _ = try await ctl(gateway, "people add \(name)") }
                for (command, answer) in [
                    (
                        "groups add household Home --admin Anna --currency EUR",
                        "added household home: Home, EUR, 1 member"
                    ),
                    (
                        "groups add organisation 'Dam Bakers' --admin ben",
                        "added organisation dam-bakers: Dam Bakers, 1 member"
                    ),
                    (
                        "groups edit home --without currency",
                        "changed household home: Home, 1 member"
                    ),
                    (
                        "groups members edit home anna --nick-name Annie",
                        "changed person anna of group home: Annie, admin"
                    ),
                    ("groups members remove home anna", "removed person anna of group home"),
                    (
                        "groups remove dam-bakers",
                        "removed organisation dam-bakers: Dam Bakers, 1 member"
                    ),
                ] {
                    let finished = try await ctl(gateway, command)
                    #expect(finished.lines.first == answer, "\(command): \(finished.errors)")
                }
                #expect(
                    try await ctl(gateway, "groups list").errors
                        == "no groups: geofencectl groups add\n")
            }
        }

        @Test func `what is not there, or cannot be, is said in a line`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in
                for name in ["Anna", "Anna", "Ben --admin"] {
                    _ = try await ctl(gateway, "people add \(name)")
                }
                _ = try await ctl(gateway, "groups add organisation Bakers --admin ben")
                for (command, error) in [
                    ("people link ann", "person 'ann': is not there: did you mean anna?"),
                    (
                        "people link zoe",
                        "person 'zoe': is not there: see geofencectl people list"
                    ),
                    ("people link ANNA", "person 'ANNA': is the name of anna, anna-2: say which"),
                    (
                        "people sessions end anna 9",
                        "session 9 of person anna: is not there: see geofencectl people sessions "
                            + "list anna"
                    ),
                    (
                        "people requests --accept 9",
                        "request 9: is not there: see geofencectl people requests"
                    ),
                    ("groups show home", "group 'home': is not there: see geofencectl groups list"),
                    ("people add ''", "name is empty"),
                ] {
                    let finished = try await ctl(gateway, command)
                    #expect(finished.status == 1, "\(command)")
                    #expect(finished.output == "")
                    #expect(finished.errors == "Error: \(error)\n", "\(command)")
                }
            }
            let nobody = try await ctl(gateway, "people list")
            #expect(nobody.status == 1)
            #expect(
                nobody.errors == "Error: cannot reach geofenced-gateway at \(gateway.socket): "
                    + "no such file or directory: is it running? sudo systemctl start "
                    + "geofenced-gateway, or apt install geofenced-gateway\n")
        }

        @Test func `a site is changed or taken away, not both`() async throws {
            let line = "groups members edit bakers ben --site 1 --without sites"
            let finished = try await shell("geofencectl \(line)")
            #expect(finished.status == 64)
            let words = "--site: cannot be used with --without sites: choose one"
            #expect(finished.errors.lines.first == "Error: \(words)", "\(finished.errors)")
        }

        @Test func `the page opens in the browser, and its link is no program's argument`()
            async throws
        {
            let gateway = try await Gateway()
            let workshop = gateway.workshop
            let arguments = workshop.file("arguments")
            try await workshop.program("xdg-open", "#!/bin/sh\necho \"$@\" >\(arguments).new\n")
            try await gateway.run { _ in
                let opened = try await shell(
                    """
                    PATH="\(workshop.path):$PATH" geofencectl page --gateway-socket \(gateway.socket)
                    """, environment: ["DISPLAY": ":9", "XDG_RUNTIME_DIR": workshop.path])
                #expect(
                    opened.output
                        == "the page opens in the browser; if it does not: geofencectl page "
                        + "--print\n", "\(opened)")
                let file = workshop.file("geofenced-page.html")
                // It may be there before anything is in it.
                try await eventually(try? text(of: "\(arguments).new")) { $0 == "\(file)\n" }
                let link = try #require(try text(of: file).between("url=", "\""))
                #expect(try await join(link, gateway) == "200")
                // Whoever is first looks after the page.
                #expect(try await ctl(gateway, "people list").lines[1].has("admin"))
                let printed = try await ctl(gateway, "page --print")
                #expect(try await join(try self.link(printed), gateway) == "200")
            }
        }
    }
}
