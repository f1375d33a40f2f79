import FoundationEssentials
import Geofencing
import Posix
import SQLite
import TestSupport
import Testing

@testable import Community

@Suite struct EventTests {
    private static let dinner = EventChange(
        what: "Dinner", start: "2026-05-02T18:00:00+02:00", end: "2026-05-02T22:00:00+02:00",
        zone: "Europe/Amsterdam",
        place: .some(EventPlace(text: "At Jo's", lat: 52.37, lon: 4.89, radius: 40)))

    // MARK: When

    /// A day, where; when it begins and is over there.
    @Test(arguments: [
        ("2026-11-24", "UTC", "2026-11-24T00:00:00.000Z", "2026-11-25T00:00:00.000Z"),
        (
            "2026-11-24", "Europe/Amsterdam", "2026-11-23T23:00:00.000Z",
            "2026-11-24T23:00:00.000Z"
        ),
        // 23 hours, and 25.
        (
            "2026-03-29", "Europe/Amsterdam", "2026-03-28T23:00:00.000Z",
            "2026-03-29T22:00:00.000Z"
        ),
        (
            "2026-10-25", "Europe/Amsterdam", "2026-10-24T22:00:00.000Z",
            "2026-10-25T23:00:00.000Z"
        ),
        // Clocks are put forward at midnight: the day begins at 1.
        ("2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z"),
        ("2028-02-29", "Asia/Tokyo", "2028-02-28T15:00:00.000Z", "2028-02-29T15:00:00.000Z"),
        // After the last change that the files have.
        (
            "2050-07-01", "Europe/Amsterdam", "2050-06-30T22:00:00.000Z",
            "2050-07-01T22:00:00.000Z"
        ),
    ])
    func `a whole day begins and ends as clocks there have it`(
        day: String, zone: String, starts: String, ends: String
    ) async throws {
        let street = try await Street()
        let event = try await street.community.addEvent(
            EventChange(what: "Fair", start: day, end: day, isAllDay: true, zone: zone),
            to: street.home, by: .person(street.ben))
        #expect([event.starts.description, event.ends.description] == [starts, ends])
        let json = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
        for part in [#""start":"\#(day)""#, #""end":"\#(day)""#, #""all_day":true"#] {
            #expect(json.contains(part), "\(json)")
        }
    }

