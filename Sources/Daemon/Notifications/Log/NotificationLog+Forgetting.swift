package import Geofencing
import Glibc
import Posix
import SQLite

extension NotificationLog {
    /// Forgets a device, where it was, and what was told of it; of the daemon's own source, which stays
    /// a device, the latter two. The numbers stay taken, and nothing else is left of it in the log's
    /// files. Returns when that is so.
    ///
    /// Once it has begun, all of it is forgotten. If it ends early, the log goes on with the rest, also
    /// after a restart.
    package func forget(_ device: DeviceID) async throws {
        flush()
        if let problem { throw problem }
        let devices = names(of: [device])
        try opened().forget(devices, upTo: board.latest)
        board.forget(devices)
        try await finishForgetting()
    }

    /// Removes what is left of notices that are forgotten, a little at a time.
    func finishForgetting() async throws {
        guard let row = try opened().unfinishedForgetting() else { return }
        while try opened().overwriteForgotten(most: Self.overwritten) { await Task.yield() }
        try removeSetAside()
        var first = 1
        while try await overwriteGaps(in: first..<first + Self.pages) { first += Self.pages }
        try opened().finishForgetting(upTo: row)
    }

    /// Rows that are overwritten at once.
    private static let overwritten = 250
    /// Pages whose gaps are overwritten at once: 16 MiB.
    private static let pages = 4096
    /// Seconds to wait for whoever reads the write-ahead log.
    private static let readersPatience = 10

    /// `false` if there are no more pages.
    private func overwriteGaps(in pages: Range<Int>) async throws -> Bool {
        for _ in 1..<Self.readersPatience {
            do {
                return try opened().overwriteGaps(in: pages)
            } catch SQLiteError.busy {
                try await clock.sleep(for: Self.retry)
            }
        }
        return try opened().overwriteGaps(in: pages)
    }

    /// Nobody can tell what a damaged database has of a device.
    private func removeSetAside() throws {
        let directory = path.directory
        let start = path.dropFirst(directory.utf8.count + 1) + Self.aside
        for name in Posix.names(inDirectory: directory) where name.hasPrefix(start) {
            guard unlink("\(directory)/\(name)") == 0 else {
                throw FileError.cannotWrite("\(directory)/\(name)", .current)
            }
        }
    }
}
