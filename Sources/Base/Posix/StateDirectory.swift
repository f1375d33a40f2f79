import Glibc

/// The directory of a program's state. No other account can replace a file in it.
package struct StateDirectory: Hashable, Sendable {
    /// As the configuration has it.
    package let path: String

    /// What the names of its files begin with.
    private let files: [String]

    /// Makes the directory for the owner alone (0700), if it is not there. Its parent must exist.
    ///
    /// `files`: what the names of its files begin with. A directory that others may write is
    /// refused, because they could replace its files. In a directory with the sticky bit, as
    /// `/tmp`, they could not: it is accepted, unless one of its files is a link or belongs to
    /// another account. Root may use a directory of another account under the same condition.
    package init(_ path: String, files: [String]) throws(FileError) {
        (self.path, self.files) = (path, files)
        guard mkdir(path, 0o700) != 0 else { return }
        guard errno == EEXIST else { throw .cannotMakeDirectory(path, .current) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .cannotOpen(path, .current) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notADirectory(path) }
        let isSticky = status.st_mode & S_ISVTX != 0
        // Root may use what belongs to another account.
        guard Self.isTrusted(status.st_uid) || geteuid() == 0 else {
            throw .belongsTo(path, uid: status.st_uid)
        }
        let isShared = status.st_mode & (S_IWGRP | S_IWOTH) != 0
        guard !isShared || isSticky else { throw .writtenByOthers(path) }
        if isShared || status.st_uid != geteuid() { try checkFiles(of: status.st_uid) }
        guard access(path, W_OK | X_OK) == 0 else { throw .cannotMakeDirectory(path, .current) }
    }

    private static func isTrusted(_ uid: uid_t) -> Bool { uid == 0 || uid == geteuid() }

    /// `owner`: whose the directory is.
    private func checkFiles(of owner: uid_t) throws(FileError) {
        for name in fileNames {
            var status = stat()
            guard lstat(file(name), &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == owner || Self.isTrusted(status.st_uid)
            else {
                throw .notOurs(file(name))
            }
        }
    }

    /// The names of its files that exist.
    private var fileNames: [String] {
        names(inDirectory: path).filter { name in files.contains { name.hasPrefix($0) } }
    }

    /// Lets nobody but the owner read and write its files (0600): they say where a person is.
    package func keepPrivate() {
        for name in fileNames {
            // A file of another account, or a link, stays as it is.
            let descriptor = open(file(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            fchmod(descriptor, 0o600)
            close(descriptor)
        }
    }

    /// If this is root, makes the file `name` for the owner of the directory, unless it is there:
    /// the daemon must be able to write a file that root has begun.
    package func prepare(_ name: String) throws(FileError) {
        var status = stat()
        guard geteuid() == 0, stat(path, &status) == 0, status.st_uid != 0 else { return }
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw .cannotOpen(file(name), .current)
        }
        defer { close(descriptor) }
        guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
            throw .cannotOpen(file(name), .current)
        }
    }

    /// Locks the directory for as long as the result lives; the system ends the lock with the
    /// process. Throws if another process has locked it.
    package func lock() throws(FileError) -> DirectoryLock {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path, .current) }
        let lock = DirectoryLock(descriptor: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK
                ? .inUse(path, by: Self.holder(of: descriptor)) : .cannotOpen(path, .current)
        }
        return lock
    }

    /// The id of the process that has locked the file of `descriptor`, from `/proc/locks`
    /// (proc(5)); `nil` if it is not listed, as a process of another container.
    private static func holder(of descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            // Without the list, the process is not named.
            let list = try? InputFile.contents(of: "/proc/locks", limit: 1 << 20)
        else { return nil }
        for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
            // 1: FLOCK ADVISORY WRITE 4711 08:01:131073 0 EOF
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", let process = Int(words[4]), process > 0,
                let node = words[5].split(separator: ":").last, node == "\(status.st_ino)"
            else { continue }
            return process
        }
        return nil
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// A lock on a directory, held as long as this lives.
package final class DirectoryLock: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
