import Testing

extension SystemTests {
    /// Where things are, as people type it.
    struct NearTests {
        private let workshop = Workshop()
        private var database: String { workshop.file("places.sqlite") }

        private func typed(_ arguments: [String]) async throws -> Finished {
            try await run(.geofencectl, arguments + ["--database", database])
        }

        private func prepare() async throws {
            let places = "\(Repository.root)/traces/amsterdam-places.csv"
            #expect(try await typed(["places", "import", places]).status == 0)
        }

        @Test func `a search says around what it has searched`() async throws {
            try await prepare()
            let found = try await typed(
                ["places", "search", "--category", "cafés", "--limit", "1", "--near", "Dam"])
            #expect(found.output.has("Café Dam"))
            #expect(found.errors == "around Dam, Amsterdam (near number 20)\n")
            let json = try await typed(["places", "search", "--near", "1012", "--json"])
            #expect(json.errors.isEmpty)
            let shown = try await typed(
                ["places", "show", "amsterdam-places/12", "--near", "Café Dam, Amsterdam"])
            #expect(shown.output.has("distance       1.5 km south"))
        }

        @Test func `of several places, each gets a line`() async throws {
            try await prepare()
            let refused = try await typed(["places", "search", "cafe", "--near", "starbucks"])
            #expect(
                refused
                    == Finished(
                        status: 1, output: "",
                        errors: """
                            Error: near: 'starbucks' is in several places: choose one, by more of \
                            its address or by its position
                              Starbucks Leidsestraat, Leidsestraat 101, 1017 NZ Amsterdam \
                            (52.3646,4.8839), 698 m from the middle of all places
                              Starbucks Centraal, Stationsplein 33, 1012 AB Amsterdam \
                            (52.3786,4.9003), 1.2 km from the middle of all places

                            """))
        }

        @Test(arguments: [
            ("here", "it is not known where here is: see geofencectl status, or name a place"),
            (
                "4.89,52.37",
                "no place is known within 100 km of 4.89,52.37: did you mean 52.37,4.89? "
                    + "(else write geo:4.89,52.37)"
            ),
            ("amsterdm", "no place is known at 'amsterdm': did you mean Amsterdam?"),
        ])
        func `what cannot be placed is told in a line, by all that ask where`(
            text: String, words: String
        ) async throws {
            try await prepare()
            let deal = ["--name", "x", "--company", "y", "--category", "z", "--until", "8pm"]
            for (field, command) in [
                ("near", ["places", "search", "cafe", "--near", text]),
                ("near", ["places", "show", "amsterdam-places/1", "--near", text]),
                ("near", ["favourites", "list", "--near", text]),
                ("near", ["favourites", "catalogue", "--near", text]),
                ("at", ["deals", "add", "--at", text] + deal),
                ("address", ["deals", "add", "--address", text] + deal),
            ] {
                let refused = try await typed(command)
                #expect(refused.status == 1)
                #expect(refused.errors == "Error: \(field): \(words)\n")
                #expect(refused.output.isEmpty)
            }
        }

        @Test func `a deal is at what people say`() async throws {
            try await prepare()
            func add(_ arguments: String...) async throws -> String {
                let added = try await typed(
                    ["deals", "add", "--name", "n", "--company", "c", "--category", "x"]
                        + ["--from", "2030-05-01 10:00", "--until", "2030-05-01 18:00", "--json"]
                        + arguments)
                return added.output
            }
            let street = try await add("--at", "Damrak 1012")
            #expect(street.isEmpty)
            let museum = try await add("--at", "Rijksmuseum")
            #expect(museum.has(#""address":"Rijksmuseum, Museumstraat 1, 1071 XX Amsterdam""#))
            #expect(museum.has(#""lat":52.36,"#))
            let named = try await add("--at", "52°30'N 4°15'E", "--address", "the boat")
            #expect(named.has(#""address":"the boat""#))
            #expect(named.has(#""lat":52.5,"#))
            let plain = try await add("--at", "52.37 4.89")
            #expect(!plain.has("address"))
            let moved = try await typed(["deals", "edit", "1", "--at", "De Bijenkorf"])
            #expect(moved.output.has("De Bijenkorf, Dam 1, 1012 JS Amsterdam"))
        }

        @Test func `here is where the daemon's device is`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { daemon in
                let near = ["favourites", "list", "--near", "here", "--socket", workshop.control]
                _ = try await daemon.message(with: "the trace has ended")
                let added = try await run(
                    .geofencectl,
                    ["deals", "add", "--name", "n", "--company", "c", "--category", "x"]
                        + ["--at", "here", "--until", "tomorrow", "--socket", workshop.control])
                #expect(added.output.has("added deal 1: n, until tomorrow 23:59"))
                #expect(try await run(.geofencectl, near).status == 0)
            }
        }

        @Test func `a category that is none is told with those around`() async throws {
            try await prepare()
            let unknown = try await typed(
                ["places", "search", "--category", "xqzw", "--near", "Dam"])
            #expect(
                unknown.errors.lines.dropFirst() == [
                    "nothing found",
                    "no place here is of category 'xqzw': there are cafe, attraction, "
                        + "department store, supermarket, museum",
                ])
            let brand = try await typed(["places", "search", "--category", "shell"])
            #expect(brand.errors.has("'shell' is a brand: write --brand 'Shell'"))
            let added = try await typed(["favourites", "add", "supermarkt", "cafés", "Starbucks"])
            #expect(
                added.lines == [
                    "added favourite 1: shop=supermarket, 2 places",
                    "added favourite 2: amenity=cafe, 3 places",
                    "added favourite 3: Starbucks (Q37158), 2 places",
                ])
            #expect(
                try await typed(["favourites", "remove", "supermarkets"]).lines
                    == ["removed favourite 1: shop=supermarket"])
        }
    }
}
