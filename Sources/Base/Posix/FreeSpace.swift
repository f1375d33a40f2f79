import Glibc

/// Bytes that this account may still write to the disk that holds `path`; `nil` if the system does
/// not say.
package func freeSpace(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
}
