import APIClient
import FoundationEssentials
import Posix
import Testing

extension SystemTests {
    /// What groups do, with `geofencectl api`, from their first day to a person who is forgotten.
    struct GroupTests {
        @Test func `a household buys, shares, pays back and plans`() async throws {
            try await withGroup("household", "Home") { home in
                try await home.buys()
                try await home.owes()
                try await home.plans()
            }
        }

        @Test func `who has left pays back, and who is forgotten by number`() async throws {
            try await withGroup("household", "Home") { home in
                _ = try await home.ask(
                    "POST bills --field what=Rent --field amount=10000 --field 'for=[\"ben\"]'")
                try await home.ctl("groups members remove home ben")
                let paid =
                    "POST bills --field what=Back --field kind=payment --field 'for=[\"anna\"]'"
                _ = try await home.ask("\(paid) --field amount=4000 --field paid_by=ben")
                _ = try await home.ask(
                    "PATCH bills/1 --field amount=9000 "
                        + #"--field 'shares=[{"person": "ben", "amount": 9000}]'"#)
                try await home.ctl("people remove ben")
                let open = try await home.ask("balances")["payments"]?.elements.first
                #expect(open?["from"]?["party"] == .integer(2) && open?["from"]?["person"] == .null)
                _ = try await home.ask("\(paid) --field amount=5000 --field 'paid_by=\"#2\"'")
                #expect(try await home.ask("balances")["payments"] == .array([]))
                try await home.isRefused("\(paid) --field amount=1 --field 'paid_by=\"#9\"'", "#9")
            }
        }

        @Test func `what is bought without a date is bought today, where the gateway is`()
            async throws
        {
            // One of the two has another date than Greenwich, whenever that is.
            let isMorning = try #require(Int(try await shell("date -u +%H").output.trimmed)) < 12
            let zone = isMorning ? "XXX12" : "XXX-14"
            try await withGroup("household", "Home", environment: ["TZ": zone]) { home in
                func today() async throws -> String {
                    try await shell("TZ=\(zone) date +%F").output.trimmed
                }
                let before = try await today()
                _ = try await home.ask("things --field text=Milk")
                let bought = try await home.ask("POST things/1/bought --field price=200")
                let days = [before, try await today()]
                #expect(days.contains { $0 == bought["bill"]?["date"]?.string }, "\(days)")
            }
        }

        @Test func `somebody is asked, and accepts or declines, or is asked no more`()
            async throws
        {
            try await withGroup("household", "Home") { home in
                for name in ["Carl", "Dora"] { try await home.ctl("people add \(name)") }
                for name in ["Carl", "Nobody", "dora"] {
                    _ = try await home.ask("POST requests --field person=\(name)")
                }
                let own = try await home.gateway.ask("/api/requests", as: "carl")
                #expect(own["requests"]?.elements.map { $0["mine_to_answer"] } == [.bool(true)])
                for (request, person) in [
                    ("POST /api/requests/2/accept", "anna"),
                    ("POST /api/requests/3/accept", "carl"),
                ] {
                    let refused = try await home.gateway.api(request, as: person)
                    #expect(refused.status == 1, "\(refused)")
                }
                _ = try await home.gateway.ask("POST /api/requests/2/accept", as: "carl")
                try await home.gateway.say("DELETE /api/requests/4", as: "dora")
                // The household is not told.
                let left = try await home.gateway.ask("/api/requests", as: "anna")
                #expect(
                    left["requests"]?.elements.map { $0["name"]?.string } == ["Nobody", "dora"])
                for number in [3, 4] {
                    try await home.gateway.say("DELETE /api/requests/\(number)", as: "anna")
                }
                let members = try await home.ask("")["members"]?.elements ?? []
                #expect(members.map { $0["person"]?.string } == ["anna", "ben", "carl"])
            }
        }

        @Test func `an organisation takes in, tells, asks and reviews`() async throws {
            try await withGroup("organisation", "Bakers") { bakers in
                try await bakers.takesIn()
                try await bakers.tells()
                try await bakers.reviews()
                try await bakers.shifts()
            }
        }

