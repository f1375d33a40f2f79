import Testing

@testable import Community

@Suite struct SecretTests {
    @Test func `a secret is 43 letters that a link can carry, never the same`() {
        let secrets = (0..<100).map { _ in Secret() }
        #expect(Set(secrets).count == 100)
        #expect(secrets.allSatisfy { Secret($0.text) == $0 })
    }

    @Test(arguments: [
        "", "abc", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
        String(repeating: "+", count: 43), String(repeating: "A", count: 42) + "\0",
        String(repeating: "é", count: 43), String(repeating: "A", count: 1 << 20),
    ])
    func `text that cannot be a secret is none`(text: String) {
        #expect(Secret(text) == nil)
    }

    @Test func `its hash is SHA-256`() {
        // NIST FIPS 180-2, appendix B.1.
        let hash = sha256("abc").map { String($0, radix: 16) }.joined(separator: " ")
        #expect(hash.hasPrefix("ba 78 16 bf 8f 1 cf ea 41 41 40 de"))
        #expect(Secret().hash.count == 32)
    }
}
