import Glibc

/// Writes all of `bytes`. Returns `false` if that fails, for a reason that `errno` says.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var place = 0
    while place < bytes.count {
        let count = write(descriptor, bytes.baseAddress! + place, bytes.count - place)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        place += count
    }
    return true
}

/// The same.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}
