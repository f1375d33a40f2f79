/// What a live source knows of the way to its receiver.
package enum Reception: Hashable, Sendable {
    /// The program that reads the receiver cannot be reached; the text says why.
    case unreachable(String)
    /// That program has no such receiver; the text says so for people.
    case noReceiver(String)
    /// There is a receiver, but it has stopped reporting.
    case silent
    /// There is a receiver.
    case present
}
