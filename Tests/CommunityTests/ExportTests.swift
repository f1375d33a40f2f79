import FoundationEssentials
import TestSupport
import Testing

@testable import Community

@Suite struct ExportTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `an export has all that is known of a person, and no secret`() async throws {
        let street = try await Street()
        let community = street.community
        let session = try await community.signIn(street.ben, device: "Firefox")
        let link = try await community.addLink(for: street.ben, by: .person(street.ben))
        let invitation = try await community.invite(to: street.home, by: .person(street.ben))
        try await community.setOwnOwner(street.ben, by: .machine)
        let export = try json(try await community.export(street.ben, by: .person(street.ben)))
        let parts = [
            #""person":{"added":"2026-05-01T12:00:00.000Z","admin":false,"id":"ben","name":"Ben"}"#,
            #""device":"Firefox""#, #""kind":"person""#, #""kind":"invitation""#,
            #""group":"home","group_name":"Home","kind":"household""#, #""role":"admin""#,
            #""asked_by":"Ben""#, #""sharing":[{"group":"home","level":"position"}]"#,
            #""own_source":true"#,
        ]
        for part in parts { #expect(export.contains(part), "\(part)") }
        for secret in [session.secret, link.secret, invitation.secret] {
            #expect(!export.contains(secret.text))
        }
        #expect(!export.contains("hash") && !export.contains("Carl"))
    }

    @Test func `who has left reads nothing there that others have written since`() async throws {
        let street = try await Street()
        let (community, carl) = (street.community, Caller.person(street.carl))
        let (home, ben) = (street.home, Caller.person(street.ben))
        let item = try await community.addThing([.text: "Milk"], of: home, by: carl)
        var draft = BillDraft()
        (draft.what, draft.amount) = ("Rent", 100)
        let bill = try await community.addBill(draft, of: home, by: carl)
        let event = try await community.addEvent(
            EventChange(
                what: "Dinner", start: "2026-05-02T18:00:00Z", end: "2026-05-02T19:00:00Z"),
            to: home, by: carl)
        try await community.removeMember(street.carl, of: home, by: carl)
        draft.what = "Rent of May"
        try await community.editBill(bill.id, of: home, draft, by: ben)
        try await community.editThing(item.id, of: home, [.text: "Milk for two"], by: ben)
        try await community.editEvent(
            event.id, of: home, EventChange(what: "Dinner without him"), by: ben)
        let export = try json(try await community.export(street.carl, by: carl))
        for word in ["Milk", "Rent", "Dinner"] { #expect(!export.contains(word), "\(word)") }
        for kind in ["thing", "bill", "event"] {
            #expect(export.contains(#""group":"home","kind":"\#(kind)""#))
        }
    }

    @Test func `JSON is as routes have it`() async throws {
        let street = try await Street()
        let community = street.community
        #expect(
            try json(try await community.group(street.home, by: .person(street.carl)))
                == """
                {"created":"2026-05-01T12:00:00.000Z","id":"home","kind":"household",\
                "member_count":2,"members":[{"joined":"2026-05-01T12:00:00.000Z","name":"Ben",\
                "person":"ben","role":"admin","sites":[]},{"joined":"2026-05-01T12:00:00.000Z",\
                "name":"Carl","person":"carl","role":"member","sites":[]}],"name":"Home",\
                "places":[{"id":1,"lat":52.37,"lon":4.89,"name":"School","radius":50}],\
                "role":"member"}
                """)
        #expect(
            try json(try await community.phone("ben-phone", by: .person(street.carl)))
                == """
                {"added":"2026-05-01T12:00:00.000Z","id":"ben-phone","name":"Ben's phone",\
                "owner":"ben","visibility":"position"}
                """)
        let requests = try await community.requests(by: .person(street.dora))
        #expect(
            try json(requests[1])
                == """
                {"asked":"2026-05-01T12:00:00.000Z","asked_by":"Ben","group":"home",\
                "group_name":"Home","id":\(requests[1].id),"kind":"asks_person",\
                "mine_to_answer":true,"name":"Dora"}
                """)
    }
}
