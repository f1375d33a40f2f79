import Glibc
import Posix
import SQLite
import TestSupport
import Testing

extension SystemTests {
    /// What the gateway knows is saved while it runs, and put back while it does not.
    struct GatewayBackupTests {
        private func people(_ gateway: Gateway) async throws -> [String] {
            let found = try await run(
                .geofencectl, ["people", "list", "--json", "--gateway-socket", gateway.socket])
            #expect(found.status == 0, "\(found.errors)")
            return ["Anna", "Ben", "Carl"].filter { found.output.contains("\"\($0)\"") }
        }

        private func add(_ name: String, _ gateway: Gateway) async throws {
            let added = try await run(
                .geofencectl, ["people", "add", name, "--gateway-socket", gateway.socket])
            #expect(added.status == 0, "\(added.errors)")
        }

        private func command(
            _ name: String, _ file: String, _ gateway: Gateway
        ) async throws -> Finished {
            try await run(
                .geofencectl,
                ["gateway", name, file, "--state-directory", gateway.state])
        }

        private func succeed(_ name: String, _ file: String, _ gateway: Gateway) async throws {
            let finished = try await command(name, file, gateway)
            #expect(finished.status == 0, "\(finished.errors)")
        }

        private func mode(_ file: String) -> mode_t {
            var status = stat()
            return stat(file, &status) == 0 ? status.st_mode & 0o777 : 0
        }

