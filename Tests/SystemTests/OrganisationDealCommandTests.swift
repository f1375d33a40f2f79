import APIClient
import Posix
import Testing

extension SystemTests {
    /// What an organisation offers, from the terminal.
    struct OrganisationDealCommandTests {
        @Test func `an organisation offers, people reserve and rate, and it ends`() async throws {
            try await withShop { shop in
                try await shop.offers()
                try await shop.isReserved()
                try await shop.changes()
                try await shop.ends()
            }
        }

        @Test func `a picture is as large as the gateway takes it`() async throws {
            try await withShop { shop in
                try await shop.picture()
                let largest = 5 << 20
                _ = try await shell("truncate -s \(largest) \(shop.pictureFile)")
                try await shop.firm.say(
                    "deals add \(Shop.bread) --until '2090-05-01 18:00' "
                        + "--picture \(shop.pictureFile)",
                    "added deal 1: Bread, until Monday 1 May 2090 18:00, at Dam, with a picture")
                _ = try await shell("truncate -s \(largest + 1) \(shop.pictureFile)")
                try await shop.firm.refused(
                    "deals edit bread --picture \(shop.pictureFile)",
                    "\(shop.pictureFile): is larger than 5120 KiB")
            }
        }

        @Test func `what is wrong with a deal is said in a line, and adds nothing`() async throws {
            try await withShop { shop in
                let until = "--until '2090-05-01 18:00'"
                for (line, words) in [
                    (
                        "add \(Shop.bread) --until 2020-05-01",
                        "--until: Friday 1 May 2020 23:59 is over already"
                    ),
                    (
                        "add \(Shop.bread) \(until) --from 2091-05-01",
                        "is not after --from, Tuesday 1 May 2091 00:00"
                    ),
                    ("add \(Shop.bread) \(until) --capacity 0", "capacity"),
                    (
                        "add \(Shop.bread) \(until) --picture \(Repository.root)/README.md",
                        "is no JPEG, PNG or WebP: name a picture"
                    ),
                    (
                        "add --name Bread --category food --site Dm \(until)",
                        "site 'Dm': is not there: did you mean Dam?"
                    ),
                    (
                        "show bread",
                        "deal 'bread': is not there: see geofencectl organisation deals list"
                    ),
                    ("end 3", "deal '3': is not there"),
                    ("reservations 3", "deal '3': is not there"),
                ] {
                    try await shop.firm.refused("deals \(line)", words)
                }
                let words = "only the admins of bakers may"
                try await shop.firm.refused("deals add \(Shop.bread) \(until)", as: "ben", words)
                let none = try await shop.firm.ctl("organisation deals list --as ben")
                #expect(none.errors == "no deals: geofencectl organisation deals add\n")
                try await shop.firm.say(
                    "deals add \(Shop.bread) \(until)",
                    "added deal 1: Bread, until Monday 1 May 2090 18:00, at Dam")
                for change in ["edit 1 --name Rolls", "end 1", "remove 1", "reservations 1"] {
                    try await shop.firm.refused("deals \(change)", as: "ben", words)
                }
                try await shop.firm.say(
                    "deals edit 1 --from '2089-05-01 10:00' --without site",
                    "changed deal 1: Bread, from Sunday 1 May 2089 10:00 "
                        + "until Monday 1 May 2090 18:00")
                try await shop.firm.refused(
                    "deals end bread", "deal 1 has not begun: remove it instead")
                // Half a picture begins as one.
                try await shop.picture("head -c 70")
                let half = try await shop.firm.ctl(
                    "organisation deals add \(Shop.bread) \(until) --as anna "
                        + "--picture \(shop.pictureFile)")
                #expect(half.status == 1)
                #expect(half.errors.lines.first == "deal 2: Bread is added, without its picture")
                #expect(half.errors.has("the picture cannot be read"))
            }
        }

        @Test(
            arguments: [
                ("add --category food", "--name: is missing: a deal must have one"),
                ("add --name x --category food", "--until: is missing: a deal must have one"),
                (
                    "add --name x --category food --until 18:00",
                    "--site: is missing: say where it is, or give --at or --address"
                ),
                (
                    "edit 3 --picture x --without picture",
                    "--picture: cannot be used with --without picture: choose one"
                ),
            ])
        func `a wrong command line leaves with status 64`(line: String, words: String) async throws
        {
            let finished = try await shell("geofencectl organisation deals \(line)")
            #expect(finished.status == 64)
            #expect(finished.errors.lines.first?.has(words) == true, "\(finished.errors)")
        }

        private func withShop(_ body: (Shop) async throws -> Void) async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    let shop = Shop(firm: Firm(gateway: gateway))
                    try await shop.firm.begin()
                    #expect(try await shop.firm.ctl("people add Carl").status == 0)
                    try await body(shop)
                }
            }
        }
    }
}

