import Glibc
import Posix

/// Who starts the daemon, and what that account may make.
enum Runner {
    /// systemd, with the account `geofenced`. It makes the daemon's directories under /run and
    /// /var/lib.
    case service
    /// The account that runs this program.
    case me

    /// Why the daemon cannot make `path`, and what to do; `nil` if it can, or if that is not known.
    func fault(making path: String) -> (text: String, remedy: String)? {
        if isMadeBySystem(path) { return nil }
        let folder = path.directory
        var status = stat()
        guard stat(folder, &status) == 0 else {
            guard errno == ENOENT else { return nil }
            return ("\(folder) is not there", make(folder))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return ("\(folder) is no directory", "name another in the configuration")
        }
        guard let account, !account.mayWrite(in: status) else { return nil }
        return (
            "account \(account.name) may not write in \(folder)",
            "name another path in the configuration, or sudo chown \(account.name) \(folder)"
        )
    }

    /// Whether systemd makes it, as the units say (`StateDirectory=`, `ListenStream=`).
    private func isMadeBySystem(_ path: String) -> Bool {
        self == .service
            && (path == "/var/lib/geofenced" || path.hasPrefix("/run/geofenced/"))
    }

    private func make(_ directory: String) -> String {
        switch self {
        case .service: "sudo install -d -o geofenced -g geofenced \(directory)"
        case .me: "mkdir -p \(directory)"
        }
    }

    /// `nil` if there is no such account: the package is not installed.
    private var account: RunningAccount? {
        switch self {
        case .service: RunningAccount(named: "geofenced")
        case .me: RunningAccount(uid: geteuid())
        }
    }
}

/// An account of the machine, with its groups.
struct RunningAccount {
    var name: String
    var uid: uid_t
    var groups: Set<gid_t>

    init(name: String, uid: uid_t, groups: Set<gid_t>) {
        (self.name, self.uid, self.groups) = (name, uid, groups)
    }

    init?(named name: String) {
        guard let entry = getpwnam(name) else { return nil }
        self.init(entry.pointee)
    }

    init?(uid: uid_t) {
        guard let entry = getpwuid(uid) else { return nil }
        self.init(entry.pointee)
    }

    private init(_ entry: passwd) {
        var count: Int32 = 256
        var list = [gid_t](repeating: 0, count: Int(count))
        if getgrouplist(entry.pw_name, entry.pw_gid, &list, &count) < 0 { count = 0 }
        self.init(
            name: String(cString: entry.pw_name), uid: entry.pw_uid,
            groups: Set(list.prefix(Int(count)) + [entry.pw_gid]))
    }

    /// Whether the mode of the directory allows it; access control lists are not read.
    func mayWrite(in directory: stat) -> Bool {
        if uid == 0 { return true }
        let all = S_IWOTH | S_IXOTH
        let wanted =
            directory.st_uid == uid
            ? all << 6 : groups.contains(directory.st_gid) ? all << 3 : all
        return directory.st_mode & wanted == wanted
    }
}
