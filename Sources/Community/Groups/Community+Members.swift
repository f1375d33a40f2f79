extension Community {
    /// By its admins; in a household, one changes the own nick name oneself. `nil` leaves it as it is;
    /// an empty text takes it away.
    @discardableResult
    package func editMember(
        _ person: PersonID, of group: GroupID, role: Member.Role? = nil, nickName: String? = nil,
        number: String? = nil, sites: [Int64]? = nil, by caller: Caller
    ) throws -> Member { fatalError("not yet") }

    /// By its admins, or by the member, who leaves. A household without members goes.
    package func removeMember(
        _ person: PersonID, of group: GroupID, by caller: Caller
    ) throws { fatalError("not yet") }

    /// A link that makes somebody a member of a household; by any member.
    package func invite(to group: GroupID, by caller: Caller) throws -> Link {
        fatalError("not yet")
    }
}
