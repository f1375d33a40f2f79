import APIClient
import FoundationEssentials
import SQLite
import TestSupport
import Testing

@testable import Page

/// The paths of lists and inventories, at a database from before both were things.
struct OldThingsTests {
    private func world() async throws -> PageWorld {
        let folder = TemporaryFolder()
        let sql = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../SystemTests/Files/gateway-0.1.0.sql")
        try Connection(path: folder.file("gateway.sqlite"), mode: .create)
            .execute(String(contentsOf: sql, encoding: .utf8))
        var world = try await PageWorld(in: folder.path)
        world.folder = folder
        return world
    }

    /// `request`: as in `POST items/1/bought`; `seen`: a version.
    private func ask(
        _ world: PageWorld, _ request: String, _ body: String? = nil, as person: String = "anna",
        seen: String? = nil
    ) async throws -> (status: Int, body: AnyJSON) {
        let parts = request.split(separator: " ")
        let reply = try await world.ask(
            "\(parts[0])", "/api/groups/home/\(parts[1])", body,
            cookie: try await world.cookie(of: person),
            fields: seen.map { ["If-Match": "\"\($0)\""] } ?? [:])
        let json =
            try reply.body.isEmpty
            ? .null : JSONDecoder().decode(AnyJSON.self, from: Data(reply.body.utf8))
        return (reply.status, json)
    }

    private func texts(_ world: PageWorld, _ list: String) async throws -> [String] {
        try await ask(world, "GET \(list)").body[list]?.elements.map {
            let amount = $0["amount"]?.string.map { ", \($0)" } ?? ""
            return "\(Int64($0["id"]?.number ?? 0)) \($0["text"]?.string ?? "")\(amount)"
        } ?? []
    }

