import Geofencing

/// Devices for people: each a row, or of many the counts and those that need a look.
struct DeviceTable {
    private let devices: [DeviceReport]
    private let now: Timestamp
    private let style: Style

    /// How many are listed, unless somebody wants all.
    static let most = 200
    /// Of more, so many of a sort are shown.
    private static let few = 10
    /// Seconds after which a device is silent.
    private static let silent = 86_400.0
    private static let recent = 3600.0

    init(_ devices: [DeviceReport], at now: Timestamp, _ style: Style) {
        (self.devices, self.now, self.style) = (devices, now, style)
    }

    var lines: [String] {
        guard devices.count > Self.most else { return whole }
        var lines = [counts]
        for (title, some) in [("most positions dropped:", worst), ("silent for longest:", silent)]
        where !some.isEmpty {
            lines += ["", style.bold(title)] + rows(some.prefix(Self.few))
        }
        return lines + ["", style.faint("each of them: geofencectl devices list --all")]
    }

    /// Every device, and the counts.
    var whole: [String] { rows(devices) + ["", counts] }

    private func rows(_ devices: some Sequence<DeviceReport>) -> [String] {
        var table = Table(
            .init(title: "id", look: .bold, importance: .highest),
            .init(title: "name", widest: 24),
            .init(title: "last fix", side: .right, importance: .usual),
            .init(title: "in", widest: 40, importance: .low),
            .init(title: "dropped", widest: 24))
        for device in devices {
            table.add(
                device.id, device.called, device.age(at: now),
                device.inside.joined(separator: ", "), device.droppedInWords)
        }
        return table.lines(style)
    }

    /// The largest share first.
    private var worst: [DeviceReport] {
        devices.filter { $0.shareDropped > DeviceReport.badShare }
            .sorted { ($1.shareDropped, $0.id) < ($0.shareDropped, $1.id) }
    }

    /// The longest first; those that were never heard of are none of them.
    private var silent: [DeviceReport] {
        devices.filter { $0.silence(at: now) ?? 0 > Self.silent }
            .sorted { ($1.silence(at: now) ?? 0, $0.id) < ($0.silence(at: now) ?? 0, $1.id) }
    }

    private var counts: String {
        let counted = [
            (
                devices.count { $0.silence(at: now).map { $0 <= Self.recent } ?? false },
                "heard of in the last hour"
            ),
            (silent.count, "silent for a day"),
            (devices.count { $0.fix == nil }, "never heard of"),
            (worst.count, "with most positions dropped"),
        ]
        let words = counted.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let total = devices.count == 1 ? "1 device" : "\(devices.count) devices"
        let line = words.isEmpty ? total : "\(total): \(words.joined(separator: ", "))"
        return style.faint(style.width.map { line.cut(toWidth: $0) } ?? line)
    }
}
