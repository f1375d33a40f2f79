/// Says who is told of a notice, and what. The gateway's people are one.
package protocol Recipients: Sendable {
    /// Those that are told of what happened, and why; by what is known when this is called, which
    /// may be long after it happened.
    ///
    /// Of a region that is no group's this is the owner of the device. Of a place of a household these
    /// are the other members who have asked for it, and whom the owner lets be told. Of what a group
    /// wants to be told there it is the owner, if they belong to it and there is something to tell;
    /// once for each bulletin.
    func recipients(of notice: Notice) async throws -> [Recipient]
}

/// Somebody who is told, and what.
package struct Recipient: Hashable, Sendable {
    /// The id of the person.
    package var person: String
    /// `nil`: that the person's own device comes and goes.
    package var content: MessageContent?

    package init(person: String, content: MessageContent? = nil) {
        (self.person, self.content) = (person, content)
    }
}
