package import Geofencing
import Posix
import Simulation

/// Plays a journey to its sinks, at a pace that can be changed.
package actor Player {
    private let device: SimulatedDevice
    private let sinks: [any Sink]
    private var pace: Pace
    private var last: Epoch?
    private var waiting: Task<Void, Never>?
    /// It stands still while the machine sleeps: for readers, that is a receiver that was unplugged
    /// for a while.
    private let clock = SuspendingClock()
    private let start = SuspendingClock().now

    /// Seconds to wait for a slow reader, if nothing but the readers sets the pace.
    private static let patience = 2.0

    /// `factor`: how many times faster than life; infinite: without waiting.
    package init(_ device: SimulatedDevice, to sinks: [any Sink], factor: Double) {
        self.device = device
        self.sinks = sinks
        pace = Pace(factor: factor)
    }

    /// Waits for the first reader, plays the journey, and returns at its end. Calls `report` at the
    /// beginning, at each epoch, and at each command.
    package func run(_ options: PlaybackOptions, report: @Sendable (Status) -> Void) async throws {
        var journey = try await Journey(options)
        guard let first = try await journey.next() else { return }
        let (readers, reader) = AsyncStream.makeStream(of: Void.self)
        report(status)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sink in sinks {
                group.addTask {
                    defer { reader.finish() }
                    try await sink.run { reader.yield() }
                }
            }
            defer { group.cancelAll() }
            var isWanted = readers.makeAsyncIterator()
            guard await isWanted.next() != nil else { return try await group.waitForAll() }
            let delay = journey.depart(at: .now)
            try await play(journey, from: first.later(by: delay), report)
            for sink in sinks { await sink.finish() }
        }
    }

    private func play(
        _ journey: Journey, from first: Epoch, _ report: @Sendable (Status) -> Void
    ) async throws {
        var journey = journey
        var writer = NMEAWriter()
        var next: Epoch? = first
        while let epoch = next {
            try await wait(until: epoch.time, report)
            pace.played(epoch.time, at: now)
            last = epoch
            let encoded = EncodedEpoch(epoch, of: device, &writer)
            for sink in sinks {
                await sink.send(encoded, patience: pace.factor.isInfinite ? Self.patience : 0)
            }
            report(status)
            // Commands are taken here.
            await Task.yield()
            next = try await journey.next()
        }
    }

    private func wait(until time: Timestamp, _ report: @Sendable (Status) -> Void) async throws {
        while true {
            try Task.checkCancellation()
            let seconds = pace.wait(until: time, at: now) ?? 86_400
            if seconds <= 0 { return }
            let sleep = Task<Void, Never> { [clock] in
                // A command cancels it.
                try? await clock.sleep(for: .seconds(min(seconds, 86_400)))
            }
            waiting = sleep
            await withTaskCancellationHandler {
                await sleep.value
            } onCancel: {
                sleep.cancel()
            }
            waiting = nil
            if sleep.isCancelled { report(status) }
        }
    }

    private var now: Double { (clock.now - start) / .seconds(1) }
}

// MARK: - From outside

extension Player {
    /// What can be asked for while it plays.
    package enum Command: Sendable { case pause, faster, slower }

    package func perform(_ command: Command) {
        switch command {
        case .pause: pace.togglePause(at: now)
        case .faster: pace.change(faster: true, at: now)
        case .slower: pace.change(faster: false, at: now)
        }
        waiting?.cancel()
    }

    /// What is being played.
    package struct Status: Sendable {
        /// `nil` before it has begun.
        package var time: Timestamp?
        /// `nil` while the receiver has no fix.
        package var fix: Fix?
        /// How many times faster than life; infinite: without waiting.
        package var factor: Double
        package var isPaused: Bool
        /// How many programs read; `nil` if no sink knows.
        package var clientCount: Int?
    }

    private var status: Status {
        let known = sinks.compactMap(\.clientCount)
        return Status(
            time: last?.time, fix: last?.fix, factor: pace.factor, isPaused: pace.isPaused,
            clientCount: known.isEmpty ? nil : known.reduce(0, +))
    }
}

extension Timestamp {
    /// By the system's clock, in whole seconds.
    static var now: Timestamp { Timestamp(milliseconds: systemMilliseconds() / 1000 * 1000) }
}
