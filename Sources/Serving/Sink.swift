/// Where the epochs of a journey go.
package protocol Sink: Sendable {
    /// What to give to a program that shall read there.
    var name: String { get }
    /// How many read there; `nil` if that cannot be known.
    var clientCount: Int? { get }

    /// Lets readers come, until it is cancelled; `begin` is called when someone wants epochs.
    func run(begin: @escaping @Sendable () -> Void) async throws
    /// `patience`: seconds to wait for a reader that is slow, before it loses this epoch.
    func send(_ epoch: EncodedEpoch, patience: Double) async
    /// The last has been sent: gives readers a moment to read it.
    func finish() async
}
