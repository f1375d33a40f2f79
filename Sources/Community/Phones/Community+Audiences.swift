extension Community {
    /// Whom the own source of this machine follows: the first admin, unless it was set; `nil`: nobody.
    package func ownOwner() throws -> PersonID? { fatalError("not yet") }

    /// By admins; `nil`: the first admin again.
    package func setOwnOwner(_ person: PersonID?, by caller: Caller) throws {
        fatalError("not yet")
    }

    /// What a phone follows: its owner and the owner's groups; `nil`: there is no such phone.
    package func audiences(of device: String) throws -> [String]? { fatalError("not yet") }

    /// Of each phone.
    package func phoneAudiences() throws -> [String: [String]] { fatalError("not yet") }

    /// What the own source follows.
    package func ownAudiences() throws -> [String] { fatalError("not yet") }
}
