/// Where the epochs of a journey are sent.
package protocol Sink: Sendable {
    /// What to give to a program that is to read there, as `gpsd:127.0.0.1:2947`.
    var name: String { get }
    /// How many programs read there; `nil` if that cannot be known.
    var clientCount: Int? { get }

    /// Serves readers until it is cancelled. `begin` is called when a reader wants epochs.
    func run(begin: @escaping @Sendable () -> Void) async throws
    /// `patience`: seconds to wait for a slow reader before it loses this epoch.
    func send(_ epoch: EncodedEpoch, patience: Double) async
    /// Gives readers time to read the last epoch.
    func finish() async
}