    @Test(arguments: [
        (EventChange(start: "2026-05-02T18:00:00Z", end: "2026-05-02T19:00:00Z"), "what"),
        (EventChange(what: "\u{1B}[2J", start: "2026-05-02", end: "2026-05-02"), "what"),
        (EventChange(what: String(repeating: "x", count: 201)), "what"),
        (EventChange(what: "A", start: "2026-05-02T18:00:00Z"), "end"),
        (EventChange(what: "A", end: "2026-05-02T18:00:00Z"), "start"),
        (EventChange(what: "A", start: "2026-05-02T18:00:00Z", end: "2026-05-02T17:59:59Z"), "end"),
        (EventChange(what: "A", start: "2026-05-02", end: "2026-05-01", isAllDay: true), "end"),
        (EventChange(what: "A", start: "2026-05-02", end: "2026-05-03"), "start"),
        (
            EventChange(what: "A", start: "2026-05-02T18:00:00", end: "2026-05-02T19:00:00Z"),
            "start"
        ),
        (EventChange(what: "A", start: "2026-02-29", end: "2026-03-01", isAllDay: true), "start"),
        (EventChange(what: "A", start: "2026-03-01", end: "9999-01-01", isAllDay: true), "end"),
        (
            EventChange(
                what: "A", start: "2026-03-01", end: "2026-03-01", isAllDay: true, zone: "Mars"),
            "zone"
        ),
        (dinner.with(EventPlace(lat: 1)), "where.lon"),
        (dinner.with(EventPlace(lat: 91, lon: 0)), "lat"),
        (dinner.with(EventPlace(lat: .nan, lon: 0)), "lat"),
        (dinner.with(EventPlace(lat: 1, lon: 0, radius: -1)), "radius"),
        (dinner.with(EventPlace(text: "a\nb")), "where.text"),
        (dinner.with(EventPlace(site: 1)), "where.site"),
        (dinner.with(people: [PersonID("dora")!]), "people"),
        (dinner.with(people: [PersonID("nobody")!]), "people"),
        (dinner.with(note: String(repeating: "x", count: 1001)), "note"),
    ])
    func `what cannot be is refused, with the field`(
        change: EventChange, field: String
    ) async throws {
        let street = try await Street()
        let error = await #expect(throws: CommunityError.self) {
            try await street.community.addEvent(
                change, to: street.home, by: .person(street.ben))
        }
        guard case .invalid(field, _) = error else {
            Issue.record("\(String(describing: error)) is not of \(field)")
            return
        }
        #expect(try await street.community.events(of: street.home, by: .machine) == [])
    }

    @Test func `what is said changes, and nothing else`() async throws {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        var change = Self.dinner
        (change.note, change.people) = ("Bring\r\ndessert.", [street.carl, street.ben])
        let made = try await community.addEvent(change, to: street.home, by: ben)
        #expect(made.note == "Bring\ndessert.")
        #expect(made.people.map(\.name) == ["Ben", "Carl"])
        #expect(made.by == Author(person: street.ben, name: "Ben"))
        street.time.pass(hour)
        // The same again is no change.
        #expect(
            try await community.editEvent(made.id, of: street.home, change, by: ben) == made)
        let later = try await community.editEvent(
            made.id, of: street.home, EventChange(end: "2026-05-02T23:00:00+02:00"),
            by: .person(street.carl))
        var expected = made
        expected.ends = made.ends + Double(hour)
        (expected.sequence, expected.changed) = (1, made.changed + Double(hour))
        #expect(later == expected)
        let whole = try await community.editEvent(
            made.id, of: street.home,
            EventChange(
                start: "2026-05-02", end: "2026-05-03", isAllDay: true, place: .some(nil),
                people: [], note: ""), by: ben)
        #expect(whole.days == CivilDate("2026-05-02")!...CivilDate("2026-05-03")!)
        #expect(whole.place == nil && whole.people == [] && whole.note == nil)
        #expect(whole.what == "Dinner" && whole.uid == made.uid && whole.sequence == 2)
        await #expect(throws: CommunityError.self) {
            try await community.editEvent(
                made.id, of: street.home, EventChange(isAllDay: false), by: ben)
        }
        await #expect(throws: CommunityError.self) {
            try await community.editEvent(
                made.id, of: street.home, EventChange(start: "2026-05-04"), by: ben)
        }
    }

    @Test func `a list has what is at some time within its bounds`() async throws {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        for (what, start, end) in [
            ("b", "10", "12"), ("a", "08", "10"), ("c", "11", "11"), ("d", "09", "20"),
        ] {
            try await community.addEvent(
                EventChange(
                    what: what, start: "2026-05-02T\(start):00:00Z",
                    end: "2026-05-02T\(end):00:00Z"), to: street.home, by: ben)
        }
        func found(_ from: String?, _ until: String?) async throws -> String {
            try await community.events(
                of: street.home,
                from: from.flatMap { Timestamp(wholeSeconds: "2026-05-02T\($0):00:00Z") },
                until: until.flatMap { Timestamp(wholeSeconds: "2026-05-02T\($0):00:00Z") }, by: ben
            ).map(\.what).joined()
        }
        #expect(try await found(nil, nil) == "adbc")
        #expect(try await found("10", nil) == "dbc")
        #expect(try await found("11", "12") == "dbc")
        #expect(try await found(nil, "10") == "ad")
        #expect(try await found("13", "14") == "d")
        #expect(try await found("20", nil) == "")
    }

    // MARK: Who

    @Test func `all of a household plan, and admins alone of an organisation`() async throws {
        let street = try await Street()
        let community = street.community
        let at = try await community.addEvent(
            Self.dinner, to: street.home, by: .person(street.carl))
        let shift = try await community.addEvent(
            Self.dinner.with(EventPlace(site: street.site)).with(people: [street.gus]),
            to: street.acme, by: .person(street.fay))
        #expect(
            try await community.events(of: street.acme, by: .person(street.gus)) == [shift])
        func error(
            _ person: PersonID, _ group: GroupID, _ id: Int64
        ) async throws -> [CommunityError?] {
            let caller = Caller.person(person)
            var found: [CommunityError?] = []
            for attempt in 0..<4 {
                do {
                    switch attempt {
                    case 0: _ = try await community.events(of: group, by: caller)
                    case 1: try await community.addEvent(Self.dinner, to: group, by: caller)
                    case 2:
                        try await community.editEvent(
                            id, of: group, EventChange(what: "Lunch"), by: caller)
                    default: try await community.removeEvent(id, of: group, by: caller)
                    }
                    found.append(nil)
                } catch let error as CommunityError {
                    found.append(error)
                }
            }
            return found
        }
        for person in [street.anna, street.dora, street.erik, street.fay] {
            #expect(
                try await error(person, street.home, at.id)
                    == [.notFound, .notFound, .notFound, .notFound])
        }
        let refused = try await error(street.gus, street.acme, shift.id)
        #expect(refused[0] == nil)
        for error in refused.dropFirst() {
            guard case .forbidden? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        // Another group's number is nobody's.
        await #expect(throws: CommunityError.notFound) {
            try await community.removeEvent(shift.id, of: street.home, by: .person(street.ben))
        }
        #expect(try await error(street.ben, street.home, at.id) == [nil, nil, nil, nil])
    }

    @Test func `who leaves stays named, and who is removed is named no more`() async throws {
        let street = try await Street()
        let (community, ben) = (street.community, Caller.person(street.ben))
        try await community.editMember(
            street.carl, of: street.home, nickName: "Carlo", by: ben)
        let event = try await community.addEvent(
            Self.dinner.with(people: [street.carl, street.ben]), to: street.home,
            by: .person(street.carl))
        #expect(event.by.name == "Carlo")
        try await community.removeMember(street.carl, of: street.home, by: ben)
        var now = try await community.event(event.id, of: street.home, by: ben)
        #expect(now.by == Author(person: street.carl, name: "Carl"))
        #expect(now.people.map(\.name) == ["Ben", "Carl"])
        // They are left in it, unless somebody takes them out.
        now = try await community.editEvent(
            event.id, of: street.home, EventChange(people: [street.carl]), by: ben)
        #expect(now.people.map(\.name) == ["Carl"])
        let export = try await community.export(street.carl, by: .person(street.carl))
        #expect(export.events.isEmpty && export.leftBehind.map(\.number) == [event.id])
        _ = try await community.removePerson(street.carl, by: .machine)
        now = try await community.event(event.id, of: street.home, by: ben)
        #expect(now.by == Author(person: nil, name: "") && now.people == [])
        #expect(
            String(decoding: try JSONEncoder().encode(now.by), as: UTF8.self)
                .contains(#""person":null"#))
    }

    @Test func `the export has one's own events, without the others in them`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.addEvent(
            Self.dinner.with(people: [street.carl, street.ben]), to: street.home,
            by: .person(street.carl))
        try await community.addEvent(Self.dinner, to: street.home, by: .person(street.carl))
        _ = try await community.renewCalendarLink(of: street.home, by: street.ben)
        let export = try await community.export(street.ben, by: .person(street.ben))
        #expect(export.events.count == 1 && export.calendars.map(\.group) == [street.home])
        let json = String(decoding: try JSONEncoder().encode(export), as: UTF8.self)
        #expect(json.contains("Dinner") && !json.contains("Carl") && !json.contains("carl"))
    }

    // MARK: Where

    @Test func `coming events are those not over that are somewhere`() async throws {
        let street = try await Street()
        let community = street.community
        let (ben, fay) = (Caller.person(street.ben), Caller.person(street.fay))
        let dinner = try await community.addEvent(Self.dinner, to: street.home, by: ben)
        try await community.addEvent(
            Self.dinner.with(EventPlace(text: "Somewhere")), to: street.home, by: ben)
        let shift = try await community.addEvent(
            Self.dinner.with(EventPlace(site: street.site)), to: street.acme, by: fay)
        func coming(_ now: Timestamp) async throws -> [ComingEvent] {
            try await community.comingEvents(now)
        }
        #expect(
            try await coming(dinner.starts).map(\.event.id) == [shift.id, dinner.id])
        #expect(try await coming(dinner.starts).map(\.groupName) == ["Acme", "Home"])
        #expect(try await coming(dinner.ends) == [])
        // A site that moves takes its events along.
        let moved = Area(latitude: 1, longitude: 2, radius: 30)
        try await community.editSite(street.site, of: street.acme, area: moved, by: fay)
        #expect(try await coming(dinner.starts).first?.event.place?.area == moved)
        #expect(try await coming(dinner.starts).first?.event.place?.siteName == "Harbour")
        // One that is removed leaves them where they are.
        try await community.removeSite(street.site, of: street.acme, by: fay)
        let left = try await community.event(shift.id, of: street.acme, by: fay)
        #expect(left.place?.area == moved)
        #expect(left.place?.text == "Harbour" && left.place?.site == nil)
        #expect(try await coming(dinner.starts).map(\.event.id) == [shift.id, dinner.id])
        // Calendars read it anew each time.
        #expect(left.sequence == shift.sequence + 2)
    }

    // MARK: Calendars

    @Test func `a calendar's link is of one member, and ends with the membership`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.addEvent(Self.dinner, to: street.home, by: .person(street.ben))
        let old = try await community.renewCalendarLink(of: street.home, by: street.carl)
        let secret = try await community.renewCalendarLink(of: street.home, by: street.carl)
        let bens = try await community.renewCalendarLink(of: street.home, by: street.ben)
        #expect(try await community.calendar(secret).events.map(\.what) == ["Dinner"])
        await #expect(throws: CommunityError.notFound) { try await community.calendar(old) }
        await #expect(throws: CommunityError.notFound) { try await community.calendar(Secret()) }
        // Only its hash is kept.
        let kept = try await community.read { db, _ in
            try db.rows("SELECT hex(hash) FROM calendar") { $0.text(0) ?? "" }
        }
        #expect(kept.count == 2 && !kept.joined().contains(secret.text))
        #expect(
            try await community.calendarLink(of: street.home, by: street.carl).exists)
        await #expect(throws: CommunityError.notFound) {
            try await community.calendarLink(of: street.home, by: street.dora)
        }
        try await community.removeMember(street.carl, of: street.home, by: .person(street.carl))
        await #expect(throws: CommunityError.notFound) { try await community.calendar(secret) }
        // It does not come back with them.
        try await community.take(street.carl, into: street.home)
        await #expect(throws: CommunityError.notFound) { try await community.calendar(secret) }
        #expect(
            try await !community.calendarLink(of: street.home, by: street.carl).exists)
        try await community.removeCalendarLink(of: street.home, by: street.ben)
        await #expect(throws: CommunityError.notFound) { try await community.calendar(bens) }
        await #expect(throws: CommunityError.notFound) {
            try await community.removeCalendarLink(of: street.home, by: street.ben)
        }
    }

    @Test func `what was over for a year is in no calendar`() async throws {
        let street = try await Street()
        let community = street.community
        try await community.addEvent(Self.dinner, to: street.home, by: .person(street.ben))
        let secret = try await community.renewCalendarLink(of: street.home, by: street.ben)
        street.time.pass(366 * day)
        #expect(try await community.calendar(secret).events.count == 1)
        street.time.pass(3 * day)
        #expect(try await community.calendar(secret).events == [])
        #expect(try await community.events(of: street.home, by: .machine).count == 1)
    }
}

extension EventChange {
    fileprivate func with(_ place: EventPlace) -> Self {
        var change = self
        change.place = .some(place)
        return change
    }

    fileprivate func with(people: [PersonID]) -> Self {
        var change = self
        change.people = people
        return change
    }

    fileprivate func with(note: String) -> Self {
        var change = self
        change.note = note
        return change
    }
}
