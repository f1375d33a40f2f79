import Testing

@testable import Positions

struct GPSDSocketTests {
    @Test(arguments: ["localhost", "LocalHost", "127.0.0.1"])
    func `a connection that is refused says so`(host: String) async throws {
        // Nobody listens at port 1 (tcpmux), and only root could.
        let address = try GPSDAddress("\(host):1")
        await #expect(throws: GPSDLost(why: "\(address): connection refused")) {
            try await GPSDSocket().connect(to: address)
        }
    }

    @Test func `a host that is not known says so`() async throws {
        let address = try GPSDAddress("no-such-host.invalid:1")
        await #expect(
            throws: GPSDLost(
                why: "\(address): the host is not known: look at source in the configuration")
        ) {
            try await GPSDSocket().connect(to: address)
        }
    }
}
