import APIClient
import FoundationEssentials
import TestSupport
import Testing

@testable import Page

/// Which devices new phones are.
struct PhoneIDTests {
    private func inWorld(_ body: (PageWorld, String?) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        try await PageWorld.populate(folder.path)
        let world = try await PageWorld(in: folder.path)
        let cookie = try await world.cookie(of: "ada")
        try await world.daemon.run { try await body(world, cookie) }
    }

    @Test func `phones of one name that come at once are devices of their own`() async throws {
        try await inWorld { world, cookie in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        let reply = try await world.ask(
                            "POST", "/api/phones", #"{"name": "Phone"}"#, cookie: cookie)
                        let phone = try JSONDecoder().decode(
                            AnyJSON.self, from: Data(reply.body.utf8))
                        return phone["id"]?.string ?? reply.body
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(ids == Set(["phone"] + (2...8).map { "phone-\($0)" }))
        }
    }

    @Test(arguments: [
        ("/v1/devices/old/positions", #"{"time":"2026-05-01T12:00:00Z","lat":1,"lon":2}"# + "\n"),
        ("/v1/history", #"{"notifications":[{"id":"log-1"}]}"#),
    ])
    func `a device that was removed and has left something is nobody's new phone`(
        path: String, kept: String
    ) async throws {
        try await inWorld { world, cookie in
            let body = #"{"name": "Mine", "id": "old"}"#
            world.daemon.answer(path, kept)
            let refused = try await world.ask("POST", "/api/phones", body, cookie: cookie)
            #expect(refused.status == 409, "\(refused.body)")
            world.daemon.answer(path, path.hasSuffix("history") ? #"{"notifications":[]}"# : "")
            let added = try await world.ask("POST", "/api/phones", body, cookie: cookie)
            #expect(added.status == 201, "\(added.body)")
        }
    }

    @Test func `a device that the daemon has is nobody's new phone`() async throws {
        try await inWorld { world, cookie in
            for body in [#"{"name": "Pi"}"#, #"{"name": "Mine", "id": "pi"}"#] {
                let reply = try await world.ask("POST", "/api/phones", body, cookie: cookie)
                #expect(reply.status == 409, "\(reply.body)")
                #expect(reply.body.contains("follows a device pi already"), "\(reply.body)")
            }
            // Only that device is asked for, however many there are.
            #expect(world.daemon.requests.allSatisfy { $0 == "GET /v1/devices/pi" })
        }
    }
}
