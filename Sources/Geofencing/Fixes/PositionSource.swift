/// Where fixes come from: a receiver or a recorded trace.
///
/// Adding one is one file, and one word in `PositionSources`.
package protocol PositionSource {
    /// Whether the reports are of now. A trace's are not, however they are paced.
    var isLive: Bool { get }

    /// What was read besides the reports, for whoever asks how good the input is.
    var tally: [Tally] { get }

    /// The reports that came since the last call, in order and at least one, as soon as there are
    /// any; `nil` when the source has ended.
    mutating func next() async throws -> [Report]?

    /// A live source reports `.clock` when its time has come so far; `nil` if that is not needed.
    mutating func wake(at time: Timestamp?)
}

extension PositionSource {
    /// The clock of a trace is its reports.
    package mutating func wake(at time: Timestamp?) {}
}
