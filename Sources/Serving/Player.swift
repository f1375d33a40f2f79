package import Geofencing
import Posix
import Simulation

/// Plays a journey to its outlets, at a pace that can be changed.
package actor Player {
    private let device: SimulatedDevice
    private let outlets: [any Outlet]
    private var pace: Pace
    private var last: Epoch?
    private var waiting: Task<Void, Never>?
    /// Stands still while the machine sleeps, as a receiver that is unplugged and plugged in again.
    private let clock = SuspendingClock()
    private let start = SuspendingClock().now

    /// Seconds that a reader is waited for where nothing else sets the pace.
    private static let patience = 2.0

    /// `factor`: how many times faster than life; infinite is without waiting.
    package init(_ device: SimulatedDevice, to outlets: [any Outlet], factor: Double) {
        self.device = device
        self.outlets = outlets
        pace = Pace(factor: factor)
    }

    /// Returns when the journey has ended, which begins when someone reads; `tell` is called then,
    /// at each epoch, and at each command.
    package func run(_ itinerary: Itinerary, tell: @Sendable (Status) -> Void) async throws {
        var journey = try await Journey(itinerary)
        guard let first = try await journey.next() else { return }
        let (readers, reader) = AsyncStream.makeStream(of: Void.self)
        tell(status)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for outlet in outlets {
                group.addTask {
                    defer { reader.finish() }
                    try await outlet.run { reader.yield() }
                }
            }
            defer { group.cancelAll() }
            var isWanted = readers.makeAsyncIterator()
            guard await isWanted.next() != nil else { return try await group.waitForAll() }
            let delay = journey.depart(at: .now)
            try await play(journey, from: first.later(by: delay), tell)
            for outlet in outlets { await outlet.finish() }
        }
    }

    private func play(
        _ journey: Journey, from first: Epoch, _ tell: @Sendable (Status) -> Void
    ) async throws {
        var journey = journey
        var writer = NMEAWriter()
        var next: Epoch? = first
        while let epoch = next {
            try await wait(until: epoch.time, tell)
            pace.played(epoch.time, at: now)
            last = epoch
            let moment = Moment(epoch, of: device, &writer)
            for outlet in outlets {
                await outlet.send(moment, patience: pace.factor.isInfinite ? Self.patience : 0)
            }
            tell(status)
            // Commands come in between.
            await Task.yield()
            next = try await journey.next()
        }
    }

    private func wait(until time: Timestamp, _ tell: @Sendable (Status) -> Void) async throws {
        while true {
            try Task.checkCancellation()
            let seconds = pace.wait(until: time, at: now) ?? 86_400
            if seconds <= 0 { return }
            let sleep = Task<Void, Never> { [clock] in
                // Cancelled by a command.
                try? await clock.sleep(for: .seconds(min(seconds, 86_400)))
            }
            waiting = sleep
            await withTaskCancellationHandler {
                await sleep.value
            } onCancel: {
                sleep.cancel()
            }
            waiting = nil
            if sleep.isCancelled { tell(status) }
        }
    }

    private var now: Double { (clock.now - start) / .seconds(1) }
}

// MARK: - From outside

extension Player {
    /// What may be asked for on the way.
    package enum Command: Sendable { case pause, faster, slower }

    package func perform(_ command: Command) {
        switch command {
        case .pause: pace.togglePause(at: now)
        case .faster: pace.change(faster: true, at: now)
        case .slower: pace.change(faster: false, at: now)
        }
        waiting?.cancel()
    }

    /// How it goes.
    package struct Status: Sendable {
        /// `nil` before it has begun.
        package var time: Timestamp?
        /// `nil` while it has no fix.
        package var fix: Fix?
        /// Infinite is without waiting.
        package var factor: Double
        package var isPaused: Bool
        /// How many read, as far as that can be known.
        package var audience: Int?
    }

    private var status: Status {
        let known = outlets.compactMap(\.audience)
        return Status(
            time: last?.time, fix: last?.fix, factor: pace.factor, isPaused: pace.isPaused,
            audience: known.isEmpty ? nil : known.reduce(0, +))
    }
}

extension Timestamp {
    /// By the system's clock, in whole seconds.
    static var now: Timestamp { Timestamp(milliseconds: systemMilliseconds() / 1000 * 1000) }
}
