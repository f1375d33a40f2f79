/// Where fixes come from: a receiver or a recorded trace.
///
/// Adding one is one file, and one word in `PositionSources`.
package protocol PositionSource {
    /// Whether the reports are of now. A trace's are not, however they are paced.
    var isLive: Bool { get }

    /// Where to read on after the reports that were handed out last; `nil` if nothing can be read
    /// again.
    var resumePoint: ResumePoint? { get }

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

extension PositionSource {
    /// For sources that are read once.
    package var resumePoint: ResumePoint? { nil }
}
