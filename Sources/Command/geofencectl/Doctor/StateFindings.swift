import Geofencing
import Glibc
import Interests
import Places
import Posix
import SQLite

/// The part of the daemon's status that is about notices it cannot write.
struct WaitingNotices: Decodable {
    var waiting: Int
    /// Why it cannot write them; `nil` if it can.
    var problem: String?
}

/// Finds out whether the daemon has its database, and room for its state.
struct StateFindings {
    private let directory: String
    private let runner: Runner
    /// Free bytes for accounts other than root; `nil` if that is not known.
    private let free: Int?

    /// Bytes: with less free space, the next notices may not fit. The write-ahead file of the log
    /// alone takes 4 MB.
    private static let leastFree = 16 << 20

    /// `free`: free bytes; `nil`: as the system says.
    init(_ directory: String, _ runner: Runner, free: Int? = nil) {
        self.directory = directory
        self.runner = runner
        self.free = free ?? freeSpace(at: directory)
    }

    private var isFull: Bool { free.map { $0 < Self.leastFree } ?? false }

    var disk: Finding? {
        guard let free else { return nil }
        let words = "\(free >> 20) MB are free for \(directory)"
        return isFull
            ? .problem("disk", "only \(words)", "make room: df -h \(directory)")
            : .ok("disk", words)
    }

    /// `nil` if none wait, and the daemon has no problem.
    func waiting(_ notices: WaitingNotices?) -> Finding? {
        guard let notices else { return nil }
        guard notices.waiting > 0 else {
            return notices.problem.map { .problem("notifications", $0, "df -h \(directory)") }
        }
        let count = notices.waiting == 1 ? "1 notice waits" : "\(notices.waiting) notices wait"
        let why = notices.problem.map { ": \($0)" } ?? ""
        let remedy = isFull ? "make room on the disk of \(directory)" : "mend that"
        return .problem(
            "notifications", "\(count), kept in memory alone\(why)",
            "\(remedy): then they are written and told; do not stop the daemon before")
    }

    // MARK: The database

    private static let advice = "geofencectl places import FILE brings some"

    /// `places`: how many there are, as the daemon says; `nil` if it does not answer.
    func database(places: Int?) async -> Finding {
        let name = "database"
        if let places {
            return .ok(name, places == 0 ? "no places yet: \(Self.advice)" : "\(places) places")
        }
        guard access(directory, X_OK) == 0 else {
            return errno == ENOENT ? missingDirectory : hidden(directory)
        }
        let file = "\(directory)/\(PlaceStore.fileName)"
        guard InputFile.exists(file) else { return .ok(name, "no places yet: \(Self.advice)") }
        guard access(file, R_OK) == 0 else { return hidden(file) }
        do {
            let count = try await PlaceDatabase(.readOnly(file)).with { try $0.placeCount() }
            return .ok(name, "\(count) places in \(file)")
        } catch {
            return Self.unreadable(error)
        }
    }

    private var missingDirectory: Finding {
        guard let fault = runner.fault(making: directory) else {
            return .unknown("database", "\(directory) is not there yet: the daemon makes it")
        }
        return .problem(
            "database", "\(directory) is not there, and the daemon cannot make it: \(fault.text)",
            fault.remedy)
    }

    /// A finding without a verdict: this account may not look at `path`.
    private func hidden(_ path: String) -> Finding {
        var status = stat()
        var readers: [String?] = ["root"]
        if stat(path, &status) == 0 {
            readers.append(status.st_uid == 0 ? nil : Account.name(status.st_uid))
            if status.st_mode & S_IRGRP != 0 {
                readers.append(Account.groupName(status.st_gid).map { "group \($0)" })
            }
        }
        let list = readers.compactMap { $0 }.joined(separator: ", ")
        return .unknown(
            "database", "\(path) may be read by these alone: \(list)", "sudo geofencectl doctor")
    }

    /// The finding for a database that cannot be read. Only a damaged one is to be moved away.
    static func unreadable(_ error: any Error) -> Finding {
        switch error {
        case SQLiteError.damaged, SQLiteError.notADatabase:
            return .problem(
                "database", DaemonFindings.oneLine(error),
                "move it away; the daemon begins a new one, to import into")
        default:
            // The error says itself what to do.
            return Finding(check: "database", state: .problem, text: DaemonFindings.oneLine(error))
        }
    }
}
