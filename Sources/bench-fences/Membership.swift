import Geofencing

/// What the device is in, and no more: no accuracy, no dwelling, no patience.
///
/// It is told at each fix which circles there are around it, and counts what was entered and left.
struct Membership {
    private(set) var events = 0
    /// Where events are written, if anywhere; `scripts/bench` compares them.
    private let file: EventFile?
    /// Ascending.
    private var inside: [UInt32] = []
    private var now: [UInt32] = []

    init(_ file: EventFile? = nil) {
        self.file = file
    }

    @inline(__always)
    mutating func follow(
        _ fix: Int, at point: Coordinate, _ index: RegionIndex, _ regions: RegionList
    ) {
        now.removeAll(keepingCapacity: true)
        index.forEach(near: point, reach: 0) { now.append(UInt32($0)) }
        if !now.isEmpty {
            let plane = LocalPlane(at: point)
            now.removeAll {
                plane.distance(to: regions.center(at: Int($0))) > regions.radius(at: Int($0))
            }
        }
        if now.isEmpty, inside.isEmpty { return }
        now.sort()
        tellDifference(fix)
        swap(&now, &inside)
    }

    private mutating func tellDifference(_ fix: Int) {
        var (i, j) = (0, 0)
        while i < inside.count || j < now.count {
            if j == now.count || i < inside.count && inside[i] < now[j] {
                tell(fix, inside[i], isEnter: false)
                i += 1
            } else if i == inside.count || now[j] < inside[i] {
                tell(fix, now[j], isEnter: true)
                j += 1
            } else {
                i += 1
                j += 1
            }
        }
    }

    private mutating func tell(_ fix: Int, _ place: UInt32, isEnter: Bool) {
        events += 1
        file?.write(UInt32(fix), place << 1 | (isEnter ? 1 : 0))
    }
}
