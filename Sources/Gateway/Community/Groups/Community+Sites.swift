import SQLite

extension Community {
    /// Sites of one organisation.
    private static let mostSites: Int64 = 1000

    /// By the admins of an organisation.
    package func addSite(
        of group: GroupID, name: String, area: Area, address: String? = nil, by caller: Caller
    ) throws -> Site {
        try change(of: [.groups]) { db, _ in
            try db.require(
                .organisation, db.whollyManagedGroup(group, by: caller), for: "sites")
            try db.requireRoom(in: "site", of: group, atMost: Self.mostSites, "sites: remove one")
            let site = try Site(id: 0, name: "", lat: 0, lon: 0, radius: 0)
                .with(name: name, area: area, address: address)
            try db.table("site").insert([
                "group_id": .id(group), "name": .text(site.name), "address": SQLValue(site.address),
                "lat": .real(site.lat), "lon": .real(site.lon), "radius": .real(site.radius),
            ])
            return try db.site(db.lastRow, of: group)
        }
    }

    package func sites(of group: GroupID, by caller: Caller) throws -> [Site] {
        try read { db, _ in
            _ = try db.ownGroup(group, of: caller)
            return try db.sites(of: group)
        }
    }

    /// `nil` leaves it as it is; an empty address takes it away.
    @discardableResult
    package func editSite(
        _ id: Int64, of group: GroupID, name: String? = nil, area: Area? = nil,
        address: String? = nil, by caller: Caller
    ) throws -> Site {
        try change(of: [.groups, .events]) { db, now in
            _ = try db.administeredGroup(group, by: caller)
            try db.managedSites(of: group, by: caller)?.require(id, of: group)
            let before = try db.site(id, of: group)
            let site = try before.with(name: name, area: area, address: address)
            if (site.lat, site.lon) != (before.lat, before.lon) { try db.note(left: before) }
            try db.table("site").update([
                "id": .integer(id), "name": .text(site.name), "address": SQLValue(site.address),
                "lat": .real(site.lat), "lon": .real(site.lon), "radius": .real(site.radius),
            ])
            // Calendars read events again of which something has changed.
            try db.run(
                "UPDATE event SET changed = :now, sequence = sequence + 1 WHERE site = :id",
                ["now": .integer(now), "id": .integer(id)])
            return site
        }
    }

    /// A site whose deals may still be where it was.
    package struct Move: Sendable {
        package var site: Site
        /// Degrees.
        package var left: [(latitude: Double, longitude: Double)]
    }

    package func unfinishedMoves() throws -> [Move] {
        try read { db, _ in
            let left = try db.rows("SELECT site, lat, lon FROM site_left") {
                (site: $0.integer(0), position: (latitude: $0.real(1), longitude: $0.real(2)))
            }
            return try Dictionary(grouping: left, by: \.site).map { id, left in
                Move(site: try db.site(id), left: left.map(\.position))
            }
        }
    }

    /// All deals have moved along.
    package func finish(_ moves: [Move]) throws {
        try change { db, _ in
            for move in moves {
                for (latitude, longitude) in move.left {
                    try db.run(
                        "DELETE FROM site_left WHERE site = :site AND lat = :lat AND lon = :lon",
                        [
                            "site": .integer(move.site.id), "lat": .real(latitude),
                            "lon": .real(longitude),
                        ])
                }
            }
        }
    }

    /// With its bulletins. Reviews at it stay, without it. Its events stay where it was.
    package func removeSite(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.groups, .bulletins, .reviews, .events]) { db, now in
            _ = try db.whollyManagedGroup(group, by: caller)
            // They would manage all.
            let manager = try db.members(of: group).first { $0.role == .admin && $0.sites == [id] }
            if let manager {
                throw CommunityError.conflict(
                    "\(manager.person) is an admin of this site alone: give them another site first"
                )
            }
            try db.run(
                """
                UPDATE event SET address = coalesce(event.address, here.name), lat = here.lat,
                    lon = here.lon, radius = here.radius, site = NULL, changed = :now,
                    sequence = sequence + 1
                FROM (SELECT * FROM site WHERE id = :id AND group_id = :group) here
                WHERE event.site = here.id
                """,
                ["now": .integer(now), "id": .integer(id), "group": .id(group)])
            try db.remove(from: "site", ["id": .integer(id), "group_id": .id(group)])
        }
    }
}

extension Connection {
    func sites(of group: GroupID) throws -> [Site] {
        try rows(
            "SELECT \(Site.columns) FROM site WHERE group_id = :group ORDER BY id",
            ["group": .id(group)], Site.init)
    }

    func site(_ id: Int64, of group: GroupID) throws -> Site {
        try sites(of: group).first { $0.id == id }.found()
    }

    fileprivate func site(_ id: Int64) throws -> Site {
        try first(
            "SELECT \(Site.columns) FROM site WHERE id = :id", ["id": .integer(id)], Site.init
        ).found()
    }

    /// Where deals at the site are now, if there are any.
    fileprivate func note(left site: Site) throws {
        try run(
            """
            INSERT OR IGNORE INTO site_left (site, lat, lon)
            SELECT :site, :lat, :lon WHERE EXISTS (SELECT * FROM deal WHERE site = :site)
            """, ["site": .integer(site.id), "lat": .real(site.lat), "lon": .real(site.lon)])
    }
}

extension Site {
    /// Those that `init` reads, in its order.
    fileprivate static let columns = "id, name, address, lat, lon, radius"

    fileprivate init(_ row: Statement) {
        self.init(
            id: row.integer(0), name: row.text(1) ?? "", address: row.text(2),
            lat: row.real(3), lon: row.real(4), radius: row.real(5))
    }

    /// With what is not `nil`, checked. An empty address is none.
    fileprivate func with(name: String?, area: Area?, address: String?) throws -> Site {
        var site = self
        if let name { site.name = try name.checkedName("name") }
        if let address {
            site.address = try address.isEmpty ? nil : address.checkedName("address")
        }
        if let area = try area?.checked() {
            (site.lat, site.lon, site.radius) = (area.latitude, area.longitude, area.radius)
        }
        return site
    }
}
