import Posix
import Testing

extension SystemTests {
    /// What a household buys, has, owes and plans, from the terminal.
    struct HouseholdCommandTests {
        @Test func `a household buys, shares, pays back and plans`() async throws {
            try await withHousehold { house in
                try await house.buys()
                try await house.owes()
                try await house.plans()
            }
        }

        @Test func `who has left pays back, and who is forgotten by number`() async throws {
            try await withHousehold { house in
                try await house.say(
                    "bills add Rent 100 --for ben", as: "anna",
                    "added bill 1: Rent, 100.00 EUR, paid by Anna for Ben")
                _ = try await house.ctl("groups members remove home ben")
                try await house.say(
                    "paid-back ben anna 40", as: "anna",
                    "added bill 2: Paid back, 40.00 EUR, from Ben to Anna")
                try await house.say(
                    "bills edit 1 --amount 90 --share ben=90", as: "anna",
                    "changed bill 1: Rent, 90.00 EUR, paid by Anna for Ben 90.00")
                _ = try await house.ctl("people remove ben")
                let balance = try await house.ctl("household balance --as anna")
                #expect(balance.output.has("#2"), "\(balance)")
                try await house.say(
                    "paid-back '#2' anna 50", as: "anna",
                    "added bill 3: Paid back, 50.00 EUR, from somebody to Anna")
                let even = try await house.ctl("household balance --as anna")
                #expect(even.output.has("nobody owes anything"), "\(even)")
                for (line, words) in [
                    ("paid-back '#9' anna 1", "'#9': is no member of home"),
                    ("bills add Air 0", "'0': is not from 0.01 EUR to 1000000000.00 EUR"),
                    ("bills add Air -1000000000.01", "is not from 0.01 EUR to 1000000000.00 EUR"),
                ] {
                    let refused = try await house.ctl("household \(line) --as anna")
                    #expect(refused.status == 1 && refused.errors.has(words), "\(refused)")
                }
            }
        }

        @Test func `what is bought without a date is bought today, where the gateway is`()
            async throws
        {
            // One of the two has another date than Greenwich, whenever that is.
            let isMorning = try #require(Int(try await shell("date -u +%H").output.trimmed)) < 12
            let zone = isMorning ? "XXX12" : "XXX-14"
            try await withHousehold(environment: ["TZ": zone]) { house in
                func today() async throws -> String {
                    try await shell("TZ=\(zone) date +%F").output.trimmed
                }
                let before = try await today()
                for line in ["add Milk", "bought milk --price 2"] {
                    _ = try await house.ctl("household \(line) --as anna")
                }
                let days = [before, try await today()]
                let bills = try await house.ctl("household bills list --as anna")
                #expect(days.contains { bills.output.has($0) }, "\(days): \(bills)")
            }
        }

        @Test func `somebody is asked, and accepts or declines, or is asked no more`()
            async throws
        {
            try await withHousehold { house in
                for name in ["Carl", "Dora"] { _ = try await house.ctl("people add \(name)") }
                for (line, person, printed) in [
                    (
                        "ask Carl", "anna",
                        "Carl is asked to join group home, if there is such a person"
                    ),
                    (
                        "ask Nobody --household home", "ben",
                        "Nobody is asked to join group home, if there is such a person"
                    ),
                    (
                        "ask dora", "ben",
                        "dora is asked to join group home, if there is such a person"
                    ),
                ] {
                    try await house.say(line, as: person, printed)
                }
                try await house.table("requests", "2  Carl    home   Anna      Carl ")
                let own = try await house.ctl("household requests --as carl")
                #expect(own.lines.count == 2 && own.output.has("Anna      your answer"), "\(own)")
                for (line, words) in [
                    ("--accept 2 --as anna", "request 2: waits for Carl: --withdraw takes it back"),
                    (
                        "--decline 2 --as anna",
                        "request 2: waits for Carl: --withdraw takes it back"
                    ),
                    (
                        "--withdraw 2 --as carl",
                        "request 2: waits for an answer: --accept or --refuse gives it"
                    ),
                    (
                        "--accept 3 --as carl",
                        "request 3: is not there: see geofencectl household requests"
                    ),
                ] {
                    let finished = try await house.ctl("household requests \(line)")
                    #expect(finished.status == 1 && finished.output == "", "\(line)")
                    #expect(finished.errors == "Error: \(words)\n", "\(line)")
                }
                try await house.say(
                    "requests --accept 2", as: "carl",
                    "accepted request 2: see geofencectl groups show home")
                try await house.say(
                    "requests --decline 4", as: "dora", "removed request 4, which is declined")
                // The household is not told.
                try await house.table("requests", "4  dora    home   Ben       dora ")
                try await house.say(
                    "requests --withdraw 3 --withdraw 4", as: "anna",
                    "removed request 3, which is withdrawn\n"
                        + "removed request 4, which is withdrawn")
                #expect(
                    try await house.ctl("household requests --as anna").errors
                        == "no requests wait for an answer\n")
                let home = try await house.ctl("groups show home")
                #expect(home.output.has("Carl") && !home.output.has("Dora"), "\(home)")
            }
        }

