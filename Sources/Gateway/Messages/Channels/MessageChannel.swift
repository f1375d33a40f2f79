import MQTT

/// A way by which messages leave for a person. The page is none: it reads the list.
package protocol MessageChannel: Sendable {
    /// Its word in the database and in `status`.
    var name: String { get }
    /// Throws `MessageError.invalid` if the person cannot choose what `settings` say of this way.
    func check(_ settings: PersonSettings) throws
    /// Where the person's messages go; `nil` if the person has not chosen this way.
    func target(of settings: PersonSettings) -> String?
    /// The target without what is secret, for the log and `status`.
    func shown(_ target: String) -> String
    /// Makes one attempt. It takes some seconds at most. Throws `CancellationError` alone.
    ///
    /// `id`: the same for each attempt at one message. `rings`: whether attention is wanted.
    func deliver(
        _ message: Message, id: String, rings: Bool, to target: String
    ) async throws -> Delivery
    /// Waits until there may be somebody to deliver to. Returns whether it knows. Throws
    /// `CancellationError` alone.
    func isBack() async throws -> Bool
    /// Seconds for which the other side may lose what it has acknowledged; 0: it loses nothing.
    var doubt: Double { get }
    /// Returns when the other side may have lost that, with a number to go
    /// on after; 0 at first. Throws `CancellationError` alone.
    func forgets(after number: Int) async throws -> Int
}

extension MessageChannel {
    package func isBack() async throws -> Bool { false }

    package var doubt: Double { 0 }

    package func forgets(after number: Int) async throws -> Int {
        // Nobody rings it.
        try await AsyncSignal().wait()
        return number
    }
}
