import FoundationEssentials
import Geofencing
import SQLite

extension Message {
    static let columns = """
        id, person, time, made, title, lines, place, latitude, longitude, device, notices, is_late,
        rings, is_read
        """

    init(_ row: Statement) throws {
        id = row.integer(0)
        person = row.text(1) ?? ""
        time = Timestamp(milliseconds: row.integer(2))
        made = Timestamp(milliseconds: row.integer(3))
        title = row.text(4) ?? ""
        lines = try row.json(5) ?? []
        place = try row.json(6)
        if let latitude = row.realIfAny(7), let longitude = row.realIfAny(8) {
            position = Position(latitude: latitude, longitude: longitude)
        }
        // Whoever hears of an arrival knows the person, and need not know the phone.
        let isArrival = lines.contains { $0.region.hasPrefix("watch/household/") }
        device = isArrival ? nil : row.text(9)
        notices = try row.json(10) ?? []
        isLate = row.integer(11) != 0
        rings = row.integer(12) != 0
        isRead = row.integer(13) != 0
    }
}

extension Mute {
    init(_ row: Statement) {
        let kind = row.text(1).flatMap { Subject.Kind(rawValue: $0) } ?? .region
        self.init(
            id: row.integer(0), subject: Subject(kind, row.text(2) ?? ""), title: row.text(3) ?? "")
    }
}

extension Statement {
    /// `nil` if the column is NULL.
    func json<Value: Decodable>(_ column: Int32) throws -> Value? {
        isNull(column) ? nil : try JSONDecoder().decode(Value.self, from: Data(bytes(column)))
    }
}
