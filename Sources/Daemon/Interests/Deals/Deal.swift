import Formats
package import Geofencing
import Places

/// An offer by a company at a point, for a time.
package struct Deal: Hashable, Identifiable, Sendable {
    package var id: Int64
    package var name: String
    package var company: String
    /// Free text, as in activities, food, shopping, party.
    package var category: String
    package var description: String?
    package var latitude: Double
    package var longitude: Double
    package var address: String?
    /// Metres; `nil`: as the configuration has it.
    package var radius: Double?
    package var starts: Timestamp
    /// The first moment at which it is over.
    package var ends: Timestamp
    /// How many can reserve it; `nil`: any number.
    package var capacity: Int?
    /// How many have reserved it: at most `capacity`.
    package var reserved = 0
    /// Whether the caller has reserved it, or the owner for whom it asks.
    package var reservedByMe = false
    package var website: String?
    /// As OpenStreetMap writes them.
    package var openingHours: String?
    package var audience = Audience.everyone
    /// What the account that added it calls it: nobody else's. Unique for the account.
    package var reference: String?
    /// The uid of the account that added it.
    package var owner: UInt32
    /// Whether it has begun, has not ended, and is not full.
    package var active = false
    /// Metres from the device; `nil` if it is not known where the device is.
    package var distance: Double?
    /// The device's clock, if the deal is over or has not begun by it, but is or will be on by the
    /// computer's: a trace is played. Only in the answer to who adds or changes the deal.
    package var deviceTime: Timestamp?

    package var coordinate: Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    package var window: TimeWindow { TimeWindow(start: starts, end: ends) }

    package var isFull: Bool { capacity.map { reserved >= $0 } ?? false }

    /// What a notice says of it.
    package var details: Region.Details? {
        .deal(
            company: company, category: category, description: description, window: window,
            website: website, address: address)
    }

    /// Sets what depends on when and where the caller asks.
    mutating func see(as caller: Caller) {
        active = window.contains(caller.now) && !isFull
        distance = caller.position?.distance(to: coordinate)
    }

    /// Sets `deviceTime`, for who has added or changed it.
    mutating func compareClocks(of caller: Caller) {
        guard let time = caller.traceTime, abs(time - caller.now) > Self.clockTolerance else {
            return
        }
        let isOver = ends <= time && ends > caller.now
        let isLate = starts > time && (starts <= caller.now || caller.now - time > 86_400)
        if isOver || isLate && ends > caller.now { deviceTime = time }
    }

    /// Seconds by which a trace that is played as of now may be behind, as its fixes are apart.
    private static let clockTolerance = 60.0
}

extension Deal: Codable {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, company, category, description
        case latitude = "lat"
        case longitude = "lon"
        case address, radius, starts, ends, capacity, reserved
        case reservedByMe = "reserved_by_me"
        case website
        case openingHours = "opening_hours"
        case audience, reference, owner, active, distance
        case deviceTime = "device_time"
    }
}

extension Deal {
    /// What is said to add a deal, or to change one.
    package struct Draft: Equatable, Sendable {
        package var name = Patch<String>.absent
        package var company = Patch<String>.absent
        package var category = Patch<String>.absent
        package var description = Patch<String>.absent
        package var latitude = Patch<Double>.absent
        package var longitude = Patch<Double>.absent
        /// Where it is, if the draft has no coordinates.
        package var address = Patch<String>.absent
        /// Where it is, as people write it; unlike `address`, it may be a position.
        package var at = Patch<String>.absent
        package var radius = Patch<Double>.absent
        package var starts = Patch<Timestamp>.absent
        package var ends = Patch<Timestamp>.absent
        package var capacity = Patch<Int>.absent
        package var website = Patch<String>.absent
        package var openingHours = Patch<String>.absent
        /// `null`: everyone.
        package var audience = Patch<Audience>.absent
        /// Of a new deal: one that the account has added with it is not added again.
        package var reference = Patch<String>.absent

        package init() {}
    }
}

extension Deal.Draft: Codable {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case name, company, category, description
        case latitude = "lat"
        case longitude = "lon"
        case address, at, radius, starts, ends, capacity, website
        case openingHours = "opening_hours"
        case audience, reference
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownFields(CodingKeys.self)
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = try fields.decode(Patch<String>.self, forKey: .name)
        company = try fields.decode(Patch<String>.self, forKey: .company)
        category = try fields.decode(Patch<String>.self, forKey: .category)
        description = try fields.decode(Patch<String>.self, forKey: .description)
        latitude = try fields.decode(Patch<Double>.self, forKey: .latitude)
        longitude = try fields.decode(Patch<Double>.self, forKey: .longitude)
        address = try fields.decode(Patch<String>.self, forKey: .address)
        at = try fields.decode(Patch<String>.self, forKey: .at)
        radius = try fields.decode(Patch<Double>.self, forKey: .radius)
        starts = try fields.decode(Patch<Timestamp>.self, forKey: .starts)
        ends = try fields.decode(Patch<Timestamp>.self, forKey: .ends)
        capacity = try fields.decode(Patch<Int>.self, forKey: .capacity)
        website = try fields.decode(Patch<String>.self, forKey: .website)
        openingHours = try fields.decode(Patch<String>.self, forKey: .openingHours)
        audience = try fields.decode(Patch<Audience>.self, forKey: .audience)
        reference = try fields.decode(Patch<String>.self, forKey: .reference)
    }
}

extension Deal {
    /// Which deals are listed: by default, active ones.
    package struct Filter: RegionFilter, Hashable {
        /// Compared without case; `nil`: any.
        package var category: String?
        /// `nil`: any.
        package var audience: Audience?
        /// Whether to list only those of the account that asks.
        package var mine = false
        /// Whether to list also those that have ended, have not begun, or are full.
        package var all = false

        package init() {}

        package init(query: [String: String]) throws {
            category = query["category"]
            audience = try query["audience"].map { try Audience($0, of: "audience") }
            mine = try query["mine"].map { try Bool(query: $0, of: "mine") } ?? false
            all = try query["all"].map { try Bool(query: $0, of: "all") } ?? false
        }

        package var query: [(name: String, value: String)] {
            var query: [(name: String, value: String)] = []
            if let category { query.append(("category", category)) }
            if let audience { query.append(("audience", audience.description)) }
            if mine { query.append(("mine", "true")) }
            if all { query.append(("all", "true")) }
            return query
        }
    }
}
