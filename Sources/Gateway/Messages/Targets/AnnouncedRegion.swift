import Geofencing
import SQLite

/// A region that was announced at the broker, or a device itself.
struct AnnouncedRegion: Hashable, Sendable {
    /// Its id; empty: the device itself.
    var region: String
    /// Of the discovery where it was announced; empty: nowhere there.
    var prefix: String
    var name: String
    /// The middle of the circle; `nil` if that was not written down.
    var center: Message.Position?
    /// When the device was there or near last, to the hour.
    var used: Timestamp

    /// Of a device itself.
    init(device name: String, prefix: String) {
        (region, self.prefix, self.name) = ("", prefix, name)
        used = Timestamp(milliseconds: 0)
    }

    init(
        _ region: String, prefix: String, name: String, center: Message.Position?, used: Timestamp
    ) {
        (self.region, self.prefix, self.name) = (region, prefix, name)
        (self.center, self.used) = (center, used)
    }
}

extension MessageStore {
    /// By the ids of devices.
    func announced() throws -> [String: [AnnouncedRegion]] {
        let rows = try connection.rows(
            "SELECT device, region, prefix, name, latitude, longitude, used FROM announced"
        ) { row in
            let center = Message.Position(latitude: row.real(4), longitude: row.real(5))
            return (
                row.text(0) ?? "",
                AnnouncedRegion(
                    row.text(1) ?? "", prefix: row.text(2) ?? "", name: row.text(3) ?? "",
                    center: row.isNull(4) ? nil : center,
                    used: Timestamp(milliseconds: row.integer(6)))
            )
        }
        return Dictionary(grouping: rows) { $0.0 }.mapValues { $0.map(\.1) }
    }

    func setAnnounced(_ regions: [AnnouncedRegion], of device: String) throws {
        try connection.transaction {
            for region in regions {
                try connection.table("announced").replace([
                    "device": .text(device), "region": .text(region.region),
                    "prefix": .text(region.prefix), "name": .text(region.name),
                    "latitude": SQLValue(region.center?.latitude),
                    "longitude": SQLValue(region.center?.longitude),
                    "used": .integer(region.used.milliseconds),
                ])
            }
        }
    }

    func removeAnnounced(_ region: AnnouncedRegion, of device: String) throws {
        try connection.table("announced").remove([
            "device": .text(device), "region": .text(region.region), "prefix": .text(region.prefix),
        ])
    }
}
