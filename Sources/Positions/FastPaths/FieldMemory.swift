/// A short field that most sentences repeat: then it need not be read again.
struct FieldMemory {
    /// Eight bytes from either end, or four of a shorter field: together, all of it.
    private var bytes: (UInt64, UInt64) = (0, 0)
    /// 0: it remembers nothing.
    private var count = 0

    @inline(__always)
    func isRepeated(by field: UnsafeRawBufferPointer) -> Bool {
        field.count == count && count > 0 && Self.ends(of: field) == bytes
    }

    mutating func note(_ field: UnsafeRawBufferPointer) {
        count = (4...16).contains(field.count) ? field.count : 0
        if count > 0 { bytes = Self.ends(of: field) }
    }

    mutating func forget() {
        count = 0
    }

    /// Of a field of 4 to 16 bytes.
    @inline(__always)
    private static func ends(of field: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        guard field.count < 8 else {
            return (
                field.loadUnaligned(as: UInt64.self),
                field.loadUnaligned(fromByteOffset: field.count - 8, as: UInt64.self)
            )
        }
        return (
            UInt64(field.loadUnaligned(as: UInt32.self)),
            UInt64(field.loadUnaligned(fromByteOffset: field.count - 4, as: UInt32.self))
        )
    }
}
