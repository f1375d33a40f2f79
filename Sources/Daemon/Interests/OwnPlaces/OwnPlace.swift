import Geofencing
package import Places
import Posix

/// A place that people add themselves, as their home.
package enum OwnPlace {
    /// What is said to add one, or to change one.
    package struct Draft: Equatable, Sendable {
        package var name = Patch<String>.absent
        package var at = Patch<Spot>.absent
        /// Without `at`: where it is, as people write it. With `at`: any text.
        package var address = Patch<String>.absent
        /// As in `amenity=cafe`, or any word; several with semicolons between.
        package var category = Patch<String>.absent
        package var phone = Patch<String>.absent
        package var website = Patch<String>.absent
        package var openingHours = Patch<String>.absent
        package var description = Patch<String>.absent

        package init() {}
    }

    /// Where a place is.
    package enum Spot: Hashable, Sendable {
        /// Latitude and longitude, in degrees.
        case numbers([Double])
        /// As people write it: `PlaceStore.geocode` knows the forms.
        case text(String)
    }

    /// Adds a place; one with the same name at the same point is left as it is.
    package static func add(
        _ draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws -> (id: PlaceID, isNew: Bool) {
        guard draft.at.given != nil || draft.address.given != nil else {
            throw Refusal(
                .invalid, "at", "is missing: give a latitude and longitude, or an address")
        }
        var place = Place(
            id: PlaceID(source: "", key: ""), coordinate: Coordinate(latitude: 0, longitude: 0))
        try place.apply(draft, in: store, from: caller.position)
        return try store.changeOwnPlaces { [place] own in
            let known = try own.all().first {
                $0.name == place.name && $0.coordinate.distance(to: place.coordinate) < sameSpot
            }
            if let known { return (known.id, false) }
            var place = place
            place.id = try own.newID(of: place.name ?? "")
            try own.set(place, owner: caller.account.uid, at: caller.now)
            return (place.id, true)
        }
    }

    /// Metres.
    private static let sameSpot = 5.0

    package static func change(
        _ id: PlaceID, to draft: Draft, for caller: Caller, in store: PlaceStore
    ) throws {
        guard var place = try store.ownPlaces().first(where: { $0.id == id }) else {
            throw try refusal(id, in: store)
        }
        try place.apply(draft, in: store, from: caller.position)
        try store.changeOwnPlaces { [place] own in
            guard try own[id] != nil else { throw try refusal(id, in: store) }
            try own.set(place, owner: caller.account.uid, at: caller.now)
        }
    }

    package static func remove(_ id: PlaceID, in store: PlaceStore) throws {
        try store.changeOwnPlaces { own in
            guard try own[id] != nil else { throw try refusal(id, in: store) }
            try own.remove(id)
        }
    }

    /// An everyday word is its category, if it has one alone: so the place is found by all others.
    fileprivate static func category(_ text: String) -> String {
        let categories = text.contains("=") ? [] : EverydayWords.categories(text)
        return categories.count == 1 ? categories[0] : text
    }

    /// Why a place that is no own one cannot be changed.
    private static func refusal(_ id: PlaceID, in store: PlaceStore) throws -> Refusal {
        let subject = "place \(id.description.quoted)"
        guard try store.place(id) != nil else {
            return Refusal(.notFound, subject, "is not here: list your own places")
        }
        return Refusal(
            .conflict, subject,
            "was imported: change it in its file and import that again; only places that were added "
                + "one by one can be changed")
    }
}

extension Place {
    /// Changes what `draft` says and leaves the rest. Throws a `Refusal` for what is wrong with it.
    fileprivate mutating func apply(
        _ draft: OwnPlace.Draft, in store: PlaceStore, from here: Coordinate?
    ) throws {
        name = try Limits.text(draft.name.required("name", from: name), of: "name")
        let category = categories.isEmpty ? nil : categories.joined(separator: ";")
        categories =
            try draft.category.applied(to: category).map {
                try Limits.text($0, of: "category").split(separator: ";").map {
                    String($0).trimmed
                }.filter { !$0.isEmpty }.map(OwnPlace.category)
            } ?? []
        phone = try draft.phone.applied(to: phone).map { try Limits.text($0, of: "phone") }
        website = try draft.website.applied(to: website).map { try Limits.text($0, of: "website") }
        openingHours = try draft.openingHours.applied(to: openingHours).map {
            try Limits.text($0, of: "opening_hours")
        }
        description = try draft.description.applied(to: description).map {
            try Limits.text($0, of: "description", limit: Limits.longText)
        }
        try move(draft, in: store, from: here)
    }

    private mutating func move(
        _ draft: OwnPlace.Draft, in store: PlaceStore, from here: Coordinate?
    ) throws {
        let text = try draft.address.given.map { try Limits.text($0, of: "address") }
        if draft.at != .absent {
            let found = try store.find(draft.at.required("at", from: nil), from: here)
            // The old address is that of another point.
            (coordinate, address) = (found.coordinate, try store.parts(of: found))
            if let text { address = Address(street: text) }
        } else if let text {
            let found = try store.geocode(text, as: "address", from: here)
            (coordinate, address) = (found.coordinate, try store.parts(of: found))
            if address.text == nil { address = Address(street: text) }
        } else if draft.address == .null {
            address = Address()
        }
    }
}

extension PlaceStore {
    fileprivate func find(_ spot: OwnPlace.Spot, from here: Coordinate?) throws -> Geocoded {
        switch spot {
        case .text(let text): return try geocode(text, as: "at", from: here)
        case .numbers(let degrees):
            guard degrees.count == 2 else {
                throw Refusal(
                    .invalid, "at", "has \(degrees.count) numbers: give latitude and longitude")
            }
            return try Geocoded(
                coordinate: Limits.coordinate(latitude: degrees[0], longitude: degrees[1]))
        }
    }

    /// The address of a place there, in its parts, so that it is found by them; none if a street,
    /// a town or a name was meant.
    fileprivate func parts(of found: Geocoded) throws -> Place.Address {
        guard let text = found.text else { return Place.Address() }
        for near in try nearest(.all, to: found.coordinate, count: 20) {
            let address = try place(row: near.row).address
            if address.text == text { return address }
        }
        return Place.Address()
    }
}

extension OwnPlace.Spot: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            self = try .text(value.decode(String.self))
        } catch DecodingError.typeMismatch {
            self = try .numbers(value.decode([Double].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .numbers(let degrees): try value.encode(degrees)
        case .text(let text): try value.encode(text)
        }
    }
}

extension OwnPlace.Draft: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, at, address, category, phone, website
        case openingHours = "opening_hours"
        case description
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownFields(CodingKeys.self)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = try fields.decode(Patch<String>.self, forKey: .name)
        at = try fields.decode(Patch<OwnPlace.Spot>.self, forKey: .at)
        address = try fields.decode(Patch<String>.self, forKey: .address)
        category = try fields.decode(Patch<String>.self, forKey: .category)
        phone = try fields.decode(Patch<String>.self, forKey: .phone)
        website = try fields.decode(Patch<String>.self, forKey: .website)
        openingHours = try fields.decode(Patch<String>.self, forKey: .openingHours)
        description = try fields.decode(Patch<String>.self, forKey: .description)
    }
}
