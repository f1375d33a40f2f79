import Posix

/// What is wrong with settings that a person sends.
extension PersonSettings {
    private static let knownTransitions = ["enter", "dwell", "exit"]

    /// Throws `MessageError.invalid` at the first fault.
    package func check() throws(MessageError) {
        for name in transitions where !Self.knownTransitions.contains(name) {
            throw .invalid(
                field: "transitions",
                "\(name.quoted) is no transition: use some of "
                    + Self.knownTransitions.joined(separator: ", "))
        }
        guard Set(transitions).count == transitions.count else {
            throw .invalid(field: "transitions", "names one twice")
        }
        for name in kinds ?? [] where !(1...64).contains(name.utf8.count) {
            throw .invalid(field: "kinds", "\(name.quoted) is not the name of a kind")
        }
        if let kinds, kinds.count > 100 {
            throw .invalid(field: "kinds", "\(kinds.count) are too many: at most 100")
        }
        try quiet?.check()
    }
}

extension Mute.Subject {
    /// Bytes of an id or a title.
    private static let longest = 1024

    func check(title: String) throws(MessageError) {
        let (kind, value) = parts
        for (field, text) in [(kind.stringValue, value), ("title", title)] {
            guard (1...Self.longest).contains(text.utf8.count) else {
                throw .invalid(
                    field: field, "has \(text.utf8.count) bytes: use 1 to \(Self.longest)")
            }
            guard !text.utf8.contains(0) else {
                throw .invalid(field: field, "has a NUL in it: leave it out")
            }
        }
    }
}
