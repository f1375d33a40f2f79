extension Community {
    /// Who is signed in with it, and that it was used; `nil` if the session is over.
    package func session(_ secret: Secret) throws -> SignedIn? { fatalError("not yet") }

    /// Those of a person, the last used first, for themselves or an admin. `current`: that of whoever
    /// asks.
    package func sessions(
        of person: PersonID, current: SessionID? = nil, by caller: Caller
    ) throws -> [Session] { fatalError("not yet") }

    package func endSession(_ id: SessionID, of person: PersonID, by caller: Caller) throws {
        fatalError("not yet")
    }

    /// `nil` ends all.
    package func endOtherSessions(
        of person: PersonID, except id: SessionID?, by caller: Caller
    ) throws { fatalError("not yet") }
}
