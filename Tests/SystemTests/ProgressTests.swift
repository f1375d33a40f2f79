import Testing

extension SystemTests {
    /// scripts/progress, which shows how far a build is.
    struct ProgressTests {
        private let workshop = Workshop()
        private let progress = "PROGRESS_PAUSE=0.05 exec \(Repository.root)/scripts/progress"

        @Test(
            arguments: [
                ("[3/9] Compiling Places Place.swift", "0:00  compiling Places (3/9)"),
                ("[8/9] Linking geofencectl", "0:00  linking geofencectl"),
                ("   dh_md5sums", "0:00  packing (dh_md5sums)"),
                ("dpkg-deb: building package 'geofenced' in 'x'.", "0:00  packing geofenced"),
                ("scripts/make-manual a b", "0:00  making the manual"),
                ("\u{1}no step", "0:00  starting"),
            ])
        func `what a build does is shown while it does it`(said: String, shown: String) async throws
        {
            let (log, gate) = (workshop.file("log"), workshop.file("gate"))
            _ = try await shell("mkfifo '\(gate)'")
            let status = try await withShell(
                "\(progress) \"$1\" sh -c 'echo \"$1\"; read -r word <\"$2\"; exit 7' sh \"$2\" \"$3\"",
                [log, said, gate]
            ) { running in
                // The time may be a second more on a machine that is busy.
                _ = try await running.message(with: String(shown.dropFirst(4)))
                _ = try await shell("echo go >'\(gate)'")
            }
            #expect(status == 7)
            #expect(try text(of: log) == said + "\n")
        }

        @Test func `on a terminal it is one line, which goes away`() async throws {
            let (log, gate) = (workshop.file("log"), workshop.file("gate"))
            let finished = try await shell(
                """
                mkfifo '\(gate)'
                script -qec "env PROGRESS_PAUSE=0.05 \(Repository.root)/scripts/progress '\(log)' \
                    sh -c 'echo [8/9] Linking geofencectl; read -r word <\(gate)'" /dev/null \
                    </dev/null | { head -c 120; echo go >'\(gate)'; cat; }
                """)
            #expect(finished.output.has("\r\u{1B}[K0:0"))
            #expect(finished.output.has("  linking geofencectl\r\u{1B}[K"))
            #expect(finished.output.hasSuffix("\r\u{1B}[K"))
            #expect(!finished.output.has("\n"))
        }
    }
}