/// An organisation that sells something, and Carl, who buys there and is no member.
private struct Shop {
    let firm: Firm

    static let bread = "--name Bread --category food --site Dam"
    private static let until = "until Monday 1 May 2090 18:00"

    var pictureFile: String { firm.gateway.workshop.file("bread.png") }

    /// 24 × 16 pixels, as `filter` leaves them.
    func picture(_ filter: String = "cat") async throws {
        let png =
            "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4jWNgGAWj"
            + "YBSMgsEBAASQAAFfmu8pAAAAAElFTkSuQmCC"
        let made = try await shell("echo \(png) | base64 -d | \(filter) > \(pictureFile)")
        #expect(made.status == 0, "\(made)")
    }

    private func send(
        _ method: APIClient.Method, _ path: String, _ body: String = "{}", as person: String
    ) async throws {
        var client = try firm.gateway.api
        client.person = person
        _ = try await client.send(method, "/api/\(path)", body: Array(body.utf8))
    }

    func offers() async throws {
        try await picture()
        try await firm.say(
            "deals add \(Self.bread) --from 2020-05-01 --until '2090-05-01 18:00' --capacity 1 "
                + "--opening-hours 'Mo-Fr 09:00-18:00' --picture \(pictureFile)",
            "added deal 1: Bread, \(Self.until), 0/1 reserved, at Dam, with a picture")
        try await firm.say(
            "deals add --name Tasting --category party --at 52.38,4.9 --from '2090-06-01 20:00' "
                + "--until 23:00",
            "added deal 2: Tasting, from Thursday 1 June 2090 20:00 "
                + "until Thursday 1 June 2090 23:00")
        try await firm.table("deals list", as: "ben", "1  Bread    food      Dam  on")
        try await firm.table("deals list", as: "ben", "2  Tasting  party          to come")
        let nobody = try await firm.ctl("organisation deals reservations bread --as anna")
        #expect(nobody == Finished(status: 0, output: "", errors: "nobody has reserved it\n"))
    }

    func isReserved() async throws {
        try await send(.post, "deals/1/reserve", as: "carl")
        await #expect(throws: APIError.self) {
            try await send(.post, "deals/1/reserve", as: "ben")
        }
        try await send(.put, "tips/deal/1", #"{"rating": 4, "text": "Warm"}"#, as: "carl")
        try await firm.table("deals list", "Dam  full")
        try await firm.table("deals list", "1/1  4.0 by 1")
        try await firm.table("deals reservations bread", "Carl  today")
        try await firm.table("deals reservations bread", "4  Warm")
        let json = try await firm.ctl("organisation deals reservations 1 --json --as anna")
        #expect(json.output.has(#""name":"Carl""#) && json.output.has(#""rating":4"#))
    }

    func changes() async throws {
        try await firm.say(
            "deals edit bread --name Rolls --capacity 2 --without picture",
            "changed deal 1: Rolls, \(Self.until), 1/2 reserved, at Dam, rated 4.0 by 1")
        let shown = try await firm.ctl("organisation deals show rolls --as ben")
        for line in [
            "  company      Bakers", "  reserved     1/2", "  open         Mo-Fr 09:00-18:00",
            "  site         Dam", "  rated        4.0 by 1",
        ] {
            #expect(shown.lines.contains(line), "\(shown.output)")
        }
        #expect(!shown.output.has("picture"))
        // A picture alone is a change.
        try await firm.say(
            "deals edit rolls --picture \(pictureFile)",
            "changed deal 1: Rolls, \(Self.until), 1/2 reserved, at Dam, with a picture, "
                + "rated 4.0 by 1")
        let nothing = try await firm.ctl("organisation deals edit rolls --as anna")
        #expect(nothing.status == 64 && nothing.errors.has("nothing to change"))
        // Until an hour is that of the day on which it begins.
        try await firm.say(
            "deals edit tasting --until 22:00 --without capacity",
            "changed deal 2: Tasting, from Thursday 1 June 2090 20:00 "
                + "until Thursday 1 June 2090 22:00")
    }

    func ends() async throws {
        let ended = try await firm.ctl("organisation deals end rolls --as anna")
        #expect(ended.status == 0 && ended.output.hasPrefix("ended deal 1: Rolls, ended today"))
        try await firm.table("deals list", "Dam  over")
        try await firm.table("deals reservations rolls", "Carl  today")
        try await firm.say("deals remove rolls", "removed deal 1: Rolls")
        let left = try await firm.ctl("organisation deals list --json --as anna")
        #expect(left.output.has(#""name":"Tasting""#) && !left.output.has("Rolls"))
    }
}
