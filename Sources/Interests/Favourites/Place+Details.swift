import Geofencing
import Places

extension Place {
    /// What a notice says of it.
    var details: Region.Details {
        let fields: [(String, String?)] = [
            ("id", id.description), ("brand", brand), ("category", categories.first),
            ("address", address.text), ("phone", phone), ("website", website),
            ("opening_hours", openingHours), ("description", description),
        ]
        return Region.Details(
            title: "place",
            fields: fields.compactMap { name, value in value.map { Region.Field(name, $0) } })
    }
}