        @Test func `a deal has a picture, if it is one and not too large`() async throws {
            try await withGroup("organisation", "Bakers") { bakers in
                let file = bakers.gateway.workshop.file("bread.png")
                // 24 × 16 pixels.
                let png =
                    "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4jWNgGAWj"
                    + "YBSMgsEBAASQAAFfmu8pAAAAAElFTkSuQmCC"
                _ = try await bakers.ask(
                    "deals --field name=Bread --field category=food --field lat=52 --field lon=4 "
                        + "--field ends=2090-05-01T18:00:00Z")
                // As much as there may be behind one, and one byte more.
                let largest = 5 << 20
                for (write, words) in [
                    ("cat > \(file)", nil),
                    ("cat > \(file) && truncate -s \(largest) \(file)", nil),
                    (
                        "cat > \(file) && truncate -s \(largest + 1) \(file)",
                        "the picture is larger than 5 MB: make it smaller"
                    ),
                    ("head -c 70 > \(file)", "the picture cannot be read"),
                ] as [(String, String?)] {
                    let made = try await shell("echo \(png) | base64 -d | (\(write))")
                    #expect(made.status == 0, "\(made)")
                    let put = "PUT deals/1/picture --input \(file)"
                    if let words {
                        try await bakers.isRefused(put, words)
                    } else {
                        let picture = try await bakers.ask(put)["picture"]?.string
                        #expect(picture?.hasPrefix("/api/deals/1/picture?v=") == true)
                    }
                }
            }
        }

        /// A group of Anna and Ben.
        private func withGroup(
            _ kind: String, _ name: String, environment: [String: String?] = [:],
            _ body: (TestGroup) async throws -> Void
        ) async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run(environment: environment) { _ in
                    let group = TestGroup(gateway: gateway, id: name.lowercased())
                    for line in [
                        "people add Anna", "people add Ben",
                        "groups add \(kind) \(name) --admin anna"
                            + (kind == "household" ? " --currency EUR" : ""),
                    ] {
                        try await group.ctl(line)
                    }
                    if kind == "household" {
                        try await gateway.befriend("anna", "ben", in: group.id)
                    }
                    try await body(group)
                }
            }
        }
    }
}

/// A group, as its members ask for it.
private struct TestGroup {
    let gateway: Gateway
    let id: String

    func ctl(_ line: String) async throws {
        let finished = try await shell("geofencectl \(line) --gateway-socket \(gateway.socket)")
        #expect(finished.status == 0, "\(line): \(finished)")
    }

    /// `request`: perhaps a method, a path below the group, and options.
    private func whole(_ request: String) -> String {
        let words = request.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let path = "/api/groups/\(id)"
        guard words[0] == words[0].uppercased(), words.count == 2 else {
            return path + (request.isEmpty ? "" : "/\(request)")
        }
        return "\(words[0]) \(path)/\(words[1])"
    }

    func ask(_ request: String, as person: String = "anna") async throws -> AnyJSON {
        try await gateway.ask(whole(request), as: person)
    }

    /// Expects that there is nothing to say to it.
    func say(_ request: String, as person: String = "anna") async throws {
        try await gateway.say(whole(request), as: person)
    }

    func isRefused(
        _ request: String, as person: String = "anna", _ words: String
    ) async throws {
        let finished = try await gateway.api(whole(request), as: person)
        #expect(finished.status == 1 && finished.errors.has(words), "\(request): \(finished)")
    }

    func buys() async throws {
        let milk = try await ask("things --field text=Milk --field amount='2 l'")
        #expect(milk["id"] == .integer(1) && milk["target"]?.string == "shop=supermarket")
        #expect(try await ask("PATCH things/1 --field amount='\"3\"'")["amount"]?.string == "3")
        _ = try await ask("things --field text=Glue", as: "ben")
        let list = try await ask("things", as: "ben")["things"]?.elements ?? []
        #expect(list.map { $0["by"]?["name"]?.string } == ["Anna", "Ben"])
        try await say("DELETE things/2", as: "ben")
        let bought = try await ask("POST things/1/bought --field price=251")
        #expect(bought["thing"]?["text"]?.string == "Milk")
        #expect(bought["bill"]?["amount"] == .integer(251))
        #expect(bought["bill"]?["shares"]?.elements.count == 2)
        _ = try await ask("things --field text=Coffee --field amount='500 g' --field state=home")
        #expect(try await ask("PATCH things/4 --field amount=")["amount"] == nil)
        #expect(try await ask("things?state=home", as: "ben")["things"]?.elements.count == 2)
        let wanted = try await ask("POST things/3/used-up")
        #expect(wanted["thing"]?["text"]?.string == "Milk")
        try await say("DELETE things/4")
    }

