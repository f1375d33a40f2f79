import Glibc
import Posix
import Testing

extension SystemTests {
    /// One after another, so that what takes long is made once.
    @Suite(.serialized) struct InstallTests {
        private let workshop = Workshop()

        private func install(
            _ packages: String = "geofenced geofenced-gateway"
        ) async throws {
            let finished = try await shell(
                """
                mkdir -p \(workshop.file("manual")) && cd \(workshop.file("manual")) &&
                for page in geofenced.8 geofenced-gateway.8 gateway.toml.5; do echo . >$page; done
                DESTDIR=\(workshop.file("root")) PREFIX=/opt/geofenced \
                    \(Repository.root)/scripts/install \(Program.folder) \(workshop.file("manual")) \
                    \(packages)
                """)
            #expect(finished.status == 0, "\(finished)")
        }

        private func installed(_ path: String) throws -> String {
            try text(of: workshop.file("root/\(path)"))
        }

        @Test func `everything lands below DESTDIR, and knows its PREFIX`() async throws {
            try await install()
            #expect(names(inDirectory: workshop.file("root")) == ["etc", "opt"])
            let units = "opt/geofenced/lib/systemd"
            #expect(
                try installed("\(units)/system/geofenced.service").lines
                    .filter { $0.hasPrefix("Exec") } == [
                        "ExecStart=/opt/geofenced/sbin/geofenced",
                        "ExecReload=/opt/geofenced/sbin/geofenced --check-config",
                        "ExecReload=/bin/kill -HUP $MAINPID",
                    ])
            #expect(
                try installed("\(units)/user/geofenced-desktop.service").lines
                    .contains("ExecStart=/opt/geofenced/bin/geofencectl listen --desktop"))
            // What it opens would be restricted as well.
            #expect(
                try installed("\(units)/user/geofenced-desktop.service").lines
                    .filter { $0.hasPrefix("Restrict") || $0.hasPrefix("NoNew") } == [])
            #expect(try installed("opt/geofenced/share/man/man8/geofenced.8") == ".\n")
            let completions = "opt/geofenced/share/bash-completion/completions/geofencectl"
            #expect(try installed(completions).has("doctor"))
            for program in ["sbin/geofenced", "bin/geofencectl", "sbin/geofenced-gateway"] {
                let path = workshop.file("root/opt/geofenced/\(program)")
                #expect(access(path, X_OK) == 0)
                #expect(try await shell("readelf -SW \(path)").output.has(".text"))
                #expect(try await !shell("readelf -SW \(path)").output.has(".symtab"))
            }
            #expect(
                try installed("\(units)/system/geofenced-gateway.service").lines
                    .contains("ExecStart=/opt/geofenced/sbin/geofenced-gateway"))
            #expect(
                try installed("etc/geofenced/gateway.toml")
                    == text(of: "\(Repository.root)/gateway.toml"))
            for page in ["man8/geofenced-gateway.8", "man5/gateway.toml.5"] {
                #expect(try installed("opt/geofenced/share/man/\(page)") == ".\n")
            }
        }

        @Test func `the daemon is installed with nothing of the gateway`() async throws {
            try await install("geofenced")
            #expect(try await programs() == ["geofenced", "geofencectl"])
            #expect(try await ofTheGateway() == [])
        }

        @Test func `the gateway is installed alone, and again, and what has been set stays`()
            async throws
        {
            let file = "root/etc/geofenced/gateway.toml"
            try await install("geofenced-gateway")
            #expect(try await programs() == ["geofenced-gateway"])
            #expect(
                try text(of: workshop.file(file)) == text(of: "\(Repository.root)/gateway.toml"))
            try workshop.write(file, "port = 1\n")
            try await install("geofenced-gateway")
            #expect(try text(of: workshop.file(file)) == "port = 1\n")
        }

        @Test func `a list says what each package is made of`() async throws {
            let made = try await shell(
                "\(Repository.root)/scripts/make-sbom \(Program.folder) \(workshop.path)")
            #expect(made.status == 0, "\(made)")
            for (package, parts) in [
                ("geofenced", ["swift-nio", "libsqlite3-0", "libsimdjson14"]),
                ("geofenced-gateway", ["swift-nio-ssl", "libsqlite3-0", "libsodium23"]),
            ] {
                let text = try text(of: workshop.file("\(package).cdx.json"))
                #expect(text.has(#""specVersion": "1.5""#))
                for part in parts { #expect(text.has("\"name\": \"\(part)\""), "\(part)") }
            }
        }

        private func programs() async throws -> Set<String> {
            let found = try await shell(
                "cd \(workshop.file("root/opt/geofenced")) && ls sbin bin 2>/dev/null")
            return Set(found.lines).subtracting(["sbin:", "bin:"])
        }

        private func ofTheGateway() async throws -> [String] {
            try await shell("find \(workshop.file("root")) -name '*gateway*'").lines
        }
    }
}
