import Testing

@testable import Community

/// Who may what: a row for each thing that can be done, a column for each of those who might.
@Suite struct WhoMayTests {
    typealias Deed = @Sendable (Street, Caller) async throws -> Void

    /// What comes of a deed: `y` is done, `-` not found, `f` forbidden, `c` conflict.
    static func outcome(_ deed: Deed, _ street: Street, _ caller: Caller) async -> Character {
        do {
            try await deed(street, caller)
            return "y"
        } catch CommunityError.notFound {
            return "-"
        } catch CommunityError.forbidden {
            return "f"
        } catch CommunityError.conflict {
            return "c"
        } catch {
            return "?"
        }
    }

    /// The machine; anna, an admin of it; ben, admin of the household; carl, a member; dora, asked by
    /// it; erik, a former member; fay, admin of an organisation; hal, who was removed.
    static let ofHousehold: [(String, String, Deed)] = [
        ("see ben", "yyyy----", { _ = try await $0.community.person($0.ben, by: $1) }),
        (
            "see dora", "yy--y---",
            { _ = try await $0.community.person($0.dora, by: $1) }
        ),
        (
            "add a person", "yyfffff-",
            { _ = try await $0.community.addPerson(name: "Ida", by: $1) }
        ),
        (
            "rename ben", "yyyf----",
            { try await $0.community.editPerson($0.ben, name: "Benno", by: $1) }
        ),
        (
            "make ben an admin", "yyff----",
            { try await $0.community.editPerson($0.ben, isAdmin: true, by: $1) }
        ),
        (
            "remove the only admin", "cc------",
            { _ = try await $0.community.removePerson($0.anna, by: $1) }
        ),
        (
            "demote the only admin", "cc------",
            { try await $0.community.editPerson($0.anna, isAdmin: false, by: $1) }
        ),
        (
            "remove ben", "yyyf----",
            { _ = try await $0.community.removePerson($0.ben, by: $1) }
        ),
        ("export ben", "yyyf----", { _ = try await $0.community.export($0.ben, by: $1) }),
        (
            "make a link for ben", "yyyf----",
            { _ = try await $0.community.addLink(for: $0.ben, by: $1) }
        ),
        (
            "see ben's sessions", "yyyf----",
            { _ = try await $0.community.sessions(of: $0.ben, by: $1) }
        ),
        (
            "end ben's session", "yyyf----",
            {
                let session = try await $0.community.signIn($0.ben)
                try await $0.community.endSession(session.id, of: $0.ben, by: $1)
            }
        ),
        (
            "end ben's other sessions", "yyyf----",
            { try await $0.community.endOtherSessions(of: $0.ben, except: nil, by: $1) }
        ),
        ("see sign-ups", "yyfffff-", { _ = try await $0.community.signups(by: $1) }),
        (
            "accept a sign-up", "yyfffff-",
            {
                _ = try await $0.community.requestSignup(name: "Ida")
                let id = try await $0.community.signups(by: .machine)[0].id
                try await $0.community.acceptSignup(id, by: $1)
            }
        ),
        (
            "refuse a sign-up", "yyfffff-",
            {
                _ = try await $0.community.requestSignup(name: "Ida")
                let id = try await $0.community.signups(by: .machine)[0].id
                try await $0.community.refuseSignup(id, by: $1)
            }
        ),
        ("see the household", "y-yy----", { _ = try await $0.community.group($0.home, by: $1) }),
        (
            "rename the household", "y-yf----",
            { try await $0.community.editGroup($0.home, name: "Nest", by: $1) }
        ),
        (
            "remove the household", "yycf----",
            { try await $0.community.removeGroup($0.home, by: $1) }
        ),
        (
            "give carl a nick name", "y-yy----",
            { try await $0.community.editMember($0.carl, of: $0.home, nickName: "C", by: $1) }
        ),
        (
            "give ben a nick name", "y-yf----",
            { try await $0.community.editMember($0.ben, of: $0.home, nickName: "B", by: $1) }
        ),
        (
            "make carl its admin", "y-yf----",
            { try await $0.community.editMember($0.carl, of: $0.home, role: .admin, by: $1) }
        ),
        (
            "give carl a number in a household", "c-cf----",
            { try await $0.community.editMember($0.carl, of: $0.home, number: "7", by: $1) }
        ),
        (
            "take carl out", "y-yy----",
            { try await $0.community.removeMember($0.carl, of: $0.home, by: $1) }
        ),
        (
            "take its only admin out", "c-cf----",
            { try await $0.community.removeMember($0.ben, of: $0.home, by: $1) }
        ),
        (
            "take somebody out who is not in it", "--------",
            { try await $0.community.removeMember($0.dora, of: $0.home, by: $1) }
        ),
        ("invite to it", "y-yy----", { _ = try await $0.community.invite(to: $0.home, by: $1) }),
        (
            "ask somebody to join it", "y-yy----",
            { try await $0.community.ask("Nobody", toJoin: $0.home, by: $1) }
        ),
        (
            "ask a household to join it", "f-------",
            { try await $0.community.askToJoin($0.home, by: $1) }
        ),
        (
            "accept for dora", "f-ffy---",
            { try await $0.community.acceptRequest($0.askedByHome(), by: $1) }
        ),
        (
            "end the request to dora", "y-yyy---",
            { try await $0.community.removeRequest($0.askedByHome(), by: $1) }
        ),
        ("see its places", "y-yy----", { _ = try await $0.community.places(of: $0.home, by: $1) }),
        (
            "add a place", "y-yy----",
            {
                _ = try await $0.community.addPlace(
                    of: $0.home, name: "Gym", area: .somewhere, by: $1)
            }
        ),
        (
            "change a place", "y-yy----",
            { try await $0.community.editPlace($0.place, of: $0.home, name: "Uni", by: $1) }
        ),
        (
            "remove a place", "y-yy----",
            { try await $0.community.removePlace($0.place, of: $0.home, by: $1) }
        ),
        (
            "add a site to a household", "c-cf----",
            {
                _ = try await $0.community.addSite(
                    of: $0.home, name: "Quay", area: .somewhere, by: $1)
            }
        ),
        (
            "add a phone of ben", "y-y-----",
            { _ = try await $0.community.addPhone(name: "Old", owner: $0.ben, by: $1) }
        ),
        ("see ben's phone", "y-yy----", { _ = try await $0.community.phone("ben-phone", by: $1) }),
        (
            "rename ben's phone", "y-yf----",
            { try await $0.community.editPhone("ben-phone", name: "P", by: $1) }
        ),
        (
            "make a new token for it", "y-yf----",
            { _ = try await $0.community.renewToken(of: "ben-phone", by: $1) }
        ),
        (
            // Of others, it may be the topic of a phone that is not theirs.
            "say where it publishes", "y-ff----",
            {
                try await $0.community.editPhone(
                    "ben-phone", topic: "owntracks/ben/phone", by: $1)
            }
        ),
        (
            "say that it publishes nowhere", "y-yf----",
            { try await $0.community.editPhone("ben-phone", topic: .some(nil), by: $1) }
        ),
        (
            "remove ben's phone", "y-yf----",
            { try await $0.community.removePhone("ben-phone", by: $1) }
        ),
        (
            "see with whom ben shares it", "f-yf----",
            { _ = try await $0.community.sharing(of: "ben-phone", by: $1) }
        ),
        (
            "share it", "f-yf----",
            { try await $0.community.share("ben-phone", with: $0.home, level: .arrivals, by: $1) }
        ),
        (
            "end sharing it", "f-yf----",
            { try await $0.community.share("ben-phone", with: $0.home, level: nil, by: $1) }
        ),
        (
            "share it with an organisation", "f--f----",
            { try await $0.community.share("ben-phone", with: $0.acme, level: .arrivals, by: $1) }
        ),
        (
            "ask to be told of ben", "f-?y----",
            {
                _ = try await $0.community.askForArrivals(
                    of: $0.ben, at: $0.place, in: $0.home, .enter, by: $1)
            }
        ),
        (
            "allow carl to be told of ben", "f-yf----",
            { try await $0.community.allowArrival(try await $0.carlAsksOfBen(), by: $1) }
        ),
        (
            "end that carl is told of ben", "f-yy----",
            { try await $0.community.endArrival(try await $0.carlAsksOfBen(), by: $1) }
        ),
        (
            "let programs read figures", "yyfffff-",
            { _ = try await $0.community.renewMetricsToken(by: $1) }
        ),
        (
            "say whom the own source follows", "yyfffff-",
            { try await $0.community.setOwnOwner($0.ben, by: $1) }
        ),
    ]

