import Geofencing
import Glibc
import Posix
import SQLite
import TestSupport
import Testing

/// What an earlier version has left behind.
extension SystemTests {
    struct EarlierStateTests {
        private let workshop = Workshop()

        /// `state-0.1.0.sql` is what the daemon of 0.1.0 had written when it had read the first 1400
        /// lines of the walk, and stood in a favourite and a deal.
        private func leaveState() throws {
            mkdir(workshop.state, 0o700)
            let database = try Connection(
                path: "\(workshop.state)/notifications.sqlite", mode: .create)
            let sql = "\(Repository.root)/Tests/SystemTests/state-0.1.0.sql"
            try database.execute(try text(of: sql))
            try workshop.write(
                "state/notifications.last",
                "q237ugbf 00000000000000000007                                  \n")
            try workshop.write("walk.nmea", try text(of: Repository.walk))
        }

        @Test func `the state of version 0.1.0 is gone on with: no second enter, no lost stay`()
            async throws
        {
            try leaveState()
            let file = try workshop.configure(source: "nmea:walk.nmea", atEnd: "exit")
            let finished = try await shell("cd \(workshop.path) && geofenced --config \(file)")
            #expect(finished.status == 0)
            #expect(finished.errors.has("going on in the trace reports=467"))
            let store = try Connection(
                path: "\(workshop.state)/notifications.sqlite", mode: .readOnly)
            let told = try store.rows("SELECT line FROM notice ORDER BY sequence") {
                $0.text(0) ?? ""
            }
            let replayed = try await replayed(Repository.walk, regions: Repository.walkRegions)
            #expect(told.count == 17)
            #expect(outline(told) == outline(replayed))
            #expect(told[6].contains(#""id":"q237ugbf-00000000000000000007""#))
            #expect(told[7].contains(#""id":"q237ugbf-00000000000000000008""#))
        }
    }
}
