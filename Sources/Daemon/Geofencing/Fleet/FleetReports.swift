/// The last positions of all devices, to explain what was told. When there is no more room, the
/// oldest are forgotten.
package struct FleetReports: Sendable {
    /// Bytes, of all devices together.
    package var mostBytes: Int
    private var devices: [DeviceID: RecentReports] = [:]
    /// Whose piece began when, the oldest first; those before `first` are forgotten.
    private var order: [DeviceID] = []
    private var first = 0
    private(set) var bytes = 0

    /// Positions after which a device's memory is kept again.
    private static let pieceLength = 64

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// `nil` if none of the device are kept.
    package subscript(id: DeviceID) -> RecentReports? { devices[id] }

    /// `memory`: what was known of the device before `fix`, in the form of `TrackerState`.
    mutating func add(_ fix: Fix, of id: DeviceID, memory: @autoclosure () -> [UInt8]) {
        var reports =
            devices.removeValue(forKey: id)
            ?? RecentReports(pieceLength: Self.pieceLength, mostBytes: .max)
        bytes -= reports.bytes
        if reports.isFull {
            reports.begin(memory(), isLive: true)
            order.append(id)
        }
        reports.add(.fix(fix))
        bytes += reports.bytes
        devices[id] = reports
        while bytes > mostBytes, first < order.count { forgetOldest() }
        if first > 1024, first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }

    mutating func forget(_ id: DeviceID) {
        bytes -= devices.removeValue(forKey: id)?.bytes ?? 0
    }

    private mutating func forgetOldest() {
        let id = order[first]
        first += 1
        guard var reports = devices.removeValue(forKey: id) else { return }
        bytes -= reports.bytes
        reports.removeOldest()
        bytes += reports.bytes
        if reports.count > 0 { devices[id] = reports }
    }
}
