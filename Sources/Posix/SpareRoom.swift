import Glibc

/// Room on a disk that is kept for the time when it is full: a file that is then given up.
package final class SpareRoom {
    private let path: String
    private let size: Int

    /// `size`: bytes. Nothing is made yet.
    package init(path: String, size: Int) {
        self.path = path
        self.size = size
    }

    /// Gives the room up; `false` if there was none.
    package func release() -> Bool { unlink(path) == 0 }

    /// As `release()`, if the disk has less than `bytes` left.
    package func release(ifFreeBelow bytes: Int) {
        guard let free = freeSpace(at: path.directory), free < bytes else { return }
        _ = release()
    }

    /// Takes the room if it is not there, and leaves at least as much again; `false` if there is
    /// too little.
    package func keep() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno != ENOSPC }
        defer { close(descriptor) }
        var status = stat()
        // A process that was killed may have left less (stat(2): in blocks of 512 bytes).
        if fstat(descriptor, &status) == 0, status.st_blocks * 512 >= size { return true }
        if let free = freeSpace(at: path.directory), free >= 2 * size {
            let error = posix_fallocate(descriptor, 0, off_t(size))
            // Some file systems cannot do it.
            if error != ENOSPC { return true }
        }
        _ = release()
        return false
    }
}
