import Testing

@testable import geofencectl

extension SystemTests {
    /// Help of the commands about what groups have.
    struct GroupHelpTests {
        @Test(arguments: ["household", "organisation"])
        func `help of each command is as in Tests/SystemTests/Expected, word for word`(
            name: String
        ) async throws {
            let tree = try #require(await CommandTree(of: Geofencectl.command([name]).0))
            for path in tree.paths {
                let file = (["geofencectl"] + path).joined(separator: "-")
                let expected = try text(
                    of: "\(Repository.root)/Tests/SystemTests/Expected/\(file).txt")
                let finished = try await run(.geofencectl, path + ["--help"])
                #expect(finished == Finished(status: 0, output: expected, errors: ""), "\(file)")
            }
        }
    }
}

extension CommandTree {
    /// The words of this command, and of all below it.
    fileprivate var paths: [[String]] {
        [[commandName]]
            + (subcommands ?? []).filter { $0.commandName != "help" }
            .flatMap { $0.paths.map { [commandName] + $0 } }
    }
}
