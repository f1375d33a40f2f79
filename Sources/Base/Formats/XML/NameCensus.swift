import Glibc

/// Counts nearly how many different names a document uses, in little memory.
///
/// expat keeps every name until the end: without a limit, a document of new names would fill the
/// memory.
struct NameCensus {
    /// One bit for each hash; two names may share one.
    private var seen = [UInt64](repeating: 0, count: 1024)
    private(set) var count = 0
    /// Documents repeat a few names, which need not be hashed again.
    private var recent = [[UInt8]](repeating: [], count: 64)

    /// `name` is not empty.
    mutating func note(_ name: UnsafeBufferPointer<UInt8>) {
        // Names differ most at their ends.
        let slot = name.suffix(5).reduce(name.count) { $0 * 31 + Int($1) } % recent.count
        if recent[slot].count == name.count,
            memcmp(recent[slot], name.baseAddress!, name.count) == 0
        {
            return
        }
        recent[slot] = Array(name)
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        let hash = UInt(bitPattern: hasher.finalize())
        let (word, bit) = (Int(hash >> 6 & 1023), UInt64(1) << (hash & 63))
        guard seen[word] & bit == 0 else { return }
        seen[word] |= bit
        count += 1
    }
}
