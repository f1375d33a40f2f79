import Glibc
import Posix
import Testing

extension SystemTests {
    struct InstallTests {
        private let workshop = Workshop()

        private func install() async throws {
            let finished = try await shell(
                """
                mkdir -p \(workshop.file("manual")) && echo . >\(workshop.file("manual"))/geofenced.8
                DESTDIR=\(workshop.file("root")) PREFIX=/opt/geofenced \
                    \(Repository.root)/scripts/install \(Program.folder) \(workshop.file("manual"))
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
            #expect(try installed("opt/geofenced/share/man/man8/geofenced.8") == ".\n")
            let completions = "opt/geofenced/share/bash-completion/completions/geofencectl"
            #expect(try installed(completions).has("doctor"))
            for program in ["sbin/geofenced", "bin/geofencectl"] {
                #expect(access(workshop.file("root/opt/geofenced/\(program)"), X_OK) == 0)
            }
        }

        @Test func `what has been set stays when it is installed again`() async throws {
            try await install()
            let file = "root/etc/geofenced/geofenced.toml"
            #expect(
                try text(of: workshop.file(file)) == text(of: "\(Repository.root)/geofenced.toml"))
            try workshop.write(file, "speed = 2\n")
            try await install()
            #expect(try text(of: workshop.file(file)) == "speed = 2\n")
        }
    }
}