    func owes() async throws {
        let shares =
            #"--field 'shares=[{"person": "anna", "amount": 1000}, {"person": "ben", "amount": 2000}]'"#
        _ = try await ask(
            "bills --field what=Taxi --field amount=3000 --field date=2026-05-01 \(shares)",
            as: "ben")
        try await isRefused("bills --field what=Taxi --field amount=3001 \(shares)", "shares")
        // 2.51 are 1.25 for Ben; of the taxi, 10.00 are for Anna.
        #expect(try await debts() == ["anna ben 875"])
        _ = try await ask(
            "bills --field what=Back --field amount=875 --field kind=payment "
                + "--field paid_by=anna --field 'for=[\"ben\"]'")
        #expect(try await debts() == [])
        let changed = "PATCH bills/2 --field amount=4000 --field 'for=[\"anna\"]'"
        try await isRefused(changed, as: "anna", "only")
        _ = try await ask(changed, as: "ben")
        _ = try await ask(
            "bills --field what=Deposit --field amount=-1250 --field 'for=[\"anna\"]' "
                + "--field date=2026-05-02", as: "ben")
        #expect(try await debts() == ["anna ben 1750"])
        for (bill, person) in [(4, "ben"), (3, "anna")] {
            try await say("DELETE bills/\(bill)", as: person)
        }
        #expect(try await debts() == ["anna ben 3875"])
    }

    /// The payments that would settle all.
    private func debts() async throws -> [String] {
        let payments = try await ask("balances", as: "ben")["payments"]?.elements ?? []
        return payments.map {
            "\($0["from"]?["person"]?.text ?? "") \($0["to"]?["person"]?.text ?? "") "
                + "\($0["amount"]?.text ?? "")"
        }
    }