    @Test func `the list and the inventory are answered as they were`() async throws {
        let world = try await world()
        for (path, answer) in Self.answers {
            let now = try await ask(world, "GET \(path)")
            #expect(now.status == 200)
            #expect(
                now.body == (try JSONDecoder().decode(AnyJSON.self, from: Data(answer.utf8))),
                "\(path)")
        }
    }

    /// What the earlier program has answered.
    private static let answers = [
        "items": #"""
        {"items":[
        {"added":"2026-05-01T12:00:00.000Z","amount":"12","by":{"name":"Anna","person":"anna"},"id":4,"target":"shop=supermarket","text":"Eggs","version":"aeb7db59"},
        {"added":"2026-05-01T12:00:00.000Z","by":{"name":"Ben","person":"ben"},"id":6,"target":"shop=chemist","text":"Aspirin","version":"188f7d78"},
        {"added":"2026-05-01T12:00:00.000Z","by":{"name":"Anna","person":"anna"},"id":7,"target":"shop=bakery","text":"Bread","version":"5d763324"},
        {"added":"2026-05-01T12:00:00.000Z","by":{"name":"Carl","person":"carl"},"id":8,"target":"shop=supermarket","text":"Honey","version":"5431b42f"}]}
        """#,
        "inventory": #"""
        {"inventory":[
        {"added":"2026-05-01T12:00:00.000Z","amount":"2 l","by":{"name":"Ben","person":"ben"},"id":1,"text":"Milk","version":"f1892c88"},
        {"added":"2026-05-01T12:00:00.000Z","amount":"1 kg","by":{"name":"Anna","person":"anna"},"id":3,"text":"Rice","version":"41e24b40"},
        {"added":"2026-05-01T12:00:00.000Z","amount":"1 box","by":{"name":"Anna","person":"anna"},"id":5,"text":"Tea","version":"8ea945ce"}]}
        """#,
        "inventory/1": #"""
        {"added":"2026-05-01T12:00:00.000Z","amount":"2 l","by":{"name":"Ben","person":"ben"},"id":1,"text":"Milk","version":"f1892c88"}
        """#,
    ]

    /// Each is sent twice, as the first answer may be lost; both statuses.
    @Test func `what waits in a browser with numbers and keys from before arrives once`()
        async throws
    {
        let world = try await world()
        for (request, body, person, statuses) in [
            // What had arrived before the upgrade.
            ("POST items", #"{"text": "Eggs", "key": "a4"}"#, "anna", [201, 201]),
            ("POST items", #"{"text": "Milk", "key": "a1"}"#, "anna", [410, 410]),
            ("POST inventory", #"{"text": "Rice", "key": "s1"}"#, "anna", [201, 201]),
            ("POST inventory", #"{"text": "Coffee", "key": "s2"}"#, "anna", [410, 410]),
            ("POST inventory", #"{"text": "Eggs", "key": "a4"}"#, "anna", [400, 400]),
            ("POST items/1/bought", #"{"price": 251, "key": "b1"}"#, "ben", [200, 200]),
            ("POST items/2/bought", #"{"key": "b2"}"#, "ben", [410, 410]),
            ("POST inventory/2/used-up", #"{"key": "u1"}"#, "anna", [200, 200]),
            // What others have done before it.
            ("POST items/1/bought", #"{"key": "x1"}"#, "anna", [409, 409]),
            ("POST items/2/bought", #"{"key": "x2"}"#, "anna", [404, 404]),
            ("POST items/5/bought", #"{"key": "x3"}"#, "ben", [404, 404]),
            ("POST inventory/2/used-up", #"{"key": "x4"}"#, "ben", [409, 409]),
            ("POST inventory/4/used-up", #"{"key": "x5"}"#, "ben", [404, 404]),
            ("PATCH inventory/7", #"{"amount": "1"}"#, "ben", [404, 404]),
            // What arrives now. Whoever says what they have seen is told that it was changed.
            ("PATCH items/4", #"{"amount": "6"}"#, "anna", [200, 412]),
            ("PATCH inventory/3", #"{"amount": "2 kg"}"#, "anna", [200, 412]),
            ("DELETE items/6", nil, "anna", [204, 404]),
            ("DELETE inventory/5", nil, "anna", [204, 404]),
            ("POST items/8/bought", #"{"key": "n1"}"#, "ben", [200, 200]),
            ("POST inventory/1/used-up", #"{"key": "n2"}"#, "anna", [200, 200]),
        ] as [(String, String?, String, [Int])] {
            let isSeen = statuses == [200, 412]
            let seen =
                isSeen
                ? try await ask(world, request.replacing("PATCH", with: "GET")).body["version"]?
                    .string : nil
            let first = try await ask(world, request, body, as: person, seen: seen)
            let second = try await ask(world, request, body, as: person, seen: seen)
            #expect([first.status, second.status] == statuses, "\(request) \(first) \(second)")
            guard first.status != 204 else { continue }
            #expect((isSeen ? second.body["now"] : second.body) == first.body, "\(request)")
        }
        #expect(try await texts(world, "items") == ["4 Eggs, 6", "7 Bread", "20 Milk, 2 l"])
        #expect(try await texts(world, "inventory") == ["3 Rice, 2 kg", "19 Honey"])
        let bills = try await ask(world, "GET bills").body["bills"]?.elements
        #expect(bills?.map { $0["what"]?.string } == ["Milk", "Rent"])
    }

    /// `@KEY` and `@KEY.stock` in what waits are the numbers that these answers have.
    @Test func `what follows on something that was made at these paths finds it`() async throws {
        let world = try await world()
        let item = try await ask(world, "POST items", #"{"text": "Salt", "key": "k1"}"#).body
        let number = try #require(item["id"]?.number).formatted
        let bought = try await ask(world, "POST items/\(number)/bought", #"{"key": "k2"}"#).body
        let stock = try #require(bought["stock"]?["id"]?.number).formatted
        let changed = try await ask(
            world, "PATCH inventory/\(stock)", #"{"amount": "1 kg"}"#,
            seen: bought["stock"]?["version"]?.string)
        #expect(changed.status == 200)
        let back = try await ask(world, "POST inventory/\(stock)/used-up", #"{"key": "k3"}"#)
        #expect(back.body["item"]?["amount"]?.string == "1 kg")
        let last = try #require(back.body["item"]?["id"]?.number).formatted
        #expect(try await ask(world, "DELETE items/\(last)").status == 204)
        #expect(
            try await texts(world, "inventory") == ["1 Milk, 2 l", "3 Rice, 1 kg", "5 Tea, 1 box"])
    }
}

extension Double {
    fileprivate var formatted: String { "\(Int64(self))" }
}
