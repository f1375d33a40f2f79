import SQLite

extension Community {
    /// Places of one household.
    private static let mostPlaces: Int64 = 200

    /// By the members of a household.
    package func addPlace(
        of group: GroupID, name: String, area: Area, by caller: Caller
    ) throws -> GroupPlace {
        try change(of: [.groups], for: .members(group)) { db, _ in
            try db.require(.household, db.ownGroup(group, of: caller), for: "places")
            try db.requireRoom(
                in: "group_place", of: group, atMost: Self.mostPlaces, "places: remove one")
            let name = try name.checkedName("name")
            let area = try area.checked()
            try db.table("group_place").insert([
                "group_id": .id(group), "name": .text(name), "lat": .real(area.latitude),
                "lon": .real(area.longitude), "radius": .real(area.radius),
            ])
            return try db.place(db.lastRow, of: group)
        }
    }

    package func places(of group: GroupID, by caller: Caller) throws -> [GroupPlace] {
        try read { db, _ in
            _ = try db.ownGroup(group, of: caller)
            return try db.places(of: group)
        }
    }

    /// `nil` leaves it as it is. Where it is moved, whoever has allowed others to be told there is asked
    /// again: it would tell another thing of them than they have agreed to. Returns that as well.
    @discardableResult
    package func editPlace(
        _ id: Int64, of group: GroupID, name: String? = nil, area: Area? = nil, by caller: Caller
    ) throws -> (place: GroupPlace, askedAgain: [Arrival]) {
        try change(of: [.groups, .arrivals], for: .members(group)) { db, now in
            let mover = try db.asker(caller)?.id
            _ = try db.ownGroup(group, of: caller)
            let place = try db.place(id, of: group)
            let name = try name?.checkedName("name") ?? place.name
            let area = try area?.checked() ?? place.area
            try db.table("group_place").update([
                "id": .integer(id), "name": .text(name), "lat": .real(area.latitude),
                "lon": .real(area.longitude), "radius": .real(area.radius),
            ])
            let asked = area == place.area ? [] : try db.askAgain(at: id, but: mover, at: now)
            return (try db.place(id, of: group), asked)
        }
    }

    package func removePlace(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.groups, .arrivals], for: .members(group)) { db, _ in
            _ = try db.ownGroup(group, of: caller)
            try db.remove(from: "group_place", ["id": .integer(id), "group_id": .id(group)])
        }
    }
}

extension GroupPlace {
    fileprivate var area: Area { Area(latitude: lat, longitude: lon, radius: radius) }
}

extension Connection {
    func places(of group: GroupID) throws -> [GroupPlace] {
        try rows(
            "SELECT id, name, lat, lon, radius FROM group_place WHERE group_id = :group ORDER BY id",
            ["group": .id(group)]
        ) { row in
            GroupPlace(
                id: row.integer(0), name: row.text(1) ?? "", lat: row.real(2), lon: row.real(3),
                radius: row.real(4))
        }
    }

    fileprivate func place(_ id: Int64, of group: GroupID) throws -> GroupPlace {
        try places(of: group).first { $0.id == id }.found()
    }
}
