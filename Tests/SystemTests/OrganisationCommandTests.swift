import APIClient
import Posix
import Testing

extension SystemTests {
    /// What an organisation tells its members, reviews and plans, from the terminal.
    struct OrganisationCommandTests {
        @Test func `an organisation tells, asks and reviews`() async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    let firm = Firm(gateway: gateway)
                    try await firm.begin()
                    try await firm.tells()
                    try await firm.reviews()
                    try await firm.plans()
                }
            }
        }

        @Test func `people ask to join, and are taken in under another name and site`()
            async throws
        {
            let gateway = try await Gateway()
            try await gateway.run { _ in try await Firm(gateway: gateway).takesIn() }
        }

        @Test(
            arguments: [
                (
                    "forms add Hygiene",
                    "--question: is missing: say what is asked"
                ),
                (
                    "forms add Hygiene --question 'maybe:Dry?'",
                    "'maybe:Dry?' is no question: write it as in 'yesno:Is the floor dry?', "
                        + "'scale:How clean is it?' or 'text:What is missing?'"
                ),
                ("forms edit hygiene", "nothing to change: say what is to be otherwise"),
                (
                    "bulletins edit 3 --picture x --without picture",
                    "--picture: cannot be used with --without picture: choose one"
                ),
                (
                    "requests --site Dam",
                    "--name, --site, --without: are for --accept: say whom"
                ),
                (
                    "events add Shift --from 9:00 --at 52,4 --site Dam",
                    "--at, --place, --site: say the same: choose one"
                ),
            ])
        func `a wrong command line leaves with status 64`(line: String, words: String) async throws
        {
            let finished = try await shell("geofencectl organisation \(line)")
            #expect(finished.status == 64)
            #expect(finished.errors.lines.first?.has(words) == true, "\(finished.errors)")
        }
    }
}

/// An organisation of Anna, where Ben works.
struct Firm {
    let gateway: Gateway

    func ctl(_ line: String) async throws -> Finished {
        try await shell(
            "TZ=Europe/Amsterdam geofencectl \(line) --gateway-socket \(gateway.socket)")
    }

    /// Expects what is printed.
    func say(_ line: String, as person: String = "anna", _ printed: String) async throws {
        let finished = try await ctl("organisation \(line) --as \(person)")
        #expect(finished == Finished(status: 0, output: printed + "\n", errors: ""), "\(line)")
    }

    func table(_ line: String, as person: String = "anna", _ row: String) async throws {
        let finished = try await ctl("organisation \(line) --as \(person)")
        #expect(finished.lines.contains { $0.has(row) }, "\(line): \(finished)")
    }

    func refused(_ line: String, as person: String = "anna", _ words: String) async throws {
        let finished = try await ctl("organisation \(line) --as \(person)")
        #expect(finished.status == 1, "\(line)")
        #expect(finished.errors.has(words), "\(line): \(finished.errors)")
    }

    func begin() async throws {
        for line in [
            "people add Anna", "people add Ben",
            "groups add organisation Bakers --admin anna",
            "groups sites add bakers Dam --at 52.37,4.89",
        ] {
            let finished = try await ctl(line)
            #expect(finished.status == 0, "\(finished)")
        }
        try await gateway.employ("ben", in: "bakers", by: "anna")
        #expect(try await ctl("groups members edit bakers ben --site 1").status == 0)
    }

