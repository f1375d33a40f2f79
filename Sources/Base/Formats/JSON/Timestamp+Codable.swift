package import Geofencing
import Posix

/// A time in JSON, as in `"2026-05-01T09:00:00.000Z"`; any offset is understood.
extension Timestamp: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(iso8601: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "\(text.quoted) is not a time: write it as in 2026-05-01T09:00:00Z")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A day in JSON, as in `"2026-05-01"`.
extension CivilDate: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
