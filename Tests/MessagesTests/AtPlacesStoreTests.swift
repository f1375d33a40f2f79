import APIClient
import SQLite
import TestSupport
import Testing

@testable import Messages

@Suite struct AtPlacesStoreTests {
    private let people: People

    init() throws { people = try People() }

    /// As after a start of the gateway.
    private func tell(
        _ matters: [MessageContent], of notice: Notice, to names: [String] = ["anna"]
    ) async throws {
        let recipients = names.flatMap { name in
            matters.map { Recipient(person: name, content: $0) }
        }
        try await people.store().add(
            [[AddressedNotice(notice, recipients)]], upTo: notice.position, now: .example)
    }

    private func titles(_ person: String = "anna") async throws -> [String] {
        try await people.store().messages(of: person).map(\.title)
    }

    @Test func `a list is told again by what was on it, also after a restart`() async throws {
        try await tell([.list("milk")], of: .shop(1))
        try await tell([.list("milk")], of: .shop(2, minute: 60))
        #expect(try await titles().count == 1)
        try await tell([.list("milk", "eggs")], of: .shop(3, minute: 120))
        try await tell([.list("eggs")], of: .shop(4, minute: 180))
        #expect(try await titles().count == 2)
        let message = try #require(try await people.store().messages(of: "anna").first)
        #expect(message.lines.map(\.kind) == ["errand"])
        #expect(message.lines.first?.subject?.errand == "shop=supermarket")
    }

    @Test func `a bulletin is told to each person once, ever`() async throws {
        try await tell([.bulletin(1)], of: .site(1))
        // A month later, and another one with it.
        try await tell(
            [.bulletin(1), .bulletin(2)], of: .site(2, minute: 43_200), to: ["anna", "ben"])
        #expect(try await titles() == ["Bulletin 2", "Bulletin 1"])
        #expect(try await titles("ben") == ["Bulletin 2", "Bulletin 1"])
        #expect(
            try people.connection.integer(
                "SELECT told FROM bulletin_told WHERE person = 'anna' AND bulletin = 1")
                == 1_777_629_600)
        #expect(try people.rows(of: "told") == 0)
    }

    @Test func `a bulletin is known to be told when there is a message, and not before`()
        async throws
    {
        try people.connection.execute(
            """
            CREATE TRIGGER full BEFORE INSERT ON bulletin_told
            BEGIN SELECT RAISE(ABORT, 'no'); END
            """)
        await #expect(throws: SQLiteError.self) { try await tell([.bulletin(1)], of: .site(1)) }
        #expect(try people.rows(of: "bulletin_told") == 0)
        #expect(try await titles().isEmpty)
        try people.connection.execute("DROP TRIGGER full")
        try await tell([.bulletin(1)], of: .site(1))
        #expect(try people.rows(of: "bulletin_told") == 1)
        #expect(try await titles().count == 1)
    }

    @Test func `a bulletin that is not wanted now is told when it is`() async throws {
        let store = try people.store()
        let mute = try await store.mute(
            .region("watch/bulletins/acme.3"), title: "North", of: "anna")
        try await tell([.bulletin(1)], of: .site(1))
        #expect(try await titles().isEmpty)
        try await store.unmute(mute.id, of: "anna")
        try await tell([.bulletin(1)], of: .site(2, minute: 60))
        #expect(try await titles().count == 1)
    }

    @Test func `a bulletin that is removed while it is told does no harm`() async throws {
        try people.connection.execute("DELETE FROM bulletin WHERE id = 3")
        try await tell([.bulletin(3)], of: .site(1))
        #expect(try people.rows(of: "bulletin_told") == 0)
    }
}
