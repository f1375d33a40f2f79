import Testing

@testable import geofencectl

extension SystemTests {
    /// Tables on a real terminal.
    struct TerminalTests {
        private let workshop = Workshop()

        /// Runs a command on a terminal of so many columns.
        private func lines(_ command: String, columns: Int) async throws -> [String] {
            let finished = try await shell(
                "script -qec 'stty cols \(columns); \(command)' /dev/null </dev/null",
                environment: ["NO_COLOR": "1"])
            #expect(finished.status == 0, "\(finished.output)")
            return finished.output.split(separator: "\r\n", omittingEmptySubsequences: true)
                .map { String($0) }
        }

        /// Places, favourites and deals with long names in letters of several widths.
        private func fill() async throws -> String {
            let places = try workshop.write(
                "places.csv",
                """
                id,name,brand,category,lat,lon,street,housenumber,city,opening_hours
                1,スターバックスコーヒー アムステルダム中央駅西口店,Starbucks,amenity=cafe,52.3791,4.8994,Stationsplein van Amsterdam Centraal,33,Amsterdam,24/7
                2,👨‍👩‍👧‍👦 Familien-Café mit sehr langem Namen 🍕,,amenity=cafe,52.3792,4.8995,Prins Hendrikkade,112-113,Amsterdam,24/7
                3,E\u{301}cole de la\u{300} Place et de la Re\u{301}publique,,amenity=cafe,52.3793,4.8996,Damrak,1,Amsterdam,24/7
                """)
            let database = workshop.file("places.sqlite")
            _ = try await run(.geofencectl, ["places", "import", places, "--database", database])
            _ = try await run(
                .geofencectl,
                ["favourites", "add", "starbucks", "amenity=cafe", "--database", database])
            _ = try await run(
                .geofencectl,
                [
                    "deals", "add", "--name", "A table of the house at the window for two",
                    "--company", "スターバックスコーヒー アムステルダム", "--category", "food and drinks",
                    "--at", "52.3791,4.8994", "--until", "9000-01-01", "--database", database,
                ])
            return database
        }

        private func commands(_ database: String) -> [String] {
            let walk = "geofencectl replay \(Repository.walk) --regions \(Repository.walkRegions)"
            return [
                "geofencectl places search --category cafe --near 52.37,4.89 --database \(database)",
                "geofencectl favourites list --near 52.37,4.89 --database \(database)",
                "geofencectl favourites catalogue coffee --database \(database)",
                "geofencectl deals list --database \(database)",
                "geofencectl fixes \(Repository.walk)",
                "\(walk) --explain HEMA",
            ]
        }

        @Test(arguments: [20, 60, 80, 200])
        func `no line of a table is wider than the terminal`(columns: Int) async throws {
            let database = try await fill()
            for command in commands(database) {
                let lines = try await lines(command, columns: columns)
                #expect(lines.count >= 2)
                // An explanation begins with a sentence.
                for line in lines where !line.hasPrefix("enter was told") {
                    #expect(line.width <= columns, "\(command): \(line)")
                }
            }
        }

        @Test func `what matters most is cut last`() async throws {
            let search = commands(try await fill())[0]
            #expect(
                try await lines(search, columns: 80) == [
                    "distance      name                                      kind  open  id",
                    "  1.2 km  NE  スターバックスコーヒー アムステルダム中…  cafe  open  places/1",
                    "  1.2 km  NE  👨‍👩‍👧‍👦 Familien-Café mit sehr langem Namen …  cafe  open  places/2",
                    "  1.2 km  NE  E\u{301}cole de la\u{300} Place et de la Re\u{301}publique     "
                        + "cafe  open  places/3",
                ])
            #expect(
                try await lines(search, columns: 60) == [
                    "distance      name                      kind  open  id",
                    "  1.2 km  NE  スターバックスコーヒー …  cafe  open  places/1",
                    "  1.2 km  NE  👨‍👩‍👧‍👦 Familien-Café mit se…  cafe  open  places/2",
                    "  1.2 km  NE  E\u{301}cole de la\u{300} Place et de…  cafe  open  places/3",
                ])
        }

        @Test func `a fix's reason is shown on 80 columns`() async throws {
            let fixes = try await lines(
                "geofencectl fixes \(Repository.walk) --max-accuracy 3", columns: 80)
            let dropped = fixes.filter { $0.has("dropped") }
            #expect(!dropped.isEmpty && dropped.allSatisfy { $0.hasSuffix("dropped: too coarse") })
        }

        @Test func `where there is room, and without a terminal, nothing is cut`() async throws {
            let search = commands(try await fill())[0]
            let piped = try await shell(search, environment: ["COLUMNS": "40"])
            #expect(piped.lines == (try await lines(search, columns: 200)))
            #expect(!piped.output.has("…"))
        }
    }
}