    func plans() async throws {
        let dentist = try await ask(
            "events --field what=Dentist --field start=2030-03-31T07:00:00Z "
                + "--field end=2030-03-31T08:00:00Z --field zone=Europe/Amsterdam "
                + #"--field 'people=["ben"]' --field 'where={"text": "Dam 20"}'"#)
        #expect(dentist["people"]?.elements.first?["name"]?.string == "Ben")
        #expect(dentist["where"]?["text"]?.string == "Dam 20")
        _ = try await ask(
            "events --field what=Fair --field start=2030-12-24 --field end=2030-12-26 "
                + "--field all_day=true")
        _ = try await ask("PATCH events/1 --field note=Teeth", as: "ben")
        #expect(try await ask("'events?until=2030-06-01T00:00:00Z'")["events"]?.elements.count == 1)
        try await say("DELETE events/2")
        #expect(try await ask("calendar")["made"]?.string == nil)
        let link = try await ask("POST calendar")
        #expect(link["url"]?.string?.hasSuffix(".ics") == true)
        #expect(link["webcal"]?.string?.hasPrefix("webcal:") == true)
        try await say("DELETE calendar")
        #expect(try await ask("calendar")["made"]?.string == nil)
    }

    func takesIn() async throws {
        _ = try await ask("sites --field name=Dam --field lat=52.37 --field lon=4.89")
        _ = try await ask("sites --field name=Rokin --field lat=52.37 --field lon=4.89")
        _ = try await ask("POST requests --field name='B. Bos' --field site=1", as: "ben")
        let asked = try await gateway.ask("/api/requests", as: "ben")["requests"]?.elements.first
        #expect(asked?["name"]?.string == "B. Bos" && asked?["mine_to_answer"] == .bool(false))
        let accept = "POST /api/requests/1/accept --field name=Benny --field site=null"
        #expect(try await gateway.api(accept, as: "ben").status == 1)
        _ = try await gateway.ask(accept, as: "anna")
        let ben = try await ask("")["members"]?.elements.last
        #expect(ben?["name"]?.string == "Benny" && ben?["sites"] == .array([]))
        // A part of where it is leaves the rest, and the address moves nothing.
        _ = try await ask("PATCH sites/1 --field radius=50")
        let site = try await ask("PATCH sites/1 --field address='Dam 20'")
        #expect(site["radius"] == .integer(50) && site["lat"] == .number(52.37))
        try await ctl("groups members edit bakers ben --site 1 --nick-name Ben")
    }

    func tells() async throws {
        _ = try await ask(
            "bulletins --field title='New ovens' --field text='They are hot.' --field site=1")
        _ = try await ask(
            "bulletins --field title=Easter --field from=2030-04-21T00:00:00Z "
                + "--field until=2030-04-22T00:00:00Z")
        let shown = try await ask("bulletins", as: "ben")["bulletins"]?.elements ?? []
        #expect(shown.map { $0["title"]?.string } == ["New ovens"])
        let all = try await ask("GET bulletins --field all=true")["bulletins"]?.elements
        #expect(all?.count == 2)
        try await say("POST bulletins/1/read", as: "ben")
        let reader = try await ask("bulletins/1/readers")["readers"]?.elements.first
        #expect(reader?["person"]?.string == "ben" && reader?["read"]?.string != nil)
        #expect(try await ask("PATCH bulletins/1 --field site=null")["site"] == nil)
        try await say("DELETE bulletins/2")
        try await isRefused("DELETE bulletins/1", as: "ben", "only the admins of bakers may")
    }

    func reviews() async throws {
        let questions =
            #"[{"kind": "yesno", "text": "Dry?"}, {"kind": "scale", "text": "Clean?"}]"#
        _ = try await ask(
            "forms --field name=Hygiene --field 'questions=\(questions)' --field every_days=30")
        let due = try await ask("due")["due"]?.elements ?? []
        #expect(due.map { $0["person"]?.string } == ["ben"])
        let review = "reviews --field form=1 --field form_version=1 --field of=ben"
        try await isRefused("\(review) --field 'answers=[true]'", "answers")
        try await isRefused("\(review) --field 'answers=[true, 6]'", "answers")
        let made = try await ask(
            "\(review) --field 'answers=[true, 4]' --field site=1 --field result=good "
                + "--field date=2026-05-01")
        #expect(made["observer"]?["name"]?.string == "Anna" && made["result"]?.string == "good")
        let own = try await ask("GET reviews --field person=ben", as: "ben")
        #expect(own["reviews"]?.elements.first?["answers"] == .array([.bool(true), .integer(4)]))
        _ = try await ask("PATCH reviews/1 --field result=fine")
        _ = try await ask("PATCH forms/1 --field every_days=null --field is_open=false")
        #expect(try await ask("due")["due"] == .array([]))
        try await say("DELETE reviews/1")
    }

    func shifts() async throws {
        let shift = try await ask(
            "events --field what=Shift --field start=2030-03-31T06:00:00Z "
                + "--field end=2030-03-31T14:00:00Z "
                + #"--field 'people=["ben"]' --field 'where={"site": 1}'"#)
        #expect(shift["where"]?["site_name"]?.string == "Dam")
        try await isRefused("DELETE events/1", as: "ben", "only the admins of bakers may")
        try await say("DELETE events/1")
    }
}

extension Gateway {
    func api(_ request: String, as person: String) async throws -> Finished {
        try await shell("geofencectl api --socket \(socket) --as \(person) \(request)")
    }

    /// What is answered to a person.
    func ask(_ request: String, as person: String) async throws -> AnyJSON {
        let finished = try await api(request, as: person)
        #expect(finished.status == 0 && finished.errors == "", "\(request): \(finished)")
        return try JSONDecoder().decode(AnyJSON.self, from: Data(finished.output.utf8))
    }

    /// Expects an answer without words.
    func say(_ request: String, as person: String) async throws {
        let finished = try await api(request, as: person)
        #expect(finished == Finished(status: 0, output: "", errors: ""), "\(request)")
    }

    /// Makes somebody a member of a household of which the other is one.
    func befriend(_ member: String, _ other: String, in household: String) async throws {
        _ = try await ask(
            "POST /api/groups/\(household)/requests --field person=\(other)", as: member)
        let list = try await ask("/api/requests", as: other)
        let number = try #require(list["requests"]?.elements.first?["id"]?.text)
        _ = try await ask("POST /api/requests/\(number)/accept", as: other)
    }
}
