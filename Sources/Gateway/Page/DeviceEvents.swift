import APIClient
import Community
import Messages

/// What streams say of devices, each written once for all who may see the same of it.
actor DeviceEvents {
    private struct Seen: Hashable {
        var device: String
        var level: Visibility
        var owner: PersonID?
    }

    private var written: [Seen: (number: Int, event: [UInt8])] = [:]

    /// `devices`: those that have changed, as far as `sight` goes.
    func events(of devices: [MirroredDevice], for sight: SeenPhones) throws -> [UInt8] {
        try devices.flatMap { device in
            guard let level = sight.levels[device.id] else { return [] as [UInt8] }
            let seen = Seen(device: device.id, level: level, owner: sight.owners[device.id])
            if let last = written[seen], last.number == device.number { return last.event }
            let shown = sight.of(device)
            let event = try shown.map { [UInt8](event: "device", try $0.jsonBytes) } ?? []
            written[seen] = (device.number, event)
            return event
        }
    }
}
