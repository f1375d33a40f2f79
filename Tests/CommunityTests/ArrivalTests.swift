import Geofencing
import Testing

@testable import Community

/// "Tell me when Ben gets to school": carl asks, of ben or the other way round.
@Suite struct ArrivalTests {
    /// `time`: when it happened, in Unix seconds; `nil`: now.
    private static func told(
        _ street: Street, _ transition: Arrival.Transition = .enter, at time: Int64? = nil
    ) async throws -> [PersonID] {
        try await street.community.watchers(
            of: "ben-phone", at: street.place, in: street.home, transition,
            time: Timestamp(seconds: time ?? street.time.now))
    }

    private static func ask(
        _ street: Street, _ transition: Arrival.Transition = .enter
    ) async throws -> Arrival {
        try await street.community.askForArrivals(
            of: street.ben, at: street.place, in: street.home, transition,
            by: .person(street.carl)
        ).arrival
    }

    private static func states(_ street: Street, _ person: PersonID) async throws -> [String] {
        try await street.community.arrivals(by: .person(person)).map {
            "\($0.askerName) of \($0.personName) \($0.transition) \($0.placeName): \($0.state)"
        }
    }

    @Test func `nobody is told who has not asked`() async throws {
        let street = try await Street()
        #expect(try await Self.told(street).isEmpty)
        _ = try await Self.ask(street)
        #expect(try await Self.told(street) == [street.carl])
        #expect(try await Self.told(street, .exit).isEmpty)
        let elsewhere = try await street.community.addPlace(
            of: street.home, name: "Gym", area: .somewhere, by: .person(street.ben))
        #expect(
            try await street.community.watchers(
                of: "ben-phone", at: elsewhere.id, in: street.home, .enter,
                time: Timestamp(seconds: street.time.now)
            ).isEmpty)
    }

    @Test func `where a place is moved, whoever shows arrivals there is asked again`() async throws
    {
        let street = try await Street()
        let (community, carl) = (street.community, Caller.person(street.carl))
        _ = try await Self.ask(street)
        var (_, asked) = try await community.editPlace(
            street.place, of: street.home, name: "Uni", by: carl)
        #expect(asked.isEmpty)
        #expect(try await Self.told(street) == [street.carl])
        let there = Area(latitude: 52.4, longitude: 4.9, radius: 50)
        (_, asked) = try await community.editPlace(
            street.place, of: street.home, area: there, by: carl)
        #expect(asked.map(\.person) == [street.ben])
        #expect(
            try await Self.states(street, street.ben) == ["Carl of Ben enter Uni: waits"])
        #expect(try await Self.told(street).isEmpty)
        try await community.allowArrival(asked[0].id, by: .person(street.ben))
        #expect(try await Self.told(street) == [street.carl])
        // Who moves it knows where it is.
        (_, asked) = try await community.editPlace(
            street.place, of: street.home, area: .somewhere, by: .person(street.ben))
        #expect(asked.isEmpty)
        #expect(try await Self.told(street) == [street.carl])
    }

    @Test func `what counts is what was allowed when it happened, however late it becomes known`()
        async throws
    {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        let carl = [street.carl]
        func share(_ level: Sharing.Level?, until: Int64? = nil) async throws {
            try await community.share(
                "ben-phone", with: street.home, level: level,
                until: until.map { Timestamp(seconds: $0) }, by: ben)
        }
        try await share(nil)
        let arrival = try await Self.ask(street)
        street.time.pass(hour)
        let began = street.time.now
        try await community.allowArrival(arrival.id, by: ben)
        street.time.pass(hour)
        #expect(try await Self.told(street, at: began - 1) == [])
        #expect(try await Self.told(street, at: began) == carl)
        // To show more, or for longer, is no new beginning.
        let end = street.time.now + hour
        try await share(.position, until: end)
        #expect(try await Self.told(street, at: began) == carl)
        street.time.pass(hour)
        #expect(try await Self.told(street, at: end - 1) == carl)
        #expect(try await Self.told(street, at: end) == [])
        // Shown again after it was over.
        street.time.pass(hour)
        try await share(.arrivals)
        #expect(try await Self.told(street, at: street.time.now - 1) == [])
        #expect(try await Self.told(street) == carl)
    }

    @Test func `of the time in which a person had ended it, nobody is told later`() async throws {
        let street = try await Street()
        try await street.community.endArrival(Self.ask(street).id, by: .person(street.ben))
        let again = try await Self.ask(street)
        let before = street.time.now
        street.time.pass(hour)
        try await street.community.allowArrival(again.id, by: .person(street.ben))
        #expect(try await Self.told(street, at: before) == [])
        #expect(try await Self.told(street) == [street.carl])
    }

    @Test func `a clock that is set changes nothing of what was allowed`() async throws {
        let street = try await Street()
        _ = try await Self.ask(street)
        let began = street.time.now
        street.time.set(by: -year)
        #expect(try await Self.told(street) == [street.carl])
        #expect(try await Self.told(street, at: began - year - 1) == [])
    }

    @Test func `of who shows a phone one is told at once, and both see it`() async throws {
        let street = try await Street()
        #expect(try await Self.ask(street).state == .active)
        let seen = ["Carl of Ben enter School: active"]
        #expect(try await Self.states(street, street.carl) == seen)
        #expect(try await Self.states(street, street.ben) == seen)
        #expect(try await Self.states(street, street.dora).isEmpty)
        #expect(try await Self.states(street, street.anna).isEmpty)
    }

    @Test func `of who shows no phone one is told when they have allowed it`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.share(
            "ben-phone", with: street.home, level: nil, by: .person(street.ben))
        let arrival = try await Self.ask(street)
        #expect(arrival.state == .waits)
        #expect(try await Self.told(street).isEmpty)
        // To show it for another reason allows nothing.
        try await community.share(
            "ben-phone", with: street.home, level: .position, by: .person(street.ben))
        #expect(try await Self.told(street).isEmpty)
        try await community.share(
            "ben-phone", with: street.home, level: nil, by: .person(street.ben))
        await #expect(throws: CommunityError.self) {
            try await community.allowArrival(arrival.id, by: .person(street.carl))
        }
        await #expect(throws: CommunityError.notFound) {
            try await community.allowArrival(arrival.id, by: .person(street.dora))
        }
        let allowed = try await community.allowArrival(arrival.id, by: .person(street.ben))
        #expect(allowed.state == .active)
        #expect(try await Self.told(street) == [street.carl])
        let sharing = try await community.sharing(of: "ben-phone", by: .person(street.ben))
        #expect(sharing.map(\.level) == [.arrivals])
    }

    @Test func `to allow it shows no more of a phone than is shown already`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.share(
            "ben-phone", with: street.home, level: nil, by: .person(street.ben))
        let arrival = try await Self.ask(street)
        let until = Timestamp(seconds: street.time.now + hour)
        let allowed = try await community.allowArrival(
            arrival.id, phone: "ben-phone", until: until, by: .person(street.ben))
        #expect(allowed.state == .active)
        #expect(
            try await community.sharing(of: "ben-phone", by: .person(street.ben))
                == [Sharing(group: street.home, level: .arrivals, until: until)])
        street.time.pass(hour)
        #expect(try await Self.told(street).isEmpty)
        #expect(
            try await Self.states(street, street.ben) == ["Carl of Ben enter School: paused"])
        await #expect(throws: CommunityError.notFound) {
            try await community.allowArrival(
                arrival.id, phone: "carls-phone", by: .person(street.ben))
        }
    }

    @Test func `who has several phones says which`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.share(
            "ben-phone", with: street.home, level: nil, by: .person(street.ben))
        _ = try await community.addPhone(name: "Old", owner: street.ben, by: .machine)
        let arrival = try await Self.ask(street)
        await #expect(throws: CommunityError.self) {
            try await community.allowArrival(arrival.id, by: .person(street.ben))
        }
        _ = try await community.allowArrival(arrival.id, phone: "old", by: .person(street.ben))
        #expect(try await Self.told(street).isEmpty)
        #expect(
            try await community.watchers(
                of: "old", at: street.place, in: street.home, .enter,
                time: Timestamp(seconds: street.time.now)) == [street.carl])
    }

    @Test func `what the person has ended needs their word again, what the asker has does not`()
        async throws
    {
        let street = try await Street()
        let community = street.community
        for _ in 0..<2 {
            let arrival = try await Self.ask(street)
            #expect(arrival.state == .active)
            try await community.endArrival(arrival.id, by: .person(street.carl))
            #expect(try await Self.told(street).isEmpty)
        }
        try await community.endArrival(try await Self.ask(street).id, by: .person(street.ben))
        #expect(try await Self.states(street, street.carl).isEmpty)
        #expect(try await Self.states(street, street.ben).isEmpty)
        for _ in 0..<2 {
            let again = try await Self.ask(street)
            #expect(again.state == .waits)
            #expect(try await Self.told(street).isEmpty)
            // Neither of the two makes it be forgotten.
            try await community.endArrival(again.id, by: .person(street.carl))
        }
        let last = try await Self.ask(street)
        _ = try await community.allowArrival(last.id, by: .person(street.ben))
        #expect(try await Self.told(street) == [street.carl])
        try await community.endArrival(last.id, by: .person(street.carl))
        #expect(try await Self.ask(street).state == .active)
    }

    @Test func `it is asked once, and is the same to who asks again`() async throws {
        let street = try await Street()
        let first = try await Self.ask(street)
        let again = try await street.community.askForArrivals(
            of: street.ben, at: street.place, in: street.home, .enter, by: .person(street.carl))
        #expect(again.arrival == first)
        #expect(!again.isNew)
        #expect(try await Self.ask(street, .exit).id != first.id)
    }

    @Test(arguments: ["leave", "remove place", "remove phone", "stop sharing", "remove person"])
    func `telling ends with what it stands on`(what: String) async throws {
        let street = try await Street()
        let community = street.community
        _ = try await Self.ask(street)
        switch what {
        case "leave":
            try await community.removeMember(
                street.carl, of: street.home, by: .person(street.carl))
            try await community.take(street.carl, into: street.home)
        case "remove place":
            try await community.removePlace(
                street.place, of: street.home, by: .person(street.carl))
        case "remove phone":
            try await community.removePhone("ben-phone", by: .person(street.ben))
        case "stop sharing":
            try await community.share(
                "ben-phone", with: street.home, level: nil, by: .person(street.ben))
        default: _ = try await community.removePerson(street.carl, by: .machine)
        }
        #expect((try? await Self.told(street)) ?? [] == [])
        let left = ["remove phone", "stop sharing"].contains(what)
        #expect(
            try await Self.states(street, street.ben)
                == (left ? ["Carl of Ben enter School: paused"] : []))
    }

    @Test func `only members ask, of members, at places of the household`() async throws {
        let street = try await Street()
        let community = street.community
        func outcome(
            _ caller: Caller, of person: PersonID, at place: Int64? = nil, in group: GroupID? = nil
        ) async -> String {
            do {
                _ = try await community.askForArrivals(
                    of: person, at: place ?? street.place, in: group ?? street.home, .enter,
                    by: caller)
                return "done"
            } catch CommunityError.invalid(let field, _) {
                return field
            } catch CommunityError.notFound {
                return "not found"
            } catch CommunityError.forbidden {
                return "forbidden"
            } catch CommunityError.conflict {
                return "conflict"
            } catch {
                return "\(error)"
            }
        }
        let (carl, ben) = (street.carl, street.ben)
        #expect(await outcome(.person(carl), of: ben) == "done")
        #expect(await outcome(.machine, of: ben) == "forbidden")
        for other in [street.anna, street.dora, street.erik, street.fay, street.hal] {
            #expect(await outcome(.person(other), of: ben) == "not found")
            #expect(await outcome(.person(carl), of: other) == "person")
        }
        #expect(await outcome(.person(carl), of: carl) == "person")
        #expect(await outcome(.person(carl), of: ben, at: street.place + 1) == "place")
        #expect(await outcome(.person(street.gus), of: street.fay, in: street.acme) == "conflict")
        #expect(await outcome(.person(carl), of: street.fay, in: street.acme) == "not found")
    }

    @Test func `only the two whom it is about end it`() async throws {
        let street = try await Street()
        let arrival = try await Self.ask(street)
        try await street.community.take(street.dora, into: street.home)
        for other in [street.dora, street.anna] {
            await #expect(throws: CommunityError.notFound) {
                try await street.community.endArrival(arrival.id, by: .person(other))
            }
        }
        try await street.community.endArrival(arrival.id, by: .person(street.ben))
        #expect(try await Self.told(street).isEmpty)
    }

    @Test func `an export has whom one is told of`() async throws {
        let street = try await Street()
        _ = try await Self.ask(street)
        for person in [street.ben, street.carl] {
            let export = try await street.community.export(person, by: .person(person))
            #expect(export.arrivals.map(\.asker) == [street.carl])
        }
        try await street.community.endArrival(
            try await Self.ask(street).id, by: .person(street.ben))
        for (person, states) in [(street.ben, [Arrival.State.ended]), (street.carl, [])] {
            let export = try await street.community.export(person, by: .person(person))
            #expect(export.arrivals.map(\.state) == states)
        }
    }
}
