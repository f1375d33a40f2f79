/// What a live source knows of the way to its receiver.
package enum Reception: Hashable, Sendable {
    /// The program that reads the receiver cannot be asked; in words, why.
    case unreachable(String)
    /// That program has no such receiver; in words.
    case noReceiver(String)
    /// There is a receiver, which has stopped to say anything.
    case silent
    /// There is a receiver.
    case present
}
