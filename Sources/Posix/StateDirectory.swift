import Glibc

/// Where a program keeps what it must not forget.
package struct StateDirectory: Hashable, Sendable {
    package let path: String

    /// How the names of its files begin.
    private let files: [String]

    /// Makes it, for the owner alone, if it is not there; its parent must be.
    ///
    /// `files`: how the names of its files begin. One that others may write is refused, as they
    /// could replace what is in it; so is one like `/tmp`, where they cannot, or one of another
    /// account that root uses, if one of its files is a link or a third account's.
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

    /// `owner`: of the directory.
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

    /// Of those that are there.
    private var fileNames: [String] {
        names(inDirectory: path).filter { name in files.contains { name.hasPrefix($0) } }
    }

    /// Takes from others what they may do with its files: where somebody is, is nobody else's.
    package func keepPrivate() {
        for name in fileNames {
            // One that is another's, or a link, stays as it is.
            let descriptor = open(file(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            fchmod(descriptor, 0o600)
            close(descriptor)
        }
    }

    /// Makes a file that is not there yet, for whoever has the directory: a daemon must be able to
    /// write what root has begun.
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

    /// Keeps every other daemon out of it while the lock lives; the system ends it with the
    /// process.
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

    /// The process that has locked what `descriptor` is of, as the system lists them (proc(5),
    /// `/proc/locks`); `nil` if it does not tell, as of another container's.
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

    package func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// A directory that one process has for itself.
package final class DirectoryLock: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