        @Test func `whom a household asks answers by the list of all requests, too`() async throws {
            try await withHousehold { house in
                _ = try await house.ctl("people add Carl")
                _ = try await house.ctl("household ask Carl --as anna")
                for (line, words) in [
                    ("--accept 2", "request 2: waits for Carl: --withdraw takes it back"),
                    (
                        "--accept 2 --name Charles --as carl",
                        "request 2: is of a household, which corrects nothing: leave out --name, "
                            + "--site, --without"
                    ),
                ] {
                    let finished = try await house.ctl("groups requests \(line)")
                    #expect(finished.errors == "Error: \(words)\n", "\(line)")
                }
                let accepted = try await house.ctl("groups requests --accept 2 --as Carl --json")
                #expect(accepted.output == "{\"group\":\"home\"}\n", "\(accepted)")
            }
        }

        @Test func `what is wrong is said in a line, with what was meant`() async throws {
            try await withHousehold { house in
                _ = try await house.ctl("household add Milk --as anna")
                _ = try await house.ctl("household add Milk --as ben")
                _ = try await house.ctl("household add 'Oat drink' --as ben")
                let gone = "see geofencectl household list"
                for (line, words) in [
                    ("remove milk", "item 'milk': is 1, 2: say which by its number"),
                    (
                        "remove 'oat drnk'",
                        "item 'oat drnk': is not there: did you mean 'Oat drink'?"
                    ),
                    ("remove oat", "item 'oat': is not there: did you mean 'Oat drink'?"),
                    ("remove wine", "item 'wine': is not there: \(gone)"),
                    ("remove 4", "item '4': is not there: \(gone)"),
                    (
                        "bought 3 --price 2.505",
                        "'2.505': has 3 digits behind the point: EUR has 2 at most"
                    ),
                    (
                        "bought 3 --price 2 --for bem",
                        "'bem': is no member of home: did you mean ben?"
                    ),
                    (
                        "bills add Taxi 30 --share anna=10 --share ben=10",
                        "--share: the shares sum to 20.00 EUR, not to 30.00 EUR: make them the amount"
                    ),
                    (
                        "list --household lake",
                        "group 'lake': is not there: see geofencectl groups list"
                    ),
                    ("list --household bakers", "person anna: is not a member of group bakers"),
                    (
                        "list --household home --as carl",
                        "person 'carl': is not there: see geofencectl people list"
                    ),
                ] {
                    let finished = try await house.ctl(
                        "household \(line)" + (line.hasSuffix("carl") ? "" : " --as anna"))
                    #expect(finished.errors == "Error: \(words)\n", "\(line)")
                    #expect(finished.status == 1, "\(line)")
                }
                _ = try await house.ctl("groups add household Lake --admin anna")
                #expect(
                    try await house.ctl("household list --as anna").errors
                        == "Error: person anna: is in home, lake: say which with --household\n")
                #expect(
                    try await house.ctl("household list --as anna --household Lake").status == 0)
                #expect(
                    try await house.ctl("organisation due --as anna").errors
                        == "Error: person anna: is in no organisation: see geofencectl groups list\n"
                )
            }
        }

        @Test(
            arguments: [
                ("bought milk --price 1e3", "'1e3' is not an amount of money: write it as in 2.50"),
                ("bought milk --price -1", "'-1' is not an amount of money: write it as in 2.50"),
                ("bills add Taxi", "Missing expected argument '<money>'"),
                ("bills add Taxi -1 --dte 3", "'--dte' is not an option"),
                ("bought milk --price ½", "'½' is not an amount of money: write it as in 2.50"),
                ("bought milk --for ben", "--for, --share: are of a price: add --price"),
                ("bills edit 3", "nothing to change: say what is to be otherwise"),
                (
                    "bills add Taxi 3 --for anna --share ben=3",
                    "--for: cannot be used with --share: choose one"
                ),
                ("bills add Taxi 3 --share ben", "'ben' is no share: write it as in ben=12.50"),
                ("bills list --limit 0", "--limit: '0' is not a number from 1 to 1000"),
                ("events add Dentist", "--from: is missing: say when it begins"),
                ("calendar --new --end", "--new: cannot be used with --end: choose one"),
            ])
        func `a wrong command line leaves with status 64`(line: String, words: String) async throws
        {
            let finished = try await shell("geofencectl household \(line)")
            #expect(finished.status == 64)
            #expect(finished.errors.lines.first?.hasPrefix("Error: ") == true)
            #expect(finished.errors.lines.first?.has(words) == true, "\(finished.errors)")
        }

        private func withHousehold(
            environment: [String: String?] = [:], _ body: (House) async throws -> Void
        ) async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run(environment: environment) { _ in
                    let house = House(gateway: gateway)
                    for line in [
                        "people add Anna", "people add Ben",
                        "groups add household Home --admin anna --currency EUR",
                        "groups add organisation Bakers --admin ben",
                    ] {
                        let finished = try await house.ctl(line)
                        #expect(finished.status == 0, "\(finished)")
                    }
                    try await gateway.befriend("anna", "ben", in: "home")
                    try await body(house)
                }
            }
        }
    }
}

