import APIClient
import Geofencing
import Testing

@testable import Providers

/// What of a feature becomes a deal.
@Suite struct ServedDealTests {
    private func draft(
        _ properties: [String: AnyJSON], id: AnyJSON = .string("d1"), at now: Timestamp = .noon
    ) throws -> [String: AnyJSON]? {
        let whole: [String: AnyJSON] = [
            "name": .string("Half"), "company": .string("Koffie"), "category": .string("food"),
            "starts": .string("2026-05-01T10:00:00+02:00"), "ends": .string("2026-05-02 10:00:00Z"),
        ]
        let feature = AnyJSON.object([
            "id": id,
            "geometry": .object(["coordinates": .array([.number(4.8926), .number(52.3731)])]),
            "properties": .object(whole.merging(properties) { $1 }),
        ])
        return try ServedDeal(feature, "deals/", own: "north:").draft(at: now)
    }

    @Test func `all that is known is said, and what is not is null`() throws {
        let draft = try #require(
            try draft([
                "capacity": .string("12"), "radius": .string("101.50"),
                "address": .string(" Dam 1 "),
                "website": .null, "more": .bool(true),
            ]))
        #expect(
            draft == [
                "reference": .string("deals/d1"), "name": .string("Half"),
                "company": .string("Koffie"), "category": .string("food"),
                "starts": .string("2026-05-01T08:00:00.000Z"),
                "ends": .string("2026-05-02T10:00:00.000Z"), "capacity": .integer(12),
                "radius": .number(101.5), "address": .string("Dam 1"), "website": .null,
                "description": .null, "opening_hours": .null, "lat": .number(52.3731),
                "lon": .number(4.8926),
            ])
    }

    @Test func `what this node has written itself is left out`() throws {
        #expect(try draft([:], id: .string("north:acme:1")) == nil)
        #expect(try draft([:], id: .string("northern:acme:1")) != nil)
    }

    @Test func `what is over is left out`() throws {
        #expect(try draft([:], at: .noon + 86_400) == nil)
        #expect(try draft([:], at: .noon + 79_199) != nil)
    }

    @Test(arguments: [
        (["ends": AnyJSON.null], AnyJSON.string("1"), "has no ends"),
        (
            ["starts": .string("tomorrow")], .string("1"),
            "starts 'tomorrow' is no time: use RFC 3339"
        ),
        ([:], .null, "has no id: give each feature one that stays"),
        ([:], .string(""), "has no id: give each feature one that stays"),
    ])
    func `what cannot be a deal says why`(
        properties: [String: AnyJSON], id: AnyJSON, why: String
    ) {
        let reason = #expect(throws: UnusableDeal.self) { try draft(properties, id: id) }
        #expect(reason?.description == why)
    }
}
