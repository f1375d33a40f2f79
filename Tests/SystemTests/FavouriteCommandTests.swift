import Testing

extension SystemTests {
    /// `geofencectl favourites`, on a file of places that has none yet.
    struct FavouriteCommandTests {
        private let workshop = Workshop()

        private func favourites(_ arguments: String...) async throws -> Finished {
            try await run(
                .geofencectl,
                ["favourites"] + arguments + ["--database", workshop.file("places.sqlite")])
        }

        @Test func `favourites are added, listed and removed`() async throws {
            let added = try await favourites(
                "add", "starbucks", "amenity=cafe", "Q37158", "--radius", "300")
            #expect(
                added.lines == [
                    "added favourite 1: Starbucks (Q37158), within 300 m, no places in the database yet",
                    "added favourite 2: amenity=cafe, within 300 m, no places in the database yet",
                    "there already: favourite 1: Starbucks (Q37158), within 300 m, "
                        + "no places in the database yet",
                ])
            #expect(added.status == 0)
            #expect(
                try await favourites("add", "Starbucks", "--radius", "1500").lines == [
                    "changed favourite 1: Starbucks (Q37158), within 1.5 km, "
                        + "no places in the database yet"
                ])
            #expect(
                try await favourites("list", "--near", "-33.8,151.2").lines == [
                    "id  name          match         radius  places",
                    " 1  Starbucks     brand Q37158  1.5 km       0",
                    " 2  amenity=cafe  category       300 m       0",
                ])
            let json = try await favourites("list", "--json").output
            #expect(json.hasPrefix(#"[{"added":"#))
            #expect(
                json.hasSuffix(#""wikidata":"Q37158"},"# + json.drop { $0 != "}" }.dropFirst(2)))
            #expect(
                try await favourites("remove", "STARBUCKS coffee", "2").lines == [
                    "removed favourite 1: Starbucks", "removed favourite 2: amenity=cafe",
                ])
            let none = try await favourites("list")
            #expect(none.output == "")
            #expect(
                none.errors == "no favourites: add one with geofencectl favourites add TEXT\n")
        }

        @Test func `favourites are for whom the option says, and edit changes that`() async throws {
            _ = try await favourites("add", "Starbucks")
            #expect(
                try await favourites("add", "starbucks", "--audience", "person/anna").lines == [
                    "added favourite 2: Starbucks (Q37158), for person/anna, "
                        + "no places in the database yet"
                ])
            let second = try await favourites("edit", "2", "--without", "audience")
            #expect(second.status == 1)
            #expect(
                second.errors == "Error: audience: own has it already, as favourite 1: "
                    + "change or remove one of them\n")
            #expect(
                try await favourites("edit", "1", "--audience", "everyone", "--radius", "80").lines
                    == [
                        "changed favourite 1: Starbucks (Q37158), for everyone, within 80 m, "
                            + "no places in the database yet"
                    ])
            #expect(
                try await favourites("list").lines == [
                    "id  name       match         for          radius  places",
                    " 1  Starbucks  brand Q37158  everyone       80 m       0",
                    " 2  Starbucks  brand Q37158  person/anna               0",
                ])
            #expect(try await favourites("list", "--audience", "everyone").lines.count == 2)
            #expect(try await favourites("remove", "starbucks").status == 1)
            let wrong = try await favourites("add", "hema", "--audience", "Anna")
            #expect(wrong.status == 64 && wrong.output == "")
            #expect(wrong.errors.contains("'Anna' is not 1 to 128 of a-z, 0-9 and ._/-"))
            #expect(try await favourites("edit", "1").status == 64)
        }

        /// What is not understood of what is to be added, and what is said to that.
        private static let wrong = (
            texts: ["Q37158", "Starbuks", "amenity=cafe", " ", "no such brand"],
            errors: """
            Error: no brand, category or place is called 'Starbuks': did you mean Starbucks?
            Error: ' ': is empty: give it a text
            Error: no brand, category or place is called 'no such brand': see the catalogue of brands, \
            or import the places first
            nothing was added

            """
        )

        @Test func `favourites are added all or none, through the daemon as well`() async throws {
            try workshop.configure()
            try await withDaemon(workshop) { _ in
                func favourites(_ arguments: String...) async throws -> Finished {
                    try await run(
                        .geofencectl, ["favourites"] + arguments + ["--socket", workshop.control])
                }
                let added = try await run(
                    .geofencectl,
                    ["favourites", "add"] + Self.wrong.texts + ["--socket", workshop.control])
                #expect(added == Finished(status: 1, output: "", errors: Self.wrong.errors))
                #expect(try await favourites("list").output == "")
                #expect(
                    try await favourites("add", "Q37158", "starbucks", "amenity=cafe").lines.map {
                        String($0.prefix { $0 != "," })
                    } == [
                        "added favourite 1: Starbucks (Q37158)",
                        "there already: favourite 1: Starbucks (Q37158)",
                        "added favourite 2: amenity=cafe",
                    ])
                #expect(
                    try await favourites("add", "starbucks", "--radius", "300").lines == [
                        "changed favourite 1: Starbucks (Q37158), within 300 m, "
                            + "no places in the database yet"
                    ])
            }
        }

        @Test func `what is not understood is said, and nothing is added`() async throws {
            let added = try await run(
                .geofencectl,
                ["favourites", "add"] + Self.wrong.texts
                    + ["--database", workshop.file("places.sqlite")])
            #expect(added == Finished(status: 1, output: "", errors: Self.wrong.errors))
            #expect(try await favourites("list").output == "")
            #expect(try await favourites("add", "Q38076").status == 0)
            #expect(
                try await favourites("add", " ").errors == "Error: ' ': is empty: give it a text\n")
            let removed = try await favourites("remove", "1", "Starbucks")
            #expect(
                removed.errors
                    == "Error: 'Starbucks': is not a favourite: see geofencectl favourites list\n")
            #expect(try await favourites("list").lines.count == 2)
        }

        @Test func `the catalogue finds brands by any of their names`() async throws {
            _ = try await favourites("add", "Starbucks")
            #expect(
                try await favourites("catalogue", "Старбакс", "--near=52.3731,4.8926").lines == [
                    "name       id      category      places  near",
                    "Starbucks  Q37158  amenity=cafe       0     0",
                ])
            #expect(try await favourites("catalogue", "--limit", "3").lines.count == 4)
            let none = try await favourites("catalogue", "no such brand")
            #expect(none.errors == "no brand has 'no such brand' in its name: try less of it\n")
        }

        @Test(arguments: [
            (["list", "--near", " "], "--near: is empty: give it a text"),
            (["list", "--near", "95,94"], "latitude: 95.0 is not between -90 and 90: use degrees"),
            (["add", "x", "--radius", "0"], "--radius: 0.0 is not above 0 and at most 100000"),
            (["add", "x", "--brand", "--name"], "--name"),
            (["catalogue", "--limit", "0"], "--limit: '0' is not a number from 1 to 1000"),
        ])
        func `wrong options are refused`(arguments: [String], message: String) async throws {
            let finished = try await run(.geofencectl, ["favorites"] + arguments)
            #expect(finished.status == 64)
            #expect(finished.errors.contains(message))
        }
    }
}
