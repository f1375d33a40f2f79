import Posix

/// Counts how many different names a document uses, nearly, in little memory.
///
/// expat keeps every name it meets until the end; without a limit, a document of nothing but new
/// names would fill the memory.
struct NameCensus {
    /// One bit for each hash; two names may share one.
    private var seen = [UInt64](repeating: 0, count: 1024)
    private(set) var count = 0
    /// Mostly a document repeats itself: then it has nothing to hash.
    private var last: [UInt8] = []

    mutating func note(_ name: Span<UInt8>) {
        if name.equals(last.span) { return }
        last.removeAll(keepingCapacity: true)
        for i in name.indices { last.append(name[i]) }
        var hasher = Hasher()
        name.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = UInt(bitPattern: hasher.finalize())
        let (word, bit) = (Int(hash >> 6 & 1023), UInt64(1) << (hash & 63))
        guard seen[word] & bit == 0 else { return }
        seen[word] |= bit
        count += 1
    }
}
