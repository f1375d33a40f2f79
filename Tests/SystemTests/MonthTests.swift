import Testing

extension SystemTests {
    /// scripts/make-month, which says what groups do, and reckons what it comes to.
    struct MonthTests {
        @Test(arguments: [1, 2])
        func `some days of a household and an organisation come to what they should`(
            seed: Int
        ) async throws {
            let gateway = try await Gateway()
            try gateway.workshop.configure()
            try await withDaemon(gateway.workshop) { (_) async throws in
                try await gateway.run { _ in
                    let finished = try await shell(
                        "\(Repository.root)/scripts/make-month \(gateway.socket) --days 8 "
                            + "--people 12 --seed \(seed)")
                    #expect(finished.status == 0, "\(finished)")
                    #expect(finished.lines.count == 2)
                    #expect(finished.errors == "")
                }
            }
        }
    }
}
