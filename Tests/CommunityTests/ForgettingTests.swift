import Posix
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Community

@Suite struct ForgettingTests {
    private static let marker = "Zquorf"

    /// How often the marker is in the files of the database, whatever the case of its letters.
    private func traces(in folder: TemporaryFolder) throws -> [String] {
        try folder.names.filter { name in
            let bytes = try InputFile.contents(of: folder.file(name), limit: 1 << 28)
            return String(decoding: bytes, as: Unicode.ASCII.self).lowercased()
                .contains(Self.marker.lowercased())
        }
    }

    /// Somebody whose name is everywhere, among many others.
    private func fill(_ street: Street) async throws -> PersonID {
        let community = street.community
        let marker = Self.marker
        let person = try await community.add("\(marker) One")
        let caller = Caller.person(person)
        for i in 0..<40 {
            try await community.add("Other \(i)")
            _ = try await community.signIn(person, device: "\(marker) browser \(i)")
        }
        try await community.editPerson(person, name: "\(marker) Two", by: caller)
        let own = try await community.addGroup(.household, name: "\(marker)'s", by: caller).id
        for i in 0..<40 {
            let place = try await community.addPlace(
                of: own, name: "\(marker) place \(i)", area: .somewhere, by: caller)
            if i % 2 == 0 { try await community.removePlace(place.id, of: own, by: caller) }
        }
        try await community.take(person, into: street.home)
        let item = try await community.addThing(
            [.text: "Milk"], of: street.home, key: "\(marker) key", by: caller)
        _ = try await community.buy(item.id, of: street.home, price: 100, by: caller)
        try await community.editMember(
            person, of: street.home, nickName: "\(marker)chen", by: caller)
        try await community.askToJoin(street.acme, name: "\(marker) Three", by: caller)
        let nest = try await community.addGroup(
            .household, name: "Nest", by: .person(street.dora)
        ).id
        try await community.ask("\(marker) two", toJoin: nest, by: .person(street.dora))
        for i in 0..<10 {
            _ = try await community.addPhone(
                name: "\(marker) phone \(i)", owner: person, by: caller)
        }
        _ = try await community.requestSignup(name: "Signup", device: "Signup")
        return person
    }

    @Test func `nothing of a removed person is left in any file`() async throws {
        let street = try await Street()
        let person = try await fill(street)
        #expect(try traces(in: street.folder) != [])
        let devices = try await street.community.removePerson(person, by: .person(person))
        #expect(devices.count == 10)
        #expect(try traces(in: street.folder) == [])
        #expect(try await street.community.group(street.home, by: .machine).memberCount == 2)
    }

    @Test func `what a reader keeps from being overwritten is overwritten later`() async throws {
        let street = try await Street()
        let person = try await fill(street)
        let reader = try Connection(
            path: street.folder.file(GatewayDatabase.fileName), mode: .readOnly)
        try reader.execute("BEGIN")
        #expect(try reader.integer("SELECT count(*) FROM person") ?? 0 > 40)
        #expect(try await street.community.removePerson(person, by: .machine).count == 10)
        #expect(try traces(in: street.folder) != [])
        try reader.execute("ROLLBACK")
        let again = try Community.open(in: street.folder, street.time)
        try await again.tidy()
        #expect(try traces(in: street.folder) == [])
    }

    @Test func `another connection that writes meanwhile loses nothing`() async throws {
        let street = try await Street()
        let path = street.folder.file(GatewayDatabase.fileName)
        var people: [PersonID] = []
        for i in 0..<6 { people.append(try await street.community.add("Somebody \(i)")) }
        let writing = Task.detached {
            let other = try GatewayDatabase.open(path, schemas: [])
            try other.execute("CREATE TABLE theirs (text TEXT)")
            var count = 0
            while !Task.isCancelled {
                try other.run(
                    "INSERT INTO theirs VALUES (:text)",
                    ["text": .text(String(repeating: "x", count: count % 700))])
                if count % 3 == 0 { try other.run("DELETE FROM theirs WHERE rowid % 7 = 0") }
                count += 1
            }
            return try other.integer("SELECT sum(length(text)) FROM theirs")
        }
        let patient = try Community(
            in: street.folder.path, boot: "first", patience: .seconds(60),
            now: { [time = street.time] in time.now },
            uptime: { [time = street.time] in time.uptime })
        for person in people { _ = try await patient.removePerson(person, by: .machine) }
        writing.cancel()
        let written = try await writing.value
        let file = try Connection(path: path, mode: .readOnly)
        #expect(try file.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        #expect(try file.integer("SELECT sum(length(text)) FROM theirs") == written)
        try await patient.tidy()
        let left = try await patient.read { db, _ in
            try db.integer("SELECT count(*) FROM forgetting")
        }
        #expect(left == 0)
    }

    @Test func `while it is overwritten, others are served, and what they remove goes as well`()
        async throws
    {
        let street = try await Street()
        let person = try await fill(street)
        let community = street.community
        let other = try await community.add("\(Self.marker) Four")
        // Keeps it from being overwritten at once.
        let reader = try Connection(
            path: street.folder.file(GatewayDatabase.fileName), mode: .readOnly)
        try reader.execute("BEGIN")
        #expect(try reader.integer("SELECT count(*) FROM person") ?? 0 > 40)
        _ = try await community.removePerson(person, by: .machine)
        try reader.execute("ROLLBACK")
        let pauses = Mutex(0)
        try await community.finishForgetting(pages: 1) {
            let count = pauses.withLock { count in
                count += 1
                return count
            }
            guard count == 10 else { return }
            _ = try await community.removePerson(other, by: .machine)
            #expect(try await community.group(street.home, by: .machine).memberCount == 2)
        }
        #expect(pauses.withLock { $0 } > 20)
        #expect(try traces(in: street.folder) == [])
    }

    @Test func `a removed household leaves nothing either`() async throws {
        let street = try await Street()
        let group = try await street.community.addGroup(
            .household, name: Self.marker, by: .person(street.dora)
        ).id
        #expect(try traces(in: street.folder) != [])
        try await street.community.removeGroup(group, by: .machine)
        #expect(try traces(in: street.folder) == [])
    }
}
