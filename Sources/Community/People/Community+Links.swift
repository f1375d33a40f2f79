extension Community {
    /// A link that signs `person` in; by themselves or an admin.
    package func addLink(for person: PersonID, by caller: Caller) throws -> Link {
        fatalError("not yet")
    }

    /// What a link is for, without using it up. Throws `gone` if it is over.
    package func look(_ secret: Secret) throws -> LinkPurpose { fatalError("not yet") }

    /// Uses a link up. A person's begins a session. A household's makes `signedIn` a member, or else
    /// somebody new, who needs a `name`.
    package func join(
        _ secret: Secret, device: String? = nil, name: String? = nil, as signedIn: PersonID? = nil
    ) throws -> Joined { fatalError("not yet") }
}
