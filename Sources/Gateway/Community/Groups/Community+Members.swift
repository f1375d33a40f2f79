import Posix
import SQLite

extension Community {
    /// By its admins; in a household, one changes the own nick name oneself. `nil` leaves it as it is;
    /// an empty text takes it away.
    @discardableResult
    package func editMember(
        _ person: PersonID, of group: GroupID, role: Member.Role? = nil, nickName: String? = nil,
        number: String? = nil, sites: [Int64]? = nil, by caller: Caller
    ) throws -> Member {
        try change(of: [.groups]) { db, _ in
            let kind = try db.ownGroup(group, of: caller).kind
            let member = try db.member(person, of: group)
            let isOwnNickName = caller == .person(person) && kind == .household
            if !isOwnNickName || role != nil || number != nil || sites != nil {
                _ = try db.administeredGroup(group, by: caller)
                try db.managedSites(of: group, by: caller)?
                    .requireMember(member, of: group, role: role, sites: sites)
            }
            if let role { try db.change(role, of: person, in: group) }
            if let nickName {
                try db.set("nick_name", nickName, as: "nick_name", of: person, in: group)
            }
            if let number {
                try db.requireOrganisation(group)
                try db.set("staff_number", number, as: "number", of: person, in: group)
            }
            if let sites {
                try db.requireOrganisation(group)
                if !sites.isEmpty { try db.requireAnotherManager(than: person, of: group) }
                try db.set(sites, of: person, in: group)
            }
            return try db.member(person, of: group)
        }
    }

    /// By its admins, or by the member, who leaves. A household without members goes.
    package func removeMember(
        _ person: PersonID, of group: GroupID, by caller: Caller
    ) async throws {
        try change(of: [.groups, .phones, .arrivals]) { db, _ in
            let kind = try db.ownGroup(group, of: caller).kind
            let members = try db.members(of: group)
            let member = try members.first { $0.person == person }.found()
            if caller != .person(person) {
                _ = try db.administeredGroup(group, by: caller)
                try db.managedSites(of: group, by: caller)?
                    .requireMember(member, of: group, sites: [])
            }
            guard !db.isLastAdmin(person, among: members) else {
                throw CommunityError.conflict(
                    "\(person) is the only admin of \(group): make somebody else one first")
            }
            try db.requireAnotherManager(than: person, of: group)
            if members.count == 1 {
                guard kind == .household else {
                    throw CommunityError.conflict(
                        "\(person) is the last member of \(group): remove the organisation instead")
                }
                return try db.delete(group)
            }
            try db.run(
                "DELETE FROM member WHERE group_id = :group AND person = :person",
                ["group": .id(group), "person": .id(person)])
        }
        try? await finishForgetting()  // Else the next `tidy()` does.
    }

    /// A link that makes somebody a member of a household; by any member.
    /// `session`: in which it is made, with which it ends; `nil`: on this machine.
    package func invite(
        to group: GroupID, in session: SessionID? = nil, by caller: Caller
    ) throws -> Link {
        try change(of: [.sessions]) { db, now in
            let household = try db.ownGroup(group, of: caller)
            try db.require(.household, household, for: "invitations")
            return try db.insertInvitation(
                to: group, from: db.asker(caller)?.id, in: session, at: now)
        }
    }
}

extension Connection {
    fileprivate func requireOrganisation(_ group: GroupID) throws {
        try require(.organisation, existingGroup(group), for: "numbers and sites")
    }

    fileprivate func change(_ role: Member.Role, of person: PersonID, in group: GroupID) throws {
        let hasOtherAdmin = try members(of: group).contains {
            $0.person != person && $0.role == .admin
        }
        guard role == .admin || hasOtherAdmin else {
            throw CommunityError.conflict(
                "\(person) is the only admin of \(group): make somebody else one first")
        }
        if role == .member { try requireAnotherManager(than: person, of: group) }
        try setRole(role, of: person, in: group)
    }

    /// `column`: of `member`. `field`: as in JSON.
    fileprivate func set(
        _ column: StaticString, _ text: String, as field: String, of person: PersonID,
        in group: GroupID
    ) throws {
        let text = try text.isEmpty ? nil : text.checkedName(field)
        try run(
            "UPDATE member SET \(column) = :text WHERE group_id = :group AND person = :person",
            ["text": SQLValue(text), "group": .id(group), "person": .id(person)])
    }

    /// Where somebody works.
    func set(_ sites: [Int64], of person: PersonID, in group: GroupID) throws {
        let known = Set(try self.sites(of: group).map(\.id))
        if let unknown = sites.first(where: { !known.contains($0) }) {
            throw CommunityError.invalid(
                field: "sites", "\(unknown) is no site of \(group): use one of its sites")
        }
        try table("member_site").remove(["group_id": .id(group), "person": .id(person)])
        for site in Set(sites) {
            try table("member_site").insert(
                ["group_id": .id(group), "person": .id(person), "site": .integer(site)])
        }
    }
}
