import APIClient
import FoundationEssentials
import Posix
import TestSupport
import Testing

extension SystemTests {
    /// What one machine has becomes too much for it: some groups move to another, by the backup.
    struct DividedNodeTests {
        @Test func `some groups of a backup are restored with their members, and nothing else`()
            async throws
        {
            try await withTown { (town) async throws in
                let backup = town.workshop.file("backup.sqlite")
                try await town.gateway.run { (_) async throws in
                    try await town.fill()
                    try await town.ctl("gateway backup \(backup) \(town.state)")
                }
                let refused = try await shell(
                    "geofencectl gateway restore \(backup) --only home nowhere \(town.state)")
                #expect(refused.status == 1)
                #expect(
                    refused.errors.hasSuffix(
                        "--only: 'nowhere' is no group of \(backup): it has acme, den, home\n"))
                try await town.ctl("gateway restore \(backup) --only home \(town.state)")
                // What waits to be divided is saved and restored as what it will be.
                let waiting = town.workshop.file("waiting.sqlite")
                try await town.ctl("gateway backup \(waiting) \(town.state)")
                let gone = try await shell(
                    "geofencectl gateway restore \(waiting) --only acme \(town.state)")
                #expect(gone.status == 1 && gone.errors.has("it has home\n"), "\(gone)")
                try await town.ctl("gateway restore \(waiting) \(town.state)")
                try await town.gateway.run { (_) async throws in
                    #expect(try await town.ids("people") == ["anna", "ben"])
                    #expect(try await town.ids("groups") == ["home"])
                    let messages = try await town.messages()
                    #expect(messages.has("messages") && !messages.has("Attic"), "\(messages)")
                    // The daemon forgets what only the others have had.
                    try await eventually(try await town.atDaemon("devices", "id")) {
                        $0 == ["anna-phone"]
                    }
                    try await eventually(try await town.atDaemon("favourites", "audience")) {
                        $0 == ["person/anna"]
                    }
                    try await eventually(try await town.atDaemon("deals?all=true", "name")) {
                        $0 == ["Of the town"]
                    }
                    try await eventually(try await town.atDaemon("deals?all=true", "reserved")) {
                        $0 == ["1"]
                    }
                    // Who comes now, stays.
                    try await town.ctl("people add Eva \(town.socket)")
                }
                try await town.gateway.run { (_) async throws in
                    #expect(try await town.ids("people") == ["anna", "ben", "eva"])
                }
            }
        }

        @Test func `a group is removed with the members who are in no other`() async throws {
            try await withTown { (town) async throws in
                try await town.gateway.run { (_) async throws in
                    try await town.fill()
                    let refused = try await town.gateway.api(
                        "DELETE '/api/groups/acme?members=true'", as: "carl")
                    #expect(refused.status == 1 && refused.errors.has("members"), "\(refused)")
                    // Dora, who is in no group, is the only admin who is left.
                    let removed = try await shell(
                        "geofencectl groups remove nowhere acme den --with-members --yes \(town.socket)"
                    )
                    #expect(removed.status == 0 && removed.errors.has("nowhere"), "\(removed)")
                    #expect(try await town.ids("people") == ["anna", "ben", "dora"])
                    #expect(try await town.ids("groups") == ["home"])
                    #expect(try await town.atDaemon("devices", "id") == ["anna-phone"])
                    #expect(try await town.atDaemon("deals?all=true", "name") == ["Of the town"])
                    try await town.ctl("people edit ben --admin \(town.socket)")
                    try await town.ctl("people remove dora --yes \(town.socket)")
                    // Nobody is left who could be locked out.
                    try await town.ctl("groups remove home --with-members --yes \(town.socket)")
                    #expect(try await town.ids("people") == [])
                    #expect(try await town.ids("groups") == [])
                }
            }
        }

