/// Which regions a device is in by distance alone, from fix to fix: no accuracy, no dwelling, no
/// patience.
///
/// The index is the same for all fixes.
package struct Membership: Sendable {
    private var inside = RegionNumbers()
    private var now = RegionNumbers()

    package init() {}

    /// Calls `body` with the offset in the list of each region that is entered, or left.
    package mutating func move(
        to point: Coordinate, _ index: RegionIndex, _ regions: RegionList,
        _ body: (_ offset: Int, _ isEntered: Bool) -> Void
    ) {
        now.removeAll()
        index.find(at: point, in: regions, &now)
        if now.count + inside.count == 0 { return }
        now.forEachChange(since: inside) { body(index.offset(of: $0), $1) }
        swap(&now, &inside)
    }
}
