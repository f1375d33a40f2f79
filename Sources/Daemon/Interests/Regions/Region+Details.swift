import Geofencing
import Places

/// What notices say of a region besides its circle, wherever it is from; what is `nil` is left out.
extension Region.Details {
    static func place(
        name: String? = nil, id: String? = nil, brand: String?, category: String?, address: String?,
        phone: String?,
        website: String?, openingHours: String?, description: String? = nil
    ) -> Region.Details? {
        Region.Details(
            title: "place",
            [
                ("name", name), ("id", id), ("brand", brand), ("category", category),
                ("address", address),
                ("phone", phone), ("website", website), ("opening_hours", openingHours),
                ("description", description),
            ])
    }

    static func deal(
        company: String?, category: String?, description: String?, window: TimeWindow?,
        website: String?, address: String? = nil
    ) -> Region.Details? {
        Region.Details(
            title: "deal",
            [
                ("company", company), ("category", category), ("description", description),
                ("starts", window?.start?.description), ("ends", window?.end?.description),
                ("website", website), ("address", address),
            ])
    }

    /// `nil` if there is nothing to say.
    private init?(title: String, _ fields: [(name: String, value: String?)]) {
        let present = fields.compactMap { field in
            field.value.map { Region.Field(field.name, $0) }
        }
        if present.isEmpty { return nil }
        self.init(title: title, fields: present)
    }
}

extension Place {
    /// What a notice says of it.
    var details: Region.Details? { details(withName: false) }

    /// The same. `withName`: for a region that is called otherwise.
    func details(withName: Bool) -> Region.Details? {
        .place(
            name: withName ? title : nil, id: id.description, brand: brand,
            category: categories.first, address: address.text,
            phone: phone, website: website, openingHours: openingHours, description: description)
    }
}
