package import Geofencing
package import Simulation

/// What is to be served, and from where on.
package struct PlaybackOptions: Sendable {
    package var source: Source
    package var from: Start?
    /// Its times are moved, so that it begins when its first reader comes.
    package var beginsNow = false
    /// Begin again at the end, with times that go on.
    package var isEndless = false

    package enum Source: Sendable {
        case scenario(SimulatedTrace)
        /// As position sources are written; for messages, too.
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

    /// Throws whatever is wrong with its beginning.
    package func check() async throws {
        var journey = try await Journey(self)
        _ = try await journey.next()
    }
}
