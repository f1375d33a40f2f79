import SQLite
import Ways

/// A region that was announced at the broker, or a device itself.
struct AnnouncedRegion: Hashable, Sendable {
    /// Its id; empty: the device itself.
    var region: String
    var name: String
    /// When the device was there last.
    var used: UTCTime
}

extension MessageStore {
    /// By the ids of devices.
    func announced() throws -> [String: [AnnouncedRegion]] {
        let rows = try connection.rows("SELECT device, region, name, used FROM announced") { row in
            (
                row.text(0) ?? "",
                AnnouncedRegion(
                    region: row.text(1) ?? "", name: row.text(2) ?? "",
                    used: UTCTime(milliseconds: row.integer(3)))
            )
        }
        return Dictionary(grouping: rows) { $0.0 }.mapValues { $0.map(\.1) }
    }

    func setAnnounced(_ region: AnnouncedRegion, of device: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO announced VALUES (:device, :region, :name, :used)",
            [
                "device": .text(device), "region": .text(region.region),
                "name": .text(region.name), "used": .integer(region.used.milliseconds),
            ])
    }

    func removeAnnounced(_ region: String, of device: String) throws {
        try connection.run(
            "DELETE FROM announced WHERE device = :device AND region = :region",
            ["device": .text(device), "region": .text(region)])
    }
}
