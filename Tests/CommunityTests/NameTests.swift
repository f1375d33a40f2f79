import TestSupport
import Testing

@testable import Community

@Suite struct NameTests {
    @Test(arguments: [
        ("Anna", "anna"), ("  Anna  ", "anna"),
        ("Änne Müller-Lüdenscheid", "anne-muller-ludenscheid"),
        ("O'Brien", "obrien"), ("Søren Ø.", "soren-o"), ("Straße 7", "strasse-7"),
        ("日本", "person"), ("אנה", "person"), ("👩‍👩‍👧", "person"), ("!!! ok", "ok"),
        ("<b>Anna</b>", "b-anna-b"), ("'); DROP TABLE person; --", "drop-table-person"),
        (String(repeating: "ab ", count: 26), "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab"),
    ])
    func `an id is made of the name`(name: String, id: String) async throws {
        let folder = TemporaryFolder()
        let community = try Community.open(in: folder, TestTime())
        let person = try await community.addPerson(name: name, by: .machine).person
        #expect(person.id.rawValue.hasPrefix(id))
        #expect(person.id.rawValue.utf8.count <= 40)
        #expect(PersonID(person.id.rawValue) == person.id)
        #expect(!person.name.hasPrefix(" ") && !person.name.hasSuffix(" "))
    }

    @Test func `an id is never given again`() async throws {
        let folder = TemporaryFolder()
        var community = try Community.open(in: folder, TestTime())
        let long = String(repeating: "x", count: 80)
        for _ in 0..<2 { try await community.add("Anna") }
        for _ in 0..<2 { try await community.add(long) }
        _ = try await community.removePerson(PersonID("anna-2")!, by: .machine)
        community = try .open(in: folder, TestTime())
        try await community.add("anna")
        let xs = String(repeating: "x", count: 40)
        #expect(
            try await community.people(by: .machine).map(\.id.rawValue)
                == ["anna", xs, xs.dropLast(2) + "-2", "anna-3"])
    }

    @Test(arguments: [
        "", " ", "\t\n", "\0", "An\0na", "An\nna", "An\u{1B}[31mna", "\u{202E}annA", "a\u{2066}b",
        "a\u{2028}b", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{3164}", "\u{2800}", "\u{301}",
        "a\u{7F}",
        "a\u{85}b", String(repeating: "a", count: 81), String(repeating: "a", count: 1 << 20),
        "a" + String(repeating: "\u{301}", count: 80),
    ])
    func `a name that cannot be shown is refused`(name: String) async throws {
        let street = try await Street()
        let before = try await street.community.people(by: .machine)
        await #expect(throws: CommunityError.self) {
            try await street.community.addPerson(name: name, by: .machine)
        }
        await #expect(throws: CommunityError.self) {
            try await street.community.editPerson(street.ben, name: name, by: .machine)
        }
        await #expect(throws: CommunityError.self) {
            try await street.community.addGroup(.household, name: name, by: .person(street.ben))
        }
        await #expect(throws: CommunityError.self) {
            try await street.community.requestSignup(name: name)
        }
        #expect(try await street.community.people(by: .machine) == before)
        #expect(try await street.community.groups(by: .machine).count == 2)
    }

    @Test func `what is wrong with a name is said in one line`() {
        func words(_ name: String) -> String {
            do {
                return try name.checkedName("name")
            } catch {
                return "\(error)"
            }
        }
        #expect(words("") == "name is empty: give it a text")
        #expect(words("a\u{1B}b") == "name has the character \\u{1b} in it: leave it out")
        #expect(
            words(String(repeating: "a", count: 81))
                == "name is longer than 80 characters: shorten it")
    }

    @Test(arguments: [
        ("Firefox on Linux", "Firefox on Linux"), ("", "unknown device"), (" \n", "unknown device"),
        ("a\u{1B}[31m\nb", "a[31mb"),
        (String(repeating: "x", count: 1 << 20), String(repeating: "x", count: 80)),
    ])
    func `what a device calls itself is made to fit`(text: String, name: String) {
        #expect(text.deviceName == name)
    }

    @Test(arguments: ["", "-a", "A", "a b", "ä", "a/b", String(repeating: "a", count: 41), "a\0"])
    func `text that is no slug is no id`(text: String) {
        #expect(PersonID(text) == nil)
        #expect(GroupID(text) == nil)
    }

    @Test(arguments: [
        Area(latitude: 90.01, longitude: 0, radius: 50),
        Area(latitude: 0, longitude: -181, radius: 50),
        Area(latitude: .nan, longitude: 0, radius: 50),
        Area(latitude: 0, longitude: .nan, radius: 50),
        Area(latitude: .infinity, longitude: 0, radius: 50),
        Area(latitude: 0, longitude: 0, radius: 0),
        Area(latitude: 0, longitude: 0, radius: -1), Area(latitude: 0, longitude: 0, radius: .nan),
        Area(latitude: 0, longitude: 0, radius: 100_001),
        Area(latitude: 0, longitude: 0, radius: .infinity),
    ])
    func `an area that is not on the Earth is refused`(area: Area) async throws {
        let street = try await Street()
        await #expect(throws: CommunityError.self) {
            try await street.community.addPlace(
                of: street.home, name: "Gym", area: area, by: .machine)
        }
        await #expect(throws: CommunityError.self) {
            try await street.community.editSite(
                street.site, of: street.acme, area: area, by: .machine)
        }
    }

    @Test(arguments: ["eur", "EURO", "E", "€€€", "EU\0"])
    func `a currency is three letters`(currency: String) async throws {
        let street = try await Street()
        await #expect(throws: CommunityError.self) {
            try await street.community.editGroup(street.home, currency: currency, by: .machine)
        }
        try await street.community.editGroup(street.home, currency: "EUR", by: .machine)
        let cleared = try await street.community.editGroup(street.home, currency: "", by: .machine)
        #expect(cleared.currency == nil)
    }
}
