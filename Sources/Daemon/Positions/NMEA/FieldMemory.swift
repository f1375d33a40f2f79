/// Remembers what a time or a date meant, as most sentences repeat the one before.
struct FieldMemory {
    /// The first and the last eight bytes of the field, or four of a short one; together, all of
    /// it.
    private var bytes: (UInt64, UInt64) = (0, 0)
    /// Bytes of the field; 0 while nothing is remembered.
    private var count = 0
    private var value: Int64 = 0

    /// What `read` makes of `field`. It is not called if the field is the same as the last time.
    @inline(__always)
    mutating func value(
        of field: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) -> Int64?
    ) -> Int64? {
        guard (4...16).contains(field.count) else { return read(field) }
        let bytes = Self.ends(of: field)
        if field.count == count, bytes == self.bytes { return value }
        guard let new = read(field) else { return nil }
        (self.bytes, count, value) = (bytes, field.count, new)
        return new
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
