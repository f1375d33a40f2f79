import Posix
import SQLite

extension Community {
    /// `admin`: who becomes its admin; a person makes only groups of their own.
    package func addGroup(
        _ kind: Group.Kind, name: String, currency: String? = nil, admin: PersonID? = nil,
        by caller: Caller
    ) throws -> Group {
        try change(of: [.groups]) { db, now in
            let admin = try db.firstMember(admin, caller)
            let name = try name.checkedName("name")
            let id = GroupID(unchecked: try db.newID(GroupID.kind, of: name, else: "group"))
            try db.requireFree(name, kind, except: nil)
            try db.table("group").insert([
                "id": .id(id), "kind": .text(kind.rawValue), "name": .text(name),
                "only": SQLValue(kind.only(name)),
                "currency": SQLValue(try currency?.checkedCurrency()), "created": .integer(now),
            ])
            try db.addMember(admin, to: id, role: .admin, at: now)
            return try db.wholeGroup(id, of: caller)
        }
    }

    /// Those of which the caller is a member; of the machine: all.
    package func groups(by caller: Caller) throws -> [Group] {
        try read { db, _ in try db.groups(of: db.asker(caller)?.id) }
    }

    /// With its members, sites and places, for its members.
    package func group(_ id: GroupID, by caller: Caller) throws -> Group {
        try read { db, _ in try db.wholeGroup(id, of: caller) }
    }

    /// By its admins; `nil` leaves it as it is, an empty currency takes it away.
    @discardableResult
    package func editGroup(
        _ id: GroupID, name: String? = nil, currency: String? = nil, by caller: Caller
    ) throws -> Group {
        try change(of: [.groups]) { db, _ in
            let group = try db.whollyManagedGroup(id, by: caller)
            if let name = try name?.checkedName("name") {
                try db.requireFree(name, group.kind, except: id)
                try db.run(
                    "UPDATE \"group\" SET name = :name, only = :only WHERE id = :id",
                    ["name": .text(name), "only": SQLValue(group.kind.only(name)), "id": .id(id)])
            }
            if let currency, currency != group.currency ?? "" {
                try db.requireSameDigits(currency, group)
                try db.run(
                    "UPDATE \"group\" SET currency = :currency WHERE id = :id",
                    ["currency": SQLValue(try currency.checkedCurrency()), "id": .id(id)])
            }
            return try db.wholeGroup(id, of: caller)
        }
    }

    /// By its admin, when alone in it, or an admin of this machine.
    package func removeGroup(_ id: GroupID, by caller: Caller) async throws {
        try change(of: [.groups, .phones, .arrivals]) { db, _ in
            try db.checkRemoval(of: id, by: caller)
            try db.delete(id)
        }
        try? await finishForgetting()  // Else the next `tidy()` does.
    }

    /// Throws what `removeGroup` would.
    package func checkRemoval(of id: GroupID, by caller: Caller) throws {
        try read { db, _ in try db.checkRemoval(of: id, by: caller) }
    }

    /// Members who are in no other group, in an order in which they can be forgotten. Throws `conflict` if
    /// that left others without an admin.
    package func removableMembers(of id: GroupID) throws -> [PersonID] {
        try read { db, _ in
            let people = try db.membersOfNoOther(id)
            let leaving = Set(people.map(\.id))
            let others = try db.allPeople().filter { !leaving.contains($0.id) }
            guard
                others.isEmpty || others.contains(where: \.isAdmin)
                    || !people.contains(where: \.isAdmin)
            else {
                throw CommunityError.conflict(
                    "all admins are in \(id) alone: make somebody else one first")
            }
            return people.map(\.id)
        }
    }

    /// Organisations that are found at once.
    private static let mostFound = 50

    /// Organisations whose names have `text` in them, for anyone signed in.
    package func organisations(
        matching text: String, by caller: Caller
    ) throws -> [Organisation] {
        try read { db, _ in
            _ = try db.asker(caller)
            let wanted = text.trimmed.isEmpty ? "" : String(text.prefix(String.longestName)).folded
            let found = try db.rows(
                """
                SELECT id, name FROM "group" WHERE kind = 'organisation' AND instr(only, :text) > 0
                ORDER BY only LIMIT \(Self.mostFound)
                """, ["text": .text(wanted)]
            ) { ($0.group(0), $0.text(1) ?? "") }
            return try found.map { id, name in
                let sites = try db.sites(of: id).map {
                    Organisation.Site(id: $0.id, name: $0.name, address: $0.address)
                }
                return Organisation(id: id, name: name, sites: sites)
            }
        }
    }
}

extension Group.Kind {
    /// An organisation's name as it is compared, because it is taken once; `nil` for a household's.
    fileprivate func only(_ name: String) -> String? { self == .organisation ? name.folded : nil }
}

extension Connection {
    /// Who becomes the admin of a new group. `wanted`: `nil` is the caller.
    fileprivate func firstMember(_ wanted: PersonID?, _ caller: Caller) throws -> PersonID {
        guard let asker = try asker(caller) else {
            guard let wanted else {
                throw CommunityError.invalid(field: "admin", "is missing: say whose group it is")
            }
            return try existingPerson(wanted).id
        }
        guard wanted == nil || wanted == asker.id else {
            throw CommunityError.forbidden("a person makes groups of their own: leave admin out")
        }
        return asker.id
    }

    fileprivate func checkRemoval(of id: GroupID, by caller: Caller) throws {
        if try !isAdmin(caller) {
            let group = try administeredGroup(id, by: caller)
            guard group.memberCount == 1 else {
                throw CommunityError.conflict(
                    "there are others in \(id): remove them first, or leave it")
            }
        }
        _ = try existingGroup(id)
    }

    fileprivate func requireFree(
        _ name: String, _ kind: Group.Kind, except id: GroupID?
    ) throws {
        guard let only = kind.only(name) else { return }
        let other = try integer(
            "SELECT 1 FROM \"group\" WHERE only = :only AND id IS NOT :id",
            ["only": .text(only), "id": .id(id)])
        guard other == nil else {
            throw CommunityError.conflict(
                "an organisation is called \(name.quoted) already: ask to join it, or choose another name"
            )
        }
    }

    /// What bills say of money would mean another amount.
    fileprivate func requireSameDigits(_ currency: String, _ group: Group) throws {
        guard try hasBills(group.id) else { return }
        // Whoever has not said it has written cents.
        if group.currency == nil, Currency.digits(currency) == 2 { return }
        throw CommunityError.conflict(
            "\(group.id) has bills: its currency stays \(group.currency ?? "of two digits")")
    }

    fileprivate func wholeGroup(_ id: GroupID, of caller: Caller) throws -> Group {
        var group = try ownGroup(id, of: caller)
        group.members = try members(of: id)
        switch group.kind {
        case .household: group.places = try places(of: id)
        case .organisation: group.sites = try sites(of: id)
        }
        return group
    }
}
