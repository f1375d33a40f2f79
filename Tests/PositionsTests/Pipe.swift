import Glibc
import TestSupport

/// Runs `body` beside a pipe, which whoever reads it may open without waiting for a writer.
func withPipe(_ body: (_ path: String, _ writer: Int32) async throws -> Void) async throws {
    let folder = TemporaryFolder()
    let path = folder.file("pipe")
    precondition(mkfifo(path, 0o600) == 0)
    let writer = open(path, O_RDWR | O_CLOEXEC)
    defer { withExtendedLifetime(folder) {} }
    try await body(path, writer)
}

/// That nobody has read yet.
func bytesWaiting(in pipe: Int32) -> Int32 {
    var count: Int32 = 0
    precondition(ioctl(pipe, UInt(FIONREAD), &count) == 0)
    return count
}
