import Geofencing
import Places
import Posix

extension Deal {
    /// A new deal; it begins now unless the draft says when. Throws a `Refusal` for what is wrong
    /// with the draft.
    init(_ draft: Draft, by caller: Caller, in store: PlaceStore) throws {
        let name = try draft.name.required("name", from: nil)
        let company = try draft.company.required("company", from: nil)
        let category = try draft.category.required("category", from: nil)
        let ends = try draft.ends.required("ends", from: nil)
        guard
            draft.latitude != .absent || draft.longitude != .absent || draft.address != .absent
                || draft.at != .absent
        else {
            throw Refusal(.invalid, "lat", "is missing: give lat and lon, or an address")
        }
        self.init(
            id: 0, name: name, company: company, category: category, latitude: .nan,
            longitude: .nan, starts: try draft.starts.required("starts", from: caller.now),
            ends: ends, owner: caller.account.uid)
        reference = try draft.reference.given.map { try Limits.text($0, of: "reference") }
        try apply(draft, in: store, from: caller.position)
    }

    /// Changes what `draft` says and leaves the rest. `here`: where the device is, if that is known.
    /// Throws a `Refusal` for what is wrong with it.
    mutating func apply(
        _ draft: Draft, in store: PlaceStore, from here: Coordinate?
    ) throws {
        name = try Limits.text(draft.name.required("name", from: name), of: "name")
        company = try Limits.text(draft.company.required("company", from: company), of: "company")
        category = try Limits.text(
            draft.category.required("category", from: category), of: "category")
        description = try draft.description.applied(to: description).map {
            try Limits.text($0, of: "description", limit: Limits.longText)
        }
        website = try draft.website.applied(to: website).map {
            try Limits.text($0, of: "website")
        }
        openingHours = try draft.openingHours.applied(to: openingHours).map {
            try Limits.text($0, of: "opening_hours")
        }
        audience = draft.audience == .absent ? audience : draft.audience.given ?? .everyone
        radius = try draft.radius.applied(to: radius).map { try Limits.radius($0) }
        try move(draft, in: store, from: here)
        try time(draft)
        try limit(draft)
    }

    private mutating func move(
        _ draft: Draft, in store: PlaceStore, from here: Coordinate?
    ) throws {
        let text = try draft.address.given.map { try Limits.text($0, of: "address") }
        if draft.at != .absent {
            let at = try draft.at.required("at", from: nil)
            guard draft.latitude == .absent, draft.longitude == .absent else {
                throw Refusal(.invalid, "at", "is too much beside lat and lon: say one of them")
            }
            try move(to: store.geocode(at, as: "at", from: here))
            if let text { address = text }
        } else if draft.latitude != .absent || draft.longitude != .absent {
            guard draft.latitude != .absent else {
                throw Refusal(.invalid, "lat", "is missing: give it together with lon")
            }
            guard draft.longitude != .absent else {
                throw Refusal(.invalid, "lon", "is missing: give it together with lat")
            }
            let coordinate = try Limits.coordinate(
                latitude: draft.latitude.required("lat", from: nil),
                longitude: draft.longitude.required("lon", from: nil))
            (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
            // The old address is that of another point.
            address = text
        } else if let text {
            try move(to: store.geocode(text, as: "address", from: here))
        } else if draft.address == .null {
            guard !latitude.isNaN else {
                throw Refusal(.invalid, "lat", "is missing: give lat and lon, or an address")
            }
            address = nil
        }
    }

    private mutating func move(to found: Geocoded) {
        (latitude, longitude) = (found.coordinate.latitude, found.coordinate.longitude)
        address = found.text
    }

    private mutating func time(_ draft: Draft) throws(Refusal) {
        starts = try draft.starts.required("starts", from: starts)
        ends = try draft.ends.required("ends", from: ends)
        for (field, time) in [("starts", starts), ("ends", ends)] {
            guard Timestamp.range.contains(time) else {
                throw Refusal(.invalid, field, "is not in the years 1 to 9999")
            }
        }
        guard starts < ends else {
            throw Refusal(.invalid, "ends", "\(ends) is not after the start, \(starts)")
        }
    }

    private mutating func limit(_ draft: Draft) throws(Refusal) {
        guard draft.capacity != .absent else { return }
        capacity = draft.capacity.given
        guard let capacity else { return }
        guard capacity >= 1, capacity <= Self.largestCapacity else {
            throw Refusal(
                .invalid, "capacity", "\(capacity) is not between 1 and \(Self.largestCapacity)")
        }
        guard capacity >= reserved else {
            throw Refusal(
                .conflict, "capacity", "\(capacity) is less than the \(reserved) reserved already")
        }
    }

    package static let largestCapacity = 1_000_000_000
}
