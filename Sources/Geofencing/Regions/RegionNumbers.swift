/// Numbers that a `RegionIndex` gives to regions: of what it found at a point, ascending.
///
/// To be kept from look-up to look-up, so that none has to make room.
struct RegionNumbers: Sendable {
    private var room: [UInt32] = []
    private(set) var count = 0

    mutating func removeAll() { count = 0 }

    /// Adds what `body` writes into room for so many; it says how many that are.
    @inline(__always)
    mutating func append(
        upTo most: Int, _ body: (UnsafeMutableBufferPointer<UInt32>) -> Int
    ) {
        let wanted = count + most
        if wanted > room.count {
            room.append(contentsOf: repeatElement(0, count: 2 * wanted - room.count))
        }
        let end = count
        count += room.withUnsafeMutableBufferPointer {
            body(UnsafeMutableBufferPointer(rebasing: $0[end..<wanted]))
        }
    }

    /// Calls `body` with each number that is only here or only in `before`, in ascending order.
    @inline(__always)
    func forEachChange(
        since before: RegionNumbers, _ body: (_ number: UInt32, _ isNew: Bool) -> Void
    ) {
        room.withUnsafeBufferPointer { now in
            before.room.withUnsafeBufferPointer { past in
                var (i, j) = (0, 0)
                while i < count, j < before.count {
                    let (new, old) = (now[i], past[j])
                    if new != old { body(min(new, old), new < old) }
                    i += new <= old ? 1 : 0
                    j += old <= new ? 1 : 0
                }
                while i < count {
                    body(now[i], true)
                    i += 1
                }
                while j < before.count {
                    body(past[j], false)
                    j += 1
                }
            }
        }
    }
}
