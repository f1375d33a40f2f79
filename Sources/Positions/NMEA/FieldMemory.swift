import Glibc

/// A short field that most sentences repeat: then it need not be read again.
struct FieldMemory {
    private var bytes: (UInt64, UInt64) = (0, 0)
    /// 0: it remembers nothing.
    private var count = 0

    @inline(__always)
    func isRepeated(by field: UnsafeRawBufferPointer) -> Bool {
        guard count > 0, field.count == count, let start = field.baseAddress else { return false }
        return withUnsafePointer(to: bytes) { memcmp($0, start, count) == 0 }
    }

    mutating func note(_ field: UnsafeRawBufferPointer) {
        count = field.count <= MemoryLayout.size(ofValue: bytes) ? field.count : 0
        let kept = UnsafeRawBufferPointer(rebasing: field.prefix(count))
        withUnsafeMutableBytes(of: &bytes) { $0.copyMemory(from: kept) }
    }

    mutating func forget() {
        count = 0
    }
}
