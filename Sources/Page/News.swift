package import Posix

/// What has changed besides people and groups, for the streams of those who may know of it.
package typealias News = ChangeLog<Change>

/// Something that has changed.
package struct Change: Hashable, Sendable {
    /// As the path below `/api` has it, as in `favourites`.
    var subject: String
    /// For whom it is.
    var audience: Audience

    enum Audience: Hashable, Sendable {
        case everyone
        case person(String)
        /// Who owns this device.
        case owner(of: String)
    }
}

extension News {
    /// Everybody may have another thing there now.
    func note(_ subjects: Set<String>) {
        note(subjects.map { Change(subject: $0, audience: .everyone) })
    }

    func note(_ subject: String, of person: String) {
        note([Change(subject: subject, audience: .person(person))])
    }

    func note(_ subject: String, ofDevice device: String) {
        note([Change(subject: subject, audience: .owner(of: device))])
    }
}