        @Test func `a backup is of one moment, and is put back`() async throws {
            let gateway = try await Gateway()
            let file = gateway.workshop.file("saved.sqlite")
            try await gateway.run { running in
                try await add("Anna", gateway)
                let saved = try await command("backup", file, gateway)
                #expect(saved == Finished(status: 0, output: "", errors: ""))
                let asked = gateway.workshop.file("asked.sqlite")
                let found = try await run(
                    .geofencectl, ["gateway", "backup", asked, "--gateway-socket", gateway.socket])
                #expect(found == Finished(status: 0, output: "", errors: ""))
                #expect(mode(asked) == 0o600)
                try await add("Ben", gateway)
                // What is there is not written over.
                let again = try await command("backup", file, gateway)
                #expect(again.status == 1)
                #expect(
                    again.errors.hasSuffix(
                        "\(file): is there already: choose another name, or remove it\n"))
                // Nothing is put under a gateway that runs.
                let refused = try await command("restore", file, gateway)
                #expect(refused.status == 1)
                #expect(
                    refused.errors.hasSuffix(
                        "\(gateway.state): process \(running.identifier) uses it: stop the gateway "
                            + "first, with sudo systemctl stop geofenced-gateway\n"))
                #expect(try await people(gateway) == ["Anna", "Ben"])
            }
            #expect(mode(file) == 0o600)
            let beside = gateway.workshop.names.filter { $0.hasPrefix("saved.sqlite") }
            #expect(beside == ["saved.sqlite"])
            let restored = try await command("restore", file, gateway)
            #expect(restored.status == 0, "\(restored.errors)")
            #expect(mode("\(gateway.state)/gateway.sqlite") == 0o600)
            try await gateway.run { _ in
                #expect(try await people(gateway) == ["Anna"])
                try await add("Carl", gateway)
            }
            // What was there before can be put back as well.
            let before = try #require(
                restored.output.between("what was there before: ", "\n"))
            try await succeed("restore", before, gateway)
            try await gateway.run { _ in
                let found = try await people(gateway)
                #expect(found == ["Anna", "Ben"])
            }
        }

        @Test func `what was written is said as JSON`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in }
            let file = gateway.workshop.file("saved.sqlite")
            func json(_ name: String) async throws -> Finished {
                try await run(
                    .geofencectl,
                    ["gateway", name, file, "--json", "--state-directory", gateway.state])
            }
            let saved = try await json("backup")
            #expect(saved == Finished(status: 0, output: "{\"file\":\"\(file)\"}\n", errors: ""))
            let path = "\(gateway.state)/gateway.sqlite"
            let restored = try await json("restore")
            let before = try #require(restored.output.between("\"before\":\"", "\""))
            #expect(before.hasPrefix("\(path).before-") && InputFile.exists(before))
            #expect(restored.output == "{\"before\":\"\(before)\",\"file\":\"\(path)\"}\n")
        }

        @Test func `a backup while people are added has all that was answered before it`()
            async throws
        {
            let gateway = try await Gateway()
            try await gateway.run { _ in
                for number in 0..<4 {
                    let file = gateway.workshop.file("saved-\(number).sqlite")
                    async let adding: Void = {
                        for _ in 0..<4 { try await add("Another", gateway) }
                    }()
                    try await succeed("backup", file, gateway)
                    try await adding
                    let saved = try Connection(path: file, mode: .readOnly)
                    let check = try saved.first("PRAGMA integrity_check") { $0.text(0) }
                    #expect(check == "ok")
                    let count = try saved.integer("SELECT count(*) FROM person") ?? 0
                    #expect(Int64(4 * number)...Int64(4 * number + 4) ~= count)
                }
            }
        }

        @Test func `what is no backup is not put back, and changes nothing`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in try await add("Anna", gateway) }
            let (workshop, folder) = (gateway.workshop, TemporaryFolder())
            let good = workshop.file("good.sqlite")
            try await succeed("backup", good, gateway)
            let bytes = try InputFile.contents(of: good, limit: 1 << 26)
            let newer = workshop.file("newer.sqlite")
            try await succeed("backup", newer, gateway)
            try Connection(path: newer, mode: .readWrite)
                .execute("UPDATE schema_part SET steps = 99 WHERE name = 'community'")
            let foreign = workshop.file("foreign.sqlite")
            try Connection(path: foreign, mode: .create).execute("CREATE TABLE theirs (a)")
            var damaged = bytes
            for i in 3 * 4096..<5 * 4096 { damaged[i] = 0xA5 }
            let cases: [(String, String)] = [
                (newer, "was made by a newer geofenced"), (foreign, "is no backup of the gateway"),
                (try folder.write("damaged.sqlite", damaged), "is damaged"),
                (
                    try folder.write("half.sqlite", Array(bytes[..<(bytes.count / 2)])),
                    "is damaged"
                ),
                (try workshop.write("text.sqlite", "no database"), "is not a database"),
                (workshop.file("missing.sqlite"), "missing.sqlite"),
            ]
            let kept = Posix.names(inDirectory: gateway.state)
            for (file, words) in cases {
                let refused = try await command("restore", file, gateway)
                #expect(refused.status == 1, "\(file)")
                #expect(refused.errors.contains(words), "\(refused.errors)")
                #expect(refused.errors.lines.count == 1)
            }
            #expect(Posix.names(inDirectory: gateway.state) == kept)
            // A gateway that has never run has nowhere to put it.
            let other = try await Gateway()
            let nowhere = try await command("restore", good, other)
            #expect(nowhere.status == 1 && nowhere.errors.contains("start geofenced-gateway once"))
        }

        @Test func `a damaged file is replaced, and kept`() async throws {
            let gateway = try await Gateway()
            try await gateway.run { _ in try await add("Anna", gateway) }
            let good = gateway.workshop.file("good.sqlite")
            try await succeed("backup", good, gateway)
            try gateway.workshop.write(
                "gateway-state/gateway.sqlite", String(repeating: "x", count: 9000))
            let restored = try await command("restore", good, gateway)
            #expect(restored.status == 0, "\(restored.errors)")
            let before = try #require(
                restored.output.between("what was there before: ", "\n"))
            let kept = try text(of: before)
            #expect(kept == String(repeating: "x", count: 9000))
            try await gateway.run { _ in
                let found = try await people(gateway)
                #expect(found == ["Anna"])
            }
        }
    }
}