    func takesIn() async throws {
        for line in [
            "people add Anna", "people add Ben", "people add Carl",
            "groups add organisation Bakers --admin anna", "groups add household Home --admin anna",
            "groups sites add bakers Dam --at 52.37,4.89",
            "groups sites add bakers Rokin --at 52.37,4.89",
        ] {
            let finished = try await ctl(line)
            #expect(finished.status == 0, "\(finished)")
        }
        try await say(
            "ask bakers --name 'B. Bos' --site dam", as: "ben",
            "ben asks to join group bakers, whose admins answer")
        try await say(
            "ask Bakers --site 1", as: "carl",
            "carl asks to join group bakers, whose admins answer")
        try await refused(
            "ask home", as: "carl",
            "group home: is a household, whose members ask: see geofencectl household ask --help")
        try await refused(
            "ask bakers --site Rokn", as: "carl", "site 'Rokn': is not there: did you mean Rokin?")
        try await table("requests", as: "ben", "1  B. Bos (ben)  bakers     1  B. Bos    Bakers")
        try await table("requests", "2  Carl (carl)   bakers     1  Carl      your answer")
        try await refused(
            "requests --accept 1", as: "ben",
            "request 1: waits for Bakers: --withdraw takes it back")
        try await refused(
            "requests --accept 1 --site Rokn", "site 'Rokn': is not there: did you mean Rokin?")
        try await say(
            "requests --accept 1 --name Benny --without site",
            "accepted request 1: see geofencectl groups show bakers")
        #expect(try await member("ben") == "ben     Benny  member")
        // A part of where it is leaves the rest, and the address moves nothing.
        for change in ["--radius 50", "--address 'Dam 20'"] {
            let finished = try await ctl("groups sites edit bakers Dam \(change)")
            #expect(finished.output == "changed site 1 of group bakers: Dam, within 50 m\n")
        }
        let site = "1  Dam    Dam 20   52.37000,4.89000    50 m"
        #expect(try await ctl("groups show bakers").lines.contains { $0.has(site) })
        // An admin by the list of all requests, and this machine.
        let shown = try await ctl("groups requests --as anna")
        #expect(shown.output.has("your answer"), "\(shown)")
        #expect(try await ctl("groups requests --refuse 2 --as carl").status == 1)
        #expect(
            try await ctl("groups requests --accept 2 --site Rokin").output
                == "accepted request 2: see geofencectl groups show bakers\n")
        #expect(try await member("carl") == "carl    Carl   member  Rokin")
        #expect(try await ctl("groups members edit bakers carl --without sites").status == 0)
        #expect(try await member("carl") == "carl    Carl   member")
    }

    /// How `groups show` has a member, but for the day.
    private func member(_ person: String) async throws -> String? {
        let line = try await ctl("groups show bakers").lines.first { $0.hasPrefix(person) }
        return (line?.split(separator: "today").first).map { String($0).trimmed }
    }

    func tells() async throws {
        try await say(
            "bulletins add 'New ovens' --text 'They are hot.' --site dam",
            "added bulletin 1: New ovens, for Dam")
        try await say(
            "news add 'Closed at Easter' --from 2030-04-21 --until 2030-04-22",
            "added bulletin 2: Closed at Easter, for all sites, from 2030-04-21 00:00, "
                + "until 2030-04-22 23:59")
        try await table("bulletins list", as: "ben", "1  New ovens  Dam")
        #expect(!(try await ctl("organisation bulletins list --as ben").output.has("Easter")))
        try await table("bulletins list --all", "2  Closed at Easter  all sites")
        try await say(
            "bulletins read 'new ovens'", as: "ben",
            "bulletin 1: New ovens, for Dam\n\nThey are hot.")
        try await table("bulletins readers 1", "ben     Ben   today")
        try await say(
            "bulletins edit 1 --title Ovens --without site",
            "changed bulletin 1: Ovens, for all sites")
        try await refused(
            "bulletins add x --picture \(Repository.root)/README.md",
            "is no JPEG, PNG or WebP: name a picture")
        try await refused("bulletins add x --site Dm", "site 'Dm': is not there: did you mean Dam?")
        try await refused(
            "bulletins remove 'ovns'", "bulletin 'ovns': is not there: did you mean 'Ovens'?")
        try await say("bulletins remove 2", "removed bulletin 2: Closed at Easter")
    }

    func reviews() async throws {
        try await say(
            "forms add Hygiene --question 'yesno:Is the floor dry?' "
                + "--question 'scale:How clean is it?' --question 'text:What is missing?' "
                + "--every-days 30",
            "added form 1: Hygiene, 3 questions, every 30 days")
        try await table("forms list", "1  Hygiene  yesno  Is the floor dry?")
        try await table("due", "ben     Ben   Hygiene  never")
        try await refused(
            "reviews add hygiene ben",
            "--answer: is missing: answer each question in turn\n"
                + "  yesno: Is the floor dry?\n  scale: How clean is it?")
        try await refused(
            "reviews add hygiene ben --answer yes", "is there 1 times for 3 questions")
        try await refused(
            "reviews add hygiene ben --answer yes --answer 6 --answer ''",
            "'6' is no answer to 'How clean is it?': say a number from 1 to 5")
        try await say(
            "reviews add hygiene ben --answer yes --answer 4 --answer '' --site Dam --result good "
                + "--date 2026-05-01",
            "added review 1: Hygiene of Ben, 2026-05-01, by Anna, good")
        try await table("reviews list --of ben", "1  2026-05-01  Hygiene  Ben  Dam  Anna  good")
        try await say(
            "reviews show 1", as: "ben",
            """
            review 1: Hygiene of Ben, 2026-05-01, by Anna, good
            at Dam

            Is the floor dry?
              yes

            How clean is it?
              4

            What is missing?
              –
            """)
        try await say(
            "reviews edit 1 --date today --result fine",
            "changed review 1: Hygiene of Ben, \(try await shell("TZ=Europe/Amsterdam date +%F").lines[0]), by Anna, fine"
        )
        #expect(try await ctl("organisation due --as anna").errors == "nobody is due\n")
        try await say(
            "forms edit hygiene --without every-days --closed",
            "changed form 1: Hygiene, 3 questions, closed")
        try await say("reviews remove 1", "removed review 1: Hygiene of Ben")
    }

    func plans() async throws {
        try await say(
            "events add Shift --from '2030-03-31 8:00' --until 16:00 --with ben --site Dam",
            "added event 1: Shift, 2030-03-31 08:00 to 16:00, at Dam, with Ben")
        try await refused("events remove shift", as: "ben", "only the admins of bakers may")
        try await say("events remove shift", "removed event 1: Shift")
    }
}

extension Gateway {
    /// Lets somebody ask to join an organisation, and an admin accept it.
    func employ(_ person: String, in organisation: String, by admin: String) async throws {
        var client = try api
        client.person = person
        _ = try await client.send(
            .post, "/api/groups/\(organisation)/requests", body: Array("{}".utf8))
        client.person = admin
        let list = try await client.get("/api/requests", as: AnyJSON.self)
        guard case .integer(let number)? = list["requests"]?.elements.first?["id"] else { return }
        _ = try await client.send(
            .post, "/api/requests/\(number)/accept", body: Array("{}".utf8))
    }
}
