package import Geofencing
package import Simulation

/// What is served, and how.
package struct PlaybackOptions: Sendable {
    package var source: Source
    /// `nil`: from the beginning.
    package var from: Start?
    /// The times are moved, so that they begin when the first reader comes.
    package var beginsNow = false
    /// It begins again at the end, with times that go on.
    package var isEndless = false

    package enum Source: Sendable {
        case scenario(SimulatedTrace)
        /// A position source, as the configuration names one; also for messages.
        case trace(String)
    }

    /// Where in the trace to begin.
    package enum Start: Hashable, Sendable {
        case time(Timestamp)
        /// Seconds after its first epoch.
        case after(Double)
    }

    package init(_ source: Source) {
        self.source = source
    }

    /// Throws what is wrong with the source or the beginning.
    package func check() async throws {
        var journey = try await Journey(self)
        _ = try await journey.next()
    }
}
