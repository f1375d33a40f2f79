import SQLite

/// Which sites of an organisation somebody manages.
enum ManagedSites: Hashable {
    case all
    case some(Set<Int64>)

    /// `site`: `nil` is what is of no site, or of all.
    func has(_ site: Int64?) -> Bool {
        switch self {
        case .all: true
        case .some(let sites): site.map(sites.contains) ?? false
        }
    }

    /// Whether they manage one of these at least. Who works at no site is of all.
    func hasAny(_ sites: [Int64]) -> Bool {
        switch self {
        case .all: true
        case .some(let managed): sites.contains(where: managed.contains)
        }
    }
}

/// Admins who belong to some sites manage those alone, as long as another admin manages all.
extension Connection {
    /// What the caller manages of a group; `nil`: they are no admin of it. Throws `notFound` for who
    /// is no member.
    func managedSites(of group: GroupID, by caller: Caller) throws -> ManagedSites? {
        guard let asker = try asker(caller) else { return .all }
        guard try ownGroup(group, of: caller).role == .admin else { return nil }
        let own = try integers(
            "SELECT site FROM member_site WHERE group_id = :group AND person = :person",
            ["group": .id(group), "person": .id(asker.id)])
        guard !own.isEmpty, try hasAdminOfAll(group) else { return .all }
        return .some(Set(own))
    }

    private func hasAdminOfAll(_ group: GroupID) throws -> Bool {
        try integer(
            """
            SELECT 1 FROM member WHERE group_id = :group AND role = 'admin' AND NOT EXISTS (
                SELECT 1 FROM member_site
                WHERE group_id = :group AND member_site.person = member.person) LIMIT 1
            """, ["group": .id(group)]) != nil
    }

    /// An organisation of which the caller is an admin, and what they manage of it.
    func managed(
        _ id: GroupID, by caller: Caller, for things: String
    ) throws -> (group: Group, sites: ManagedSites) {
        let group = try administeredGroup(id, by: caller)
        try require(.organisation, group, for: things)
        return (group, try managedSites(of: id, by: caller) ?? .some([]))
    }

    /// Throws if the person is the only admin who manages all, and those who manage some sites would
    /// manage all without them.
    func requireAnotherManager(than person: PersonID, of group: GroupID) throws {
        let admins = try members(of: group).filter { $0.role == .admin }
        let ofAll = admins.filter(\.sites.isEmpty).map(\.person)
        guard ofAll != [person] || admins.count == 1 else {
            throw CommunityError.conflict(
                "\(person) is the only admin of all sites of \(group): make somebody else one first"
            )
        }
    }

    /// A group of which the caller manages all.
    func whollyManagedGroup(_ id: GroupID, by caller: Caller) throws -> Group {
        let group = try administeredGroup(id, by: caller)
        guard try managedSites(of: id, by: caller) == .all else {
            throw CommunityError.forbidden(
                "you manage some sites of \(id): ask an admin who manages all of it")
        }
        return group
    }
}

extension ManagedSites {
    /// Throws unless it has `site`.
    func require(_ site: Int64?, of group: GroupID) throws {
        guard has(site) else {
            throw CommunityError.forbidden(
                site == nil
                    ? "you manage some sites of \(group): say which of them it is for"
                    : "you do not manage site \(site!) of \(group): ask an admin who does")
        }
    }
}

extension ManagedSites {
    /// Throws unless the member works at these sites alone, and would afterwards, and nobody is or
    /// becomes an admin. `sites`: where they will work; `nil`: as before.
    func requireMember(
        _ member: Member, of group: GroupID, role: Member.Role? = nil, sites: [Int64]? = nil
    ) throws {
        guard case .some(let managed) = self else { return }
        let changed = Set(member.sites).symmetricDifference(sites ?? member.sites)
        guard member.role == .member, role ?? .member == .member,
            member.sites.contains(where: managed.contains), changed.isSubset(of: managed)
        else {
            throw CommunityError.forbidden(
                "you manage some sites of \(group): ask an admin who manages all of it")
        }
    }
}