        @Test func `nobody is removed with a group who is the only admin of others`() async throws {
            try await withTown { (town) async throws in
                try await town.gateway.run { (_) async throws in
                    try await town.fill()
                    try await town.ctl("groups remove den --yes \(town.socket)")
                    try await town.ctl("people edit carl --admin \(town.socket)")
                    try await town.ctl("people edit dora --no-admin \(town.socket)")
                    let refused = try await shell(
                        "geofencectl groups remove acme --with-members --yes \(town.socket)")
                    #expect(refused.status == 1)
                    #expect(
                        refused.errors.has(
                            "all admins are in acme alone: make somebody else one first"),
                        "\(refused)")
                    #expect(try await town.ids("people") == ["anna", "ben", "carl", "dora"])
                    #expect(try await town.ids("groups") == ["acme", "home"])
                }
            }
        }

        private func withTown(_ body: (Town) async throws -> Void) async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await body(Town(gateway: gateway))
            }
        }
    }
}

/// Anna and Ben are in the household `home`, Ben and Carl in the organisation `acme`, and Dora in none.
private struct Town {
    let gateway: Gateway
    var workshop: Workshop { gateway.workshop }
    var state: String { "--state-directory \(gateway.state)" }
    var socket: String { "--gateway-socket \(gateway.socket)" }

    func ctl(_ line: String) async throws {
        let finished = try await shell("geofencectl \(line)")
        #expect(finished.status == 0, "\(line): \(finished)")
    }

    func fill() async throws {
        for person in ["Anna", "Ben", "Carl", "'Dora' --admin"] {
            try await ctl("people add \(person) \(socket)")
        }
        try await ctl("groups add household Home --admin anna \(socket)")
        try await ctl("groups add organisation Acme --admin carl \(socket)")
        try await gateway.befriend("anna", "ben", in: "home")
        _ = try await gateway.ask("POST /api/groups/acme/requests", as: "ben")
        _ = try await gateway.ask("POST /api/requests/2/accept", as: "carl")
        for person in ["anna", "carl"] {
            _ = try await gateway.ask(
                "/api/phones --field name=\(person)-phone", as: person)
            _ = try await gateway.ask("/api/favourites --field text=Starbucks", as: person)
        }
        _ = try await gateway.ask(
            "/api/groups/acme/sites --field name=Dam --field lat=52.37 --field lon=4.89", as: "carl"
        )
        _ = try await gateway.ask(
            "/api/groups/acme/deals --field name=Ours --field category=food --field site=1 "
                + "--field ends=2099-01-01T00:00:00Z", as: "carl")
        try await ctl(
            "deals add --name 'Of the town' --company Town --category food --at 52.37,4.89 "
                + "--until 2099-01-01 --socket \(workshop.control)")
        for person in ["anna", "carl"] {
            _ = try await gateway.ask("POST /api/deals/2/reserve", as: person)
        }
        // Of Carl's home, in which Anna is: he wants to be told when she comes.
        try await ctl("groups add household Den --admin carl \(socket)")
        try await gateway.befriend("carl", "anna", in: "den")
        _ = try await gateway.ask(
            "/api/groups/den/places --field name=Attic --field lat=52.37 --field lon=4.89",
            as: "carl")
        _ = try await gateway.ask(
            "/api/arrivals --field group=den --field place=1 --field person=anna "
                + "--field transition=enter", as: "carl")
        try await eventually(try await messages()) { $0.has("Attic") }
        try await eventually(try await atDaemon("devices", "id")) {
            $0 == ["anna-phone", "carl-phone"]
        }
    }

    /// Of what there are, as the gateway lists it, in order.
    func ids(_ things: String) async throws -> [String] {
        try await list("/api/\(things)", gateway.socket, things, "id")
    }

    /// Anna's, as they are.
    func messages() async throws -> String {
        try await gateway.api("/api/messages", as: "anna").output
    }

    func atDaemon(_ path: String, _ field: String) async throws -> [String] {
        let name = String(path.prefix { $0 != "?" })
        return try await list("/v1/\(path)", workshop.control, name, field)
    }

    private func list(
        _ path: String, _ socket: String, _ name: String, _ field: String
    ) async throws -> [String] {
        let found = try await shell("geofencectl api '\(path)' --socket \(socket)")
        #expect(found.status == 0, "\(found)")
        let answer = try JSONDecoder().decode(AnyJSON.self, from: Data(found.output.utf8))
        // The daemon's own receiver stays where it is.
        return (answer[name]?.elements ?? []).filter { $0["own"] != .bool(true) }
            .compactMap { $0[field]?.text }.sorted()
    }
}