private struct House {
    let gateway: Gateway

    func ctl(_ line: String) async throws -> Finished {
        try await shell(
            "TZ=Europe/Amsterdam geofencectl \(line) --gateway-socket \(gateway.socket)")
    }

    /// Expects what is printed.
    func say(_ line: String, as person: String = "anna", _ printed: String) async throws {
        let finished = try await ctl("household \(line) --as \(person)")
        #expect(finished == Finished(status: 0, output: printed + "\n", errors: ""), "\(line)")
    }

    func table(_ line: String, _ row: String) async throws {
        let finished = try await ctl("household \(line) --as ben")
        #expect(finished.lines.contains { $0.has(row) }, "\(line): \(finished)")
    }

    func buys() async throws {
        try await say(
            "add Milk --amount '2 l'", "added item 1: Milk, 2 l, at shop=supermarket")
        try await say("edit milk --amount 3", "changed item 1: Milk, 3, at shop=supermarket")
        try await say("add Glue", as: "ben", "added item 2: Glue, at shop=supermarket")
        try await table("list", "1  Milk  3       shop=supermarket  Anna")
        try await say("remove glue", as: "ben", "removed item 2: Glue")
        try await say(
            "bought milk --price 2,51",
            "bought stock 1: Milk, 3; bill 1: Milk, 2.51 EUR, paid by Anna for Anna, Ben")
        try await say("inventory add Coffee --amount '500 g'", "added stock 2: Coffee, 500 g")
        try await say("inventory edit coffee --amount ''", "changed stock 2: Coffee")
        try await table("inventory list", "2  Coffee")
        try await say("used-up milk", "on the list: item 3: Milk, 3, at shop=supermarket")
        try await say("inventory remove 2", "removed stock 2: Coffee")
    }

    func owes() async throws {
        try await say(
            "bills add Taxi 30 --share anna=10 --share ben=20 --date 2026-05-01", as: "ben",
            "added bill 2: Taxi, 30.00 EUR, paid by Ben for Anna 10.00, Ben 20.00")
        try await table("bills list", "2  2026-05-01  Taxi  30.00  Ben")
        // 2.51 are 1.25 for Ben; of the taxi, 10.00 are for Anna.
        try await table("balance", "ben     Ben    8.75")
        try await table("balance", "Anna pays 8.75 EUR to Ben")
        try await say(
            "paid-back anna ben 8.75", "added bill 3: Paid back, 8.75 EUR, from Anna to Ben")
        try await table("balance", "nobody owes anything")
        try await say(
            "bills edit taxi --amount 40 --for anna", as: "ben",
            "changed bill 2: Taxi, 40.00 EUR, paid by Ben for Anna")
        try await say(
            "bills add 'Taxi, back' -10 --for anna --date 2026-05-02", as: "ben",
            "added bill 4: Taxi, back, -10.00 EUR, paid by Ben for Anna")
        try await table("bills list", "4  2026-05-02  Taxi, back  -10.00  Ben")
        try await say(
            "bills edit 4 --amount -12,50 --share anna=-12 --share ben=-0.50", as: "ben",
            "changed bill 4: Taxi, back, -12.50 EUR, paid by Ben for Anna -12.00, Ben -0.50")
        try await say(
            "bills remove 4", as: "ben", "removed bill 4: Taxi, back")
        let behind = try await shell(
            "geofencectl household bills add --as ben --gateway-socket \(gateway.socket) -- Air -1")
        #expect(behind.output.hasPrefix("added bill 5: Air, -1.00 EUR"), "\(behind)")
        try await say("bills remove 5", as: "ben", "removed bill 5: Air")
        try await say("bills remove 3", "removed bill 3: Paid back")
        try await table("balance", "Anna pays 38.75 EUR to Ben")
    }

    func plans() async throws {
        try await say(
            "events add Dentist --from '2030-03-31 9:00' --with ben --where 'Dam 20'",
            "added event 1: Dentist, 2030-03-31 09:00 to 10:00, at Dam 20, with Ben")
        try await say(
            "events edit dentist --from '2030-03-31 8:30'",
            "changed event 1: Dentist, 2030-03-31 08:30 to 09:30, at Dam 20, with Ben")
        try await say(
            "events add Fair --from 2030-12-24 --until 2030-12-26 --all-day",
            "added event 2: Fair, 2030-12-24 to 2030-12-26")
        try await table("events list", "1  2030-03-31 08:30  09:30       Dentist  Dam 20  Ben")
        #expect(
            try await ctl("household events list --until +7d --as anna").errors.hasPrefix("nothing")
        )
        try await say("events remove fair", "removed event 2: Fair")
        try await say("calendar", "there is no link: geofencectl household calendar --new")
        let link = try await ctl("household calendar --new --as anna").lines
        #expect(link.count == 2 && link[1].hasPrefix("webcal:") && link[0].hasSuffix(".ics"))
        try await say("calendar --end", "removed the link to group home")
    }
}
