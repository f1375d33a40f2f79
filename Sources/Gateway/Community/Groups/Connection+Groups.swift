import Posix
import SQLite

/// The rows of groups and of members.
extension Connection {
    /// Groups that one person can be in.
    private static let mostGroups = 100
    /// Members of a household, and of an organisation.
    private static let mostMembers: [Group.Kind: Int64] = [.household: 100, .organisation: 10_000]

    private static let columns = """
        "group".id, "group".kind, "group".name, "group".currency, "group".created,
        (SELECT role FROM member WHERE group_id = "group".id AND person = :asker),
        (SELECT count(*) FROM member WHERE group_id = "group".id)
        """

    private static func group(_ row: Statement) -> Group {
        Group(
            id: row.group(0), kind: Group.Kind(rawValue: row.text(1) ?? "") ?? .household,
            name: row.text(2) ?? "", currency: row.text(3), created: row.time(4),
            role: row.text(5).flatMap(Member.Role.init), memberCount: Int(row.integer(6)))
    }

    // MARK: Groups

    func existingGroup(_ id: GroupID, for asker: PersonID? = nil) throws -> Group {
        try first(
            "SELECT \(Self.columns) FROM \"group\" WHERE id = :id",
            ["asker": .id(asker), "id": .id(id)], Self.group
        ).found()
    }

    /// `nil`: all.
    func groups(of person: PersonID?) throws -> [Group] {
        try rows(
            """
            SELECT \(Self.columns) FROM "group" WHERE :asker IS NULL
                OR id IN (SELECT group_id FROM member WHERE person = :asker)
            ORDER BY number
            """, ["asker": .id(person)], Self.group)
    }

    /// A group of which the caller is a member; of this machine: any. Else throws `notFound`.
    func ownGroup(_ id: GroupID, of caller: Caller) throws -> Group {
        let asker = try asker(caller)
        let group = try existingGroup(id, for: asker?.id)
        guard asker == nil || group.role != nil else { throw CommunityError.notFound }
        return group
    }

    /// A group that the caller may change.
    func administeredGroup(_ id: GroupID, by caller: Caller) throws -> Group {
        let group = try ownGroup(id, of: caller)
        guard caller == .machine || group.role == .admin else {
            throw CommunityError.forbidden("only the admins of \(id) may: ask one of them")
        }
        return group
    }

    /// Throws unless it is one. `things`: what only such a group has, as in `sites`.
    func require(_ kind: Group.Kind, _ group: Group, for things: String) throws {
        guard group.kind == kind else {
            throw CommunityError.conflict("\(group.id) is no \(kind): only these have \(things)")
        }
    }

    // MARK: Members

    private static let memberColumns = """
        member.person, coalesce(member.nick_name, person.name), member.role, member.joined,
        member.nick_name, member.staff_number
        """

    /// In the order in which they came.
    func members(of group: GroupID) throws -> [Member] {
        let sites = Dictionary(
            grouping: try rows(
                "SELECT person, site FROM member_site WHERE group_id = :group ORDER BY site",
                ["group": .id(group)]
            ) { ($0.text(0) ?? "", $0.integer(1)) }, by: \.0)
        return try rows(
            """
            SELECT \(Self.memberColumns) FROM member JOIN person ON person.id = member.person
            WHERE member.group_id = :group ORDER BY member.number
            """, ["group": .id(group)]
        ) { row in
            Member(
                person: row.person(0), name: row.text(1) ?? "",
                role: Member.Role(rawValue: row.text(2) ?? "") ?? .member,
                joined: row.time(3), nickName: row.text(4),
                number: row.text(5), sites: sites[row.text(0) ?? "", default: []].map(\.1))
        }
    }

    func member(_ person: PersonID, of group: GroupID) throws -> Member {
        try members(of: group).first { $0.person == person }.found()
    }

    /// What was asked between the two is answered by it.
    func addMember(
        _ person: PersonID, to group: GroupID, role: Member.Role = .member,
        nickName: String? = nil, at now: Int64
    ) throws {
        try requireRoom(for: person, in: group)
        try table("member").insert([
            "group_id": .id(group), "person": .id(person),
            "role": .text(role.rawValue), "joined": .integer(now), "nick_name": SQLValue(nickName),
        ])
        try closeRequests(of: person, to: group)
    }

    private func requireRoom(for person: PersonID, in id: GroupID) throws {
        let group = try existingGroup(id, for: person)
        guard group.role == nil else {
            throw CommunityError.conflict("\(person) is a member of \(id) already")
        }
        guard group.memberCount < Self.mostMembers[group.kind] ?? 0 else {
            throw CommunityError.conflict(
                "\(id) has \(group.memberCount) members: there is no room for more")
        }
        guard try groups(of: person).count < Self.mostGroups else {
            throw CommunityError.conflict(
                "\(person) is in \(Self.mostGroups) groups: leave one first")
        }
    }

    // MARK: Leaving

    /// Those who are in no other group; admins of this machine come last.
    func membersOfNoOther(_ group: GroupID) throws -> [Person] {
        try members(of: group).filter { try groups(of: $0.person).count == 1 }
            .map { try existingPerson($0.person) }
            .sorted { !$0.isAdmin && $1.isAdmin }
    }

    /// Whether others are left in it, none of whom is an admin, when `person` goes.
    func isLastAdmin(_ person: PersonID, among members: [Member]) -> Bool {
        let others = members.filter { $0.person != person }
        return !others.isEmpty && !others.contains { $0.role == .admin }
    }

    /// Takes somebody out of all groups. A group without members goes, and in one without an admin it
    /// is whoever has been in it for longest.
    func leaveGroups(_ person: PersonID) throws {
        for group in try groups(of: person) {
            let members = try members(of: group.id)
            if members.count == 1 { try delete(group.id) }
            if isLastAdmin(person, among: members),
                let heir = members.first(where: { $0.person != person })
            {
                try setRole(.admin, of: heir.person, in: group.id)
            }
        }
    }

    func delete(_ group: GroupID) throws {
        try run("DELETE FROM \"group\" WHERE id = :id", ["id": .id(group)])
        try beginForgetting()
    }

    func setRole(_ role: Member.Role, of person: PersonID, in group: GroupID) throws {
        try run(
            "UPDATE member SET role = :role WHERE group_id = :group AND person = :person",
            ["role": .text(role.rawValue), "group": .id(group), "person": .id(person)])
    }
}