    @Test(arguments: ofHousehold.indices)
    func `who may do what with people, a household and a phone`(row: Int) async throws {
        let (name, expected, deed) = Self.ofHousehold[row]
        var outcomes = ""
        for column in 0..<8 {
            let street = try await Street()
            let callers: [Caller] = [
                .machine, .person(street.anna), .person(street.ben), .person(street.carl),
                .person(street.dora), .person(street.erik), .person(street.fay),
                .person(street.hal),
            ]
            outcomes.append(await Self.outcome(deed, street, callers[column]))
        }
        #expect(outcomes == expected, "\(name)")
    }

    /// The machine; anna, an admin of it; fay, admin of the organisation; gus, a member; dora, who asks
    /// to join; erik, a former member; ben, admin of another group; hal, who was removed.
    static let ofOrganisation: [(String, String, Deed)] = [
        ("see gus", "yyyy----", { _ = try await $0.community.person($0.gus, by: $1) }),
        (
            "find it", "yyyyyyy-",
            { _ = try await $0.community.organisations(matching: "acme", by: $1) }
        ),
        ("see it", "y-yy----", { _ = try await $0.community.group($0.acme, by: $1) }),
        (
            "rename it", "y-yf----",
            { try await $0.community.editGroup($0.acme, name: "Acme 2", by: $1) }
        ),
        ("remove it", "yycf----", { try await $0.community.removeGroup($0.acme, by: $1) }),
        ("see its sites", "y-yy----", { _ = try await $0.community.sites(of: $0.acme, by: $1) }),
        (
            "add a site", "y-yf----",
            {
                _ = try await $0.community.addSite(
                    of: $0.acme, name: "Quay", area: .somewhere, by: $1)
            }
        ),
        (
            "change a site", "y-yf----",
            { try await $0.community.editSite($0.site, of: $0.acme, name: "Dock", by: $1) }
        ),
        (
            "remove a site", "y-yf----",
            { try await $0.community.removeSite($0.site, of: $0.acme, by: $1) }
        ),
        (
            "accept dora", "y-y-f---",
            { try await $0.community.acceptRequest($0.askedByDora(), by: $1) }
        ),
        (
            "refuse or withdraw dora", "y-y-y---",
            { try await $0.community.removeRequest($0.askedByDora(), by: $1) }
        ),
        (
            "ask to join it", "fycccyy-",
            { try await $0.community.askToJoin($0.acme, by: $1) }
        ),
        (
            "mend gus' name", "y-yf----",
            { try await $0.community.editMember($0.gus, of: $0.acme, nickName: "G.", by: $1) }
        ),
        (
            "say where gus works", "y-yf----",
            { try await $0.community.editMember($0.gus, of: $0.acme, sites: [$0.site], by: $1) }
        ),
        (
            "take gus out", "y-yy----",
            { try await $0.community.removeMember($0.gus, of: $0.acme, by: $1) }
        ),
        (
            "invite to an organisation", "c-cc----",
            { _ = try await $0.community.invite(to: $0.acme, by: $1) }
        ),
        (
            "ask somebody to join an organisation", "c-cc----",
            { try await $0.community.ask("Ben", toJoin: $0.acme, by: $1) }
        ),
        (
            "add a place to an organisation", "c-cc----",
            {
                _ = try await $0.community.addPlace(
                    of: $0.acme, name: "Gym", area: .somewhere, by: $1)
            }
        ),
    ]

