import Glibc

/// Reserved space on a disk: a file that is removed when the disk is full.
package final class SpareRoom {
    private let path: String
    private let size: Int

    /// `size` in bytes. This makes no file yet.
    package init(path: String, size: Int) {
        self.path = path
        self.size = size
    }

    /// Gives the space up; `false` if none was reserved.
    package func release() -> Bool { unlink(path) == 0 }

    /// As `release()`, if less than `bytes` are free on the disk.
    package func release(ifFreeBelow bytes: Int) {
        guard let free = freeSpace(at: path.directory), free < bytes else { return }
        _ = release()
    }

    /// Reserves the space, unless it is reserved already. `false` if too little is free: as much
    /// again must stay free.
    package func keep() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno != ENOSPC }
        defer { close(descriptor) }
        var status = stat()
        // A killed process may have left a shorter file. Blocks are 512 bytes here (stat(2)).
        if fstat(descriptor, &status) == 0, status.st_blocks * 512 >= size { return true }
        if let free = freeSpace(at: path.directory), free >= 2 * size {
            let error = posix_fallocate(descriptor, 0, off_t(size))
            // Some file systems cannot reserve space: that is no error.
            if error != ENOSPC { return true }
        }
        _ = release()
        return false
    }
}
