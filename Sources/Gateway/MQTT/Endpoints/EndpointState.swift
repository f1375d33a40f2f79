import Formats
package import Geofencing

/// How it goes with one way into the gateway, or out of it.
package struct EndpointState: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// What phones send over HTTP.
        case phones
        /// The broker of `[mqtt]`: positions in, notices and messages out.
        case mqtt
        /// A program that is told notices.
        case webhook
        /// A person's topic at an ntfy server.
        case ntfy
        /// A server of places or deals elsewhere.
        case places
        /// The table of PostgreSQL in which other nodes find our deals.
        case deals
    }

    /// What is here of a server elsewhere, and how old it is.
    package struct Kept: Codable, Hashable, Sendable {
        /// `places` or `deals`.
        package var contents: String
        /// Cells of 0.05°.
        package var cells: Int
        /// Of these, those whose last answer could not be used: what was there stays.
        package var faulty: Int
        /// When the server has said last what is there, of the oldest and of the newest cell; `nil`: there is
        /// none.
        package var oldest: Timestamp?
        package var newest: Timestamp?
        /// Whose data it is, as the server says; `nil`: it does not.
        package var credit: String?

        package init(
            contents: String, cells: Int, faulty: Int, oldest: Timestamp?, newest: Timestamp?,
            credit: String?
        ) {
            (self.contents, self.cells, self.faulty) = (contents, cells, faulty)
            (self.oldest, self.newest, self.credit) = (oldest, newest, credit)
        }
    }

    /// Unique, and the same after a restart, without what is secret.
    package var id: String
    package var kind: Kind
    /// For people, without what is secret.
    package var name: String
    /// The id of the person whose it is; `nil`: it is of the machine, and admins see it.
    package var person: String?
    /// `nil` as long as nothing has been tried.
    package var works: Bool?
    /// Since when it works or does not; `nil` as long as nothing has been tried.
    package var since: Timestamp?
    /// `true`: the other side wants nothing any more, and nothing waits for it.
    package var ended: Bool?
    /// Notices or messages that wait, or cells of places; `nil` of ways in, and of those that have ended.
    package var behind: Int?
    /// The last error, also once it works again; `nil`: there was none since the gateway started.
    package var error: String?
    /// When that was.
    package var failed: Timestamp?
    /// What to do about the error; `nil` if waiting is enough, or it works.
    package var remedy: String?
    /// When it last sent anything; `nil` of ways out, and if it has not since the gateway started.
    package var heard: Timestamp?
    /// Of a server elsewhere.
    package var kept: Kept?
    /// Since the gateway started: what was taken, told, set aside, or not understood, by reason.
    package var counts: [String: Int] = [:]
    /// Of ways in: where positions are published that are of no phone, the latest 100; `nil`: nowhere.
    package var topics: [String]?

    package init(id: String, kind: Kind, name: String, person: String? = nil) {
        (self.id, self.kind, self.name, self.person) = (id, kind, name, person)
    }

    /// `error`: `nil` if it worked.
    package mutating func note(_ error: String?, remedy: String? = nil, at now: Timestamp) {
        if works != (error == nil) { (works, since) = (error == nil, now) }
        self.remedy = error == nil ? nil : remedy
        if let error { (self.error, failed) = (error, now) }
    }

    package mutating func count(_ what: String, _ number: Int = 1) {
        if number != 0 { counts[what, default: 0] += number }
    }
}