    @Test(arguments: ofOrganisation.indices)
    func `who may do what with an organisation`(row: Int) async throws {
        let (name, expected, deed) = Self.ofOrganisation[row]
        var outcomes = ""
        for column in 0..<8 {
            let street = try await Street()
            let callers: [Caller] = [
                .machine, .person(street.anna), .person(street.fay), .person(street.gus),
                .person(street.dora), .person(street.erik), .person(street.ben),
                .person(street.hal),
            ]
            outcomes.append(await Self.outcome(deed, street, callers[column]))
        }
        #expect(outcomes == expected, "\(name)")
    }

    @Test func `lists have only what the caller may know of`() async throws {
        let street = try await Street()
        let community = street.community
        func seen(_ caller: Caller) async throws -> [String] {
            [
                try await community.people(by: caller).map(\.name).joined(separator: " "),
                try await community.groups(by: caller).map(\.id.rawValue).joined(separator: " "),
                try await community.phones(by: caller).map(\.id).joined(separator: " "),
                try await community.requests(by: caller).map { "\($0.kind):\($0.name)" }
                    .joined(separator: " "),
            ]
        }
        let all = "Anna Ben Carl Dora Erik Fay Gus"
        #expect(
            try await seen(.machine) == [
                all, "home acme", "ben-phone", "asksGroup:Dora asksPerson:Dora",
            ])
        #expect(try await seen(.person(street.anna)) == [all, "", "", ""])
        #expect(
            try await seen(.person(street.carl)) == [
                "Ben Carl", "home", "ben-phone", "asksPerson:Dora",
            ])
        #expect(
            try await seen(.person(street.dora)) == [
                "Dora", "", "", "asksGroup:Dora asksPerson:Dora",
            ])
        #expect(try await seen(.person(street.erik)) == ["Erik", "", "", ""])
        #expect(try await seen(.person(street.fay)) == ["Fay Gus", "acme", "", "asksGroup:Dora"])
        #expect(try await seen(.person(street.gus)) == ["Fay Gus", "acme", "", ""])
    }
}

extension Street {
    func carlAsksOfBen() async throws -> Int64 {
        try await community.askForArrivals(
            of: ben, at: place, in: home, .enter, by: .person(carl)
        ).arrival.id
    }

    func askedByHome() async throws -> Int64 {
        try await request(.asksPerson)
    }

    func askedByDora() async throws -> Int64 {
        try await request(.asksGroup)
    }

    private func request(_ kind: MembershipRequest.Kind) async throws -> Int64 {
        try await community.requests(by: .machine).first { $0.kind == kind }!.id
    }
}
