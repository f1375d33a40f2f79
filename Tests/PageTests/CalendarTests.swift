import APIClient
import Community
import FoundationEssentials
import HTTPService
import HTTPTypes
import Posix
import TestSupport
import Testing

@testable import Page

/// What calendars of phones read.
struct CalendarTests {
    private static let home = GroupID("home")!
    private static let ada = PersonID("ada")!
    private static let mia = PersonID("mia")!

    private func world(publicURL: String? = nil) async throws -> PageWorld {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        var world = try await PageWorld(in: folder.path, publicURL: publicURL)
        world.folder = folder
        let made = try await world.community.events(of: Self.home, by: .machine)
        for event in made {
            try await world.community.removeEvent(event.id, of: Self.home, by: .machine)
        }
        return world
    }

    /// The lines of the feed, unfolded, as name and value.
    private func lines(_ text: String) throws -> [(name: String, value: String)] {
        #expect(text.hasSuffix("\r\n"))
        #expect(!text.replacing("\r\n", with: "").unicodeScalars.contains { $0.value < 32 })
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            #expect(line.dropLast().count <= 75)
            #expect(String(validating: line, as: UTF8.self) != nil)
        }
        // As bytes: the blank may be before what joins two characters.
        var bytes = Array(text.utf8)
        for index in bytes.indices.reversed().dropFirst(2)
        where bytes[index...].starts(with: [13, 10, 32]) {
            bytes.removeSubrange(index..<index + 3)
        }
        return try String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            .split(separator: "\n").map { line in
                let colon = try #require(line.firstIndex(of: ":"))
                return (String(line[..<colon]), String(line[line.index(after: colon)...]))
            }
    }

    /// Those of the one event that `change` makes.
    private func event(_ change: EventChange) async throws -> [String: String] {
        let world = try await world()
        try await world.community.addEvent(change, to: Self.home, by: .person(Self.mia))
        let secret = try await world.community.renewCalendarLink(of: Self.home, by: Self.mia)
        let reply = try await world.ask("GET", "/calendar/\(secret.text).ics")
        #expect(reply.status == 200)
        let all = try lines(reply.body)
        let first = try #require(all.firstIndex { $0 == ("BEGIN", "VEVENT") })
        let last = try #require(all.firstIndex { $0 == ("END", "VEVENT") })
        return Dictionary(all[first + 1..<last].map { ($0.name, $0.value) }) { $1 }
    }

    /// When something is, where; as calendars read it.
    @Test(
        arguments: [
            // Clocks are put forward at 2, and back at 3.
            (
                "2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00", "Europe/Amsterdam",
                "20260329T003000Z", "20260329T013000Z"
            ),
            (
                "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", "Europe/Amsterdam",
                "20261025T003000Z", "20261025T013000Z"
            ),
            // Over midnight, and over the year.
            (
                "2026-12-31T22:00:00+01:00", "2027-01-01T02:00:00+01:00", "Europe/Amsterdam",
                "20261231T210000Z", "20270101T010000Z"
            ),
            (
                "2028-02-28T23:00:00Z", "2028-02-29T01:00:00Z", "UTC", "20280228T230000Z",
                "20280229T010000Z"
            ),
            (
                "2026-07-04T20:00:00-04:00", "2026-07-04T23:59:59.9-04:00", "America/New_York",
                "20260705T000000Z", "20260705T035959Z"
            ),
            (
                "2026-07-04T20:00:00+05:45", "2026-07-04T21:00:00+05:45", "Asia/Kathmandu",
                "20260704T141500Z", "20260704T151500Z"
            ),
            ("2026-05-01T09:00:00Z", "2026-05-01T09:00:00Z", "UTC", "20260501T090000Z", nil),
        ] as [(String, String, String, String, String?)])
    func `times are in UTC`(
        start: String, end: String, zone: String, first: String, last: String?
    ) async throws {
        let event = try await event(EventChange(what: "A", start: start, end: end, zone: zone))
        #expect(event["DTSTART"] == first && event["DTEND"] == last)
    }

    @Test(arguments: [
        ("2026-11-24", "2026-11-24", "20261124", "20261125"),
        ("2028-02-29", "2028-02-29", "20280229", "20280301"),
        ("2026-02-28", "2026-02-28", "20260228", "20260301"),
        ("2026-12-30", "2027-01-02", "20261230", "20270103"),
        ("2026-03-28", "2026-03-29", "20260328", "20260330"),
    ])
    func `whole days are dates, up to the first that is free`(
        start: String, end: String, first: String, free: String
    ) async throws {
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Amsterdam"] {
            let event = try await event(
                EventChange(what: "A", start: start, end: end, isAllDay: true, zone: zone))
            #expect(event["DTSTART;VALUE=DATE"] == first)
            #expect(event["DTEND;VALUE=DATE"] == free)
        }
    }

    @Test(arguments: [
        ("Bread, milk; eggs", #"Bread\, milk\; eggs"#), (#"C:\temp\new"#, #"C:\\temp\\new"#),
        ("one\r\ntwo\n\nthree", #"one\ntwo\n\nthree"#), ("a: b = \"c\"", "a: b = \"c\""),
        (String(repeating: "🎉", count: 200), String(repeating: "🎉", count: 200)),
        (String(repeating: "👩‍👩‍👧‍👦", count: 140), String(repeating: "👩‍👩‍👧‍👦", count: 140)),
        (String(repeating: ",", count: 400), String(repeating: #"\,"#, count: 400)),
        (String(repeating: "é", count: 400), String(repeating: "é", count: 400)),
        ("مرحبا \u{200F}שלום", "مرحبا \u{200F}שלום"),
        ("BEGIN:VEVENT\nEND:VEVENT", #"BEGIN:VEVENT\nEND:VEVENT"#),
    ])
    func `text is folded and escaped`(note: String, value: String) async throws {
        let event = try await event(
            EventChange(
                what: String(
                    note.replacing("\r\n", with: " ").replacing("\n", with: " ").prefix(20)),
                start: "2026-11-24", end: "2026-11-24", isAllDay: true, note: note))
        #expect(
            event["DESCRIPTION"].map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
    }

    @Test(
        arguments: [
            (EventPlace(text: "At Jo's, upstairs"), #"At Jo's\, upstairs"#, nil),
            (EventPlace(text: "Home", lat: 52.37, lon: 4.89), "Home", "52.370000;4.890000"),
            (EventPlace(lat: -33.8688197, lon: -0.0000001), nil, "-33.868820;0.000000"),
            (EventPlace(lat: -90, lon: 180), nil, "-90.000000;180.000000"),
            (EventPlace(lat: -0.00005, lon: 1e-5), nil, "-0.000050;0.000010"),
        ] as [(EventPlace, String?, String?)])
    func `a place is a text, a point, or both`(
        place: EventPlace, location: String?, point: String?
    ) async throws {
        let event = try await event(
            EventChange(
                what: "A", start: "2026-11-24T09:00:00Z", end: "2026-11-24T10:00:00Z",
                place: .some(place)))
        #expect(event["LOCATION"] == location && event["GEO"] == point)
    }

    @Test func `who takes part is in the description`() async throws {
        let event = try await event(
            EventChange(
                what: "A", start: "2026-11-24", end: "2026-11-24", isAllDay: true,
                people: [Self.mia, Self.ada], note: "Be early."))
        #expect(event["DESCRIPTION"] == #"Mia\, Ada\n\nBe early."#)
    }

    @Test func `a calendar knows an event again, and sees what has changed`() async throws {
        let world = try await world()
        let community = world.community
        let made = try await community.addEvent(
            EventChange(what: "A", start: "2026-11-24", end: "2026-11-24", isAllDay: true),
            to: Self.home, by: .person(Self.mia))
        let secret = try await community.renewCalendarLink(of: Self.home, by: Self.mia)
        func read() async throws -> [String] {
            let all = try lines(
                try await world.ask("GET", "/calendar/\(secret.text).ics").body)
            return ["UID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "CREATED"].map { name in
                all.first { $0.name == name }?.value ?? "–"
            }
        }
        let time = "20260501T120000Z"
        let before = try await read()
        #expect(before == [before[0], "0", time, time, time] && before[0].count == 32)
        try await community.editEvent(
            made.id, of: Self.home, EventChange(what: "B"), by: .person(Self.ada))
        #expect(try await read() == [before[0], "1", time, time, time])
    }

    @Test func `a calendar without events is one still`() async throws {
        let world = try await world()
        let secret = try await world.community.renewCalendarLink(of: Self.home, by: Self.mia)
        let all = try lines(try await world.ask("GET", "/calendar/\(secret.text).ics").body)
        #expect(all.contains { $0 == ("BEGIN", "VTIMEZONE") })
        #expect(all.contains { $0 == ("NAME", "Home") })
        #expect(all.first?.value == "VCALENDAR" && all.last?.value == "VCALENDAR")
    }

    // MARK: The link

    @Test func `the link is shown once, and works without signing in`() async throws {
        let world = try await world(publicURL: "https://home.example")
        let cookie = try await world.cookie(of: "mia").map { "__Host-\($0)" }
        func ask(_ method: String) async throws -> PageWorld.Reply {
            try await world.ask(
                method, "/api/groups/home/calendar", cookie: cookie, host: "home.example",
                fields: ["Origin": "https://home.example"])
        }
        _ = try await ask("DELETE")
        #expect(try await ask("GET").body == #"{"exists":false}"#)
        let made = try await ask("POST")
        #expect(made.status == 201 && made.headers[.cacheControl] == "no-store")
        struct Link: Decodable { var url, webcal: String, qr: [String] }
        let answer = try JSONDecoder().decode(Link.self, from: Data(made.body.utf8))
        let url = answer.url
        #expect(answer.qr.count > 20)
        #expect(url.hasPrefix("https://home.example/calendar/") && url.hasSuffix(".ics"))
        #expect(answer.webcal == "webcal" + url.dropFirst(5))
        let path = String(url.dropFirst("https://home.example".count))
        #expect(
            try await ask("GET").body == #"{"exists":true,"made":"2026-05-01T12:00:00.000Z"}"#)
        let feed = try await world.ask("GET", path, host: "home.example")
        #expect(feed.status == 200)
        #expect(feed.headers[.contentType] == "text/calendar; charset=utf-8")
        #expect(feed.headers[.cacheControl] == "private, no-cache")
        let tag = try #require(feed.headers[.eTag])
        let same = try await world.ask(
            "GET", path, host: "home.example", fields: ["If-None-Match": tag])
        #expect(same.status == 304 && same.body.isEmpty && same.headers[.eTag] == tag)
        let head = try await world.ask("HEAD", path, host: "home.example")
        #expect(head.status == 200 && head.body.isEmpty)
        try await world.community.addEvent(
            EventChange(what: "A", start: "2026-11-24", end: "2026-11-24", isAllDay: true),
            to: Self.home, by: .person(Self.ada))
        let other = try await world.ask(
            "GET", path, host: "home.example", fields: ["If-None-Match": tag])
        #expect(other.status == 200 && other.headers[.eTag] != tag)
        #expect(try await ask("DELETE").status == 204)
        #expect(try await world.ask("GET", path, host: "home.example").status == 404)
    }

    @Test func `wrong secrets are limited, and a right one is taken all the same`() async throws {
        let world = try await world()
        let secret = try await world.community.renewCalendarLink(of: Self.home, by: Self.mia)
        for path in [
            "x.ics", "\(secret.text)", "\(secret.text).ics.ics", "\(secret.text.dropLast()).ics",
            "%00.ics", "..%2F..%2Fetc%2Fpasswd", "\(String(secret.text.reversed())).ics",
        ] {
            let reply = try await world.ask("GET", "/calendar/\(path)")
            #expect(reply.status == 404, "\(path)")
            #expect(reply.body.contains("there is nothing at this path"))
        }
        for _ in 0..<3 { _ = try await world.ask("GET", "/calendar/x.ics") }
        let limited = try await world.ask("GET", "/calendar/x.ics")
        #expect(limited.status == 429 && limited.headers[.init("Retry-After")!] == "60")
        #expect(try await world.ask("GET", "/calendar/\(secret.text).ics").status == 200)
        // They count as those of sign-in links do.
        let link = try await world.ask("POST", "/api/join/look", #"{"secret": "x"}"#)
        #expect(link.status == 429)
        // Nobody is told where the calendar of another is.
        try await world.community.removeMember(
            Self.mia, of: Self.home, by: .person(Self.ada))
        let elsewhere = Peer.address(IPAddress("192.0.2.9"))
        #expect(
            try await world.ask("GET", "/calendar/\(secret.text).ics", peer: elsewhere).status
                == 404)
    }

    // MARK: Operations

    @Test(
        arguments: [
            (
                #"{"what": "A", "start": "2026-11-24T09:00:00Z", "end": "2026-11-24T08:00:00Z"}"#,
                "end"
            ),
            (#"{"what": "A", "start": "soon-or-later", "end": "2026-11-24T08:00:00Z"}"#, "start"),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": 1}"#,
                "all_day"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "where": 1}"#,
                "where"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "where": {"lat": "x"}}"#,
                "where.lat"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "where": {"place": "own"}}"#,
                "where.place"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "where": {"place": "a/../../devices"}}"#,
                "where.place"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "where": {"there": 1}}"#,
                "where.there"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "people": ["M!"]}"#,
                "people"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "people": "mia"}"#,
                "people"
            ),
            (
                #"{"what": "A", "start": "2026-11-24", "end": "2026-11-24", "all_day": true, "people": ["greta"]}"#,
                "people"
            ),
        ] as [(String, String?)])
    func `what is wrong with an event is said, with the field`(
        body: String, field: String?
    ) async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "mia")
        let reply = try await world.ask(
            "POST", "/api/groups/home/events", body, cookie: cookie)
        #expect(reply.status == 400, "\(reply.body)")
        if let field { #expect(reply.body.contains(#""field":"\#(field)""#), "\(reply.body)") }
    }

    @Test func `an address says where an event is, if the daemon knows it`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "mia")
        let body =
            #"{"what": "Tea", "start": "2026-11-24T09:00:00Z", "end": "2026-11-24T10:00:00Z", "where": {"text": "Dam 1"}}"#
        let reply = try await world.daemon.run {
            try await world.ask("POST", "/api/groups/home/events", body, cookie: cookie)
        }
        let event = try JSONDecoder().decode(AnyJSON.self, from: Data(reply.body.utf8))
        #expect(event["where"]?["text"]?.string == "Dam 1")
        #expect(event["where"]?["lat"] == .number(52.4) && event["where"]?["lon"] == .number(5.5))
        // The daemon is away: it is written down.
        let unknown = try await world.ask("POST", "/api/groups/home/events", body, cookie: cookie)
        #expect(unknown.status == 201, "\(unknown.body)")
        let written = try JSONDecoder().decode(AnyJSON.self, from: Data(unknown.body.utf8))
        #expect(written["where"] == .object(["text": .string("Dam 1")]))
    }

    @Test func `a place of the daemon says where an event is`() async throws {
        let world = try await world()
        let cookie = try await world.cookie(of: "mia")
        let reply = try await world.daemon.run {
            try await world.ask(
                "POST", "/api/groups/home/events",
                #"{"what": "Tea", "start": "2026-11-24T09:00:00Z", "end": "2026-11-24T10:00:00Z", "zone": "Europe/Amsterdam", "where": {"place": "osm/node/7"}, "people": ["mia"]}"#,
                cookie: cookie)
        }
        #expect(reply.status == 201, "\(reply.body)")
        let event = try JSONDecoder().decode(AnyJSON.self, from: Data(reply.body.utf8))
        #expect(event["where"]?["text"]?.string == "Tea House")
        #expect(
            event["where"]?["lat"] == .number(52.5) && event["where"]?["radius"] == .integer(100))
        #expect(event["by"]?["person"]?.string == "mia" && event["version"]?.string != nil)
        // What it says can be sent back as it is.
        let place = String(decoding: try event["where"]!.jsonBytes, as: UTF8.self)
        let id = try #require(event["id"]).text
        let same = try await world.ask(
            "PATCH", "/api/groups/home/events/\(id)",
            #"{"where": \#(place), "start": "\#(event["start"]!.text)"}"#, cookie: cookie)
        #expect(same.status == 200 && same.body == reply.body)
    }
}
