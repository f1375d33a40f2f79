import Glibc
import Posix
import Subprocess
import TestSupport
import Testing

extension SystemTests {
    /// One's own places, as people have them.
    struct OwnPlacesTests {
        private let workshop = Workshop()

        private func ctl(_ arguments: String...) async throws -> Finished {
            try await run(.geofencectl, arguments + ["--socket", workshop.control])
        }

        private var favourites: [String] {
            get async throws {
                try await ctl("favourites", "list", "--json").output.split(separator: ",")
                    .map { String($0) }.filter { $0.hasPrefix("\"value\":") }
            }
        }

        @Test func `a home is added in one line, and outlives imports and kills`() async throws {
            try workshop.configure()
            let table = "\(Repository.root)/traces/amsterdam-places.csv"
            try await withDaemon(workshop) { daemon in
                _ = try await ctl("places", "import", table)
                let added = try await ctl(
                    "places", "add", "--name", "Home", "--address", "Dam 20, Amsterdam",
                    "--favourite", "--radius", "80")
                #expect(
                    added.lines[0]
                        == "added own/home: Home, Dam 20, 1012 NP Amsterdam (52.3727,4.8936)")
                #expect(added.lines[1].hasPrefix("added favourite 1: Home (own/home), within 80 m"))
                try daemon.send(.kill)
            }
            try await withDaemon(workshop) { (_) async throws in
                _ = try await ctl("places", "import", table, "--source", "again")
                let list = try await ctl("places", "list").lines
                #expect(list.count == 2 && list[1].has("own/home"))
                #expect(try await ctl("places", "search", "home").output.has("own/home"))
                #expect(
                    try await ctl("places", "edit", "home", "--name", "Nest", "--at", "1,2").output
                        == "changed own/home: Nest (1,2)\n")
                let removed = try await ctl("places", "remove", "own/home")
                #expect(removed.output == "removed own/home\n")
                #expect(
                    removed.errors
                        == "favourite 1 has no place now: geofencectl favourites remove 1\n")
                #expect(
                    try await ctl("places", "list").errors
                        == "no places of your own: add one with geofencectl places add\n")
            }
        }

        @Test func `an everyday word for what it is, and a name for where, are understood`()
            async throws
        {
            try workshop.configure()
            try await withDaemon(workshop) { (_) async throws in
                _ = try await ctl(
                    "places", "import", "\(Repository.root)/traces/amsterdam-places.csv")
                let added = try await ctl(
                    "places", "add", "--name", "Kroegje", "--at", "Dam", "--category", "kroeg",
                    "--radius", "80", "--json")
                #expect(added.output.has(#""categories":["amenity=pub"]"#))
                #expect(!added.output.has("near number"), "words of an answer are no address")
                #expect(try await ctl("places", "show", "kroegje").output.has("own/kroegje"))
                let again = try await ctl(
                    "places", "add", "--name", "Kroegje", "--at", "Dam", "--radius", "50")
                #expect(again.lines[0].hasPrefix("there already: own/kroegje"))
                #expect(
                    again.lines[1].hasPrefix(
                        "changed favourite 1: Kroegje (own/kroegje), within 50 m"))
            }
        }

        @Test func `without a daemon, a file has them too`() async throws {
            let database = workshop.file("places.sqlite")
            func own(_ arguments: String...) async throws -> Finished {
                try await run(
                    .geofencectl, ["places"] + arguments + ["--database", database])
            }
            let added = try await own("add", "--name", "Home", "--at", "-33.9,151.2")
            #expect(
                added.output
                    == "added own/home: Home (-33.9,151.2)\n"
                    + "to be told when you come there: geofencectl favourites add own/home\n")
            #expect(try await own("list", "--json").output.hasPrefix(#"[{"categories":[],"geo""#))
            #expect(try await own("edit", "own/home", "--without", "phone").status == 0)
            #expect(try await own("remove", "own/home").output == "removed own/home\n")
        }

        @Test func `here says where one is, and makes it a place`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                _ = try await ctl(
                    "places", "import", "\(Repository.root)/traces/amsterdam-places.csv")
                _ = try await daemon.message(with: "the trace has ended")
                #expect(
                    try await ctl("here").output == """
                        52.364108,4.882764, to 4 m, at 2026-05-01 10:33:44 UTC
                        near Leidsestraat 101, 1017 NZ Amsterdam, 95 m north-east
                        near Theatre at Leidseplein, 66 m west: amsterdam-places/11
                        to make it a place of your own: geofencectl here NAME

                        """)
                #expect(try await ctl("here", "--json").output.hasPrefix(#"{"accuracy":3.5"#))
                let added = try await ctl("here", "Boat house", "--favourite")
                #expect(added.lines[0].hasPrefix("added own/boat-house: Boat house (52.3641"))
                #expect(added.lines[1].hasPrefix("added favourite 1: Boat house (own/boat-house)"))
                let same = try await ctl("places", "add", "--name", "Boat house", "--here")
                #expect(same.output.hasPrefix("there already: own/boat-house"))
            }
        }

        @Test func `without a fix, here is one line`() async throws {
            try workshop.configure(source: "gpsd:localhost:1")
            try await withDaemon(workshop) { (_) async throws in
                for arguments in [
                    ["here"], ["here", "x"], ["places", "add", "--name", "x", "--here"],
                ] {
                    let finished = try await run(
                        .geofencectl, arguments + ["--socket", workshop.control])
                    #expect(finished.status == 1)
                    #expect(
                        finished.errors.hasPrefix("Error: geofenced does not know yet where it is"))
                    #expect(finished.errors.lines.count == 1)
                }
            }
        }

        @Test(.needsCorpus("fixtures/state-0.1.0"))
        func `a state of version 0.1.0 has room for them`() async throws {
            try workshop.configure()
            let copied = try await shell(
                "mkdir -m 700 \(workshop.state); "
                    + "cp \(Corpus.path("fixtures/state-0.1.0"))/*.sqlite \(workshop.state); "
                    + "chmod 600 \(workshop.state)/*")
            #expect(copied.status == 0)
            try await withDaemon(workshop) { (_) async throws in
                let before = try await favourites
                #expect(try await ctl("places", "add", "--name", "Home", "--at", "1,2").status == 0)
                #expect(try await ctl("places", "search", "home").output.has("own/home"))
                let file = try workshop.write("x.csv", "name,lat,lon\nx,1,2\n")
                #expect(try await ctl("places", "import", file).output.has("1 added"))
                #expect(try await ctl("places", "list").output.has("own/home"))
                #expect(try await favourites == before)
                #expect(!before.isEmpty)
            }
        }
    }
}
