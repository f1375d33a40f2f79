import Geofencing
import Positions
import Simulation

/// The epochs of a scenario or of a recorded trace, one after the other.
struct Journey {
    private let options: PlaybackOptions
    private var epochs: Epochs
    /// The time of the first epoch that is served, as the trace has it.
    private var departure: Timestamp?
    /// The times of this round so far, as the trace has them.
    private var span: ClosedRange<Timestamp>?
    /// Seconds added to the times.
    private var shift = 0.0

    /// Seconds between the end of a round and the beginning of the next.
    private static let pause = 1.0
    /// Seconds: ten thousand years. Times must stay within what can be written.
    private static let longestShift = 10_000 * 31_556_952.0
    /// 1980-01-06, when GPS began. Times without a date are before it, in 1970.
    static let firstDate = Timestamp(seconds: 315_964_800)

    init(_ options: PlaybackOptions) async throws {
        self.options = options
        epochs = try await Epochs(options.source)
    }

    /// The next epoch; `nil` at the end.
    mutating func next() async throws -> Epoch? {
        while true {
            guard let epoch = try await epochs.next() else {
                guard try await beginAgain() else { return nil }
                continue
            }
            let start = span?.lowerBound ?? epoch.time
            span = min(start, epoch.time)...max(span?.upperBound ?? start, epoch.time)
            if departure == nil {
                if isEarly(epoch.time, start) { continue }
                departure = epoch.time
            }
            return epoch.later(by: shift)
        }
    }

    /// Begins the journey `now`, at its first epoch; returns the seconds by which its times are
    /// moved.
    mutating func depart(at now: Timestamp) -> Double {
        // A trace without dates always begins now.
        guard let departure, options.beginsNow || departure < Self.firstDate else { return 0 }
        shift = now - departure
        return shift
    }

    private func isEarly(_ time: Timestamp, _ start: Timestamp) -> Bool {
        switch options.from {
        case .time(let from): time < from
        case .after(let seconds): time - start < seconds
        case nil: false
        }
    }

    private mutating func beginAgain() async throws -> Bool {
        guard let span else { throw ServingError.nothing(options.source.name) }
        guard departure != nil else {
            throw ServingError.ended(first: span.lowerBound, last: span.upperBound)
        }
        guard options.isEndless, shift < Self.longestShift else { return false }
        shift += span.upperBound - span.lowerBound + Self.pause
        self.span = nil
        epochs = try await Epochs(options.source)
        return true
    }
}

extension PlaybackOptions.Source {
    fileprivate var name: String {
        switch self {
        case .scenario: "the scenario"
        case .trace(let location): location
        }
    }
}

/// The epochs of one round.
private enum Epochs {
    case made(SimulatedTrace)
    case recorded(Recording)

    struct Recording {
        var source: any PositionSource
        var sky = RecordedSky()
        var waiting: ArraySlice<Report> = []
        var isBegun = false
    }

    init(_ source: PlaybackOptions.Source) async throws {
        switch source {
        case .scenario(let trace): self = .made(trace)
        case .trace(let location):
            self = .recorded(Recording(source: try await PositionSources.open(location)))
        }
    }

    mutating func next() async throws -> Epoch? {
        switch self {
        case .made(var trace):
            defer { self = .made(trace) }
            return trace.next()
        case .recorded(var recording):
            defer { self = .recorded(recording) }
            return try await recording.next()
        }
    }
}

extension Epochs.Recording {
    fileprivate mutating func next() async throws -> Epoch? {
        while true {
            while let report = waiting.popFirst() {
                if let epoch = sky.epoch(report) { return epoch }
            }
            guard let reports = try await source.next() else { return nil }
            waiting = reports[...]
            // Reports before the receiver knew the date would be served as of 1970.
            if !isBegun, let dated = reports.firstIndex(where: \.isDated) {
                waiting = reports[dated...]
            }
            isBegun = true
        }
    }
}

extension Report {
    fileprivate var isDated: Bool { time.map { $0 >= Journey.firstDate } ?? false }
}
