import Glibc
import Posix

/// The user's time zone.
enum LocalZone {
    /// Of the tz database, as in `Europe/Amsterdam`; `nil` if it has no such name: then it is UTC, or
    /// rules written out.
    static var name: String? {
        if let zone = getenv("TZ").map({ String(cString: $0) }) { return named(zone) }
        // Where systemd and Debian keep it (localtime(5)).
        return realpath("/etc/localtime", nil).flatMap { path in
            defer { free(path) }
            return named(String(cString: path))
        }
    }

    /// `path`: a name, or the path of its file; a colon before it is allowed (POSIX.1, 8.3).
    private static func named(_ path: String) -> String? {
        let parts = path.drop { $0 == ":" }.split(separator: "/")
        let start = parts.lastIndex(of: "zoneinfo").map { $0 + 1 } ?? 0
        let name = parts[start...].joined(separator: "/")
        return name.contains("/") && start <= parts.count ? name : nil
    }
}
