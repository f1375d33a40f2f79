import Geofencing
import TestSupport
import Testing

@testable import Positions

/// One recorded trace of each kind that can be read, five seconds long, and how it can be wrong.
struct SourceExample: Sendable, CustomTestStringConvertible {
    let scheme: String
    let text: String
    /// What a damaged one has instead, and the message; `nil` if whatever is wrong is passed over.
    let damage: Damage?

    struct Damage: Sendable {
        let old: String
        let new: String
        let message: String
    }

    var testDescription: String { scheme }

    static let traces = [
        SourceExample(
            scheme: "gpx",
            text: "<gpx><trk><trkseg>\n"
                + (0..<5).map {
                    "<trkpt lat='52' lon='5'><time>2026-05-01T12:00:0\($0)Z</time></trkpt>\n"
                }
                .joined() + "</trkseg></trk></gpx>",
            damage: Damage(
                old: "lat='52' lon='5'><time>2026-05-01T12:00:03", new: "lat='95'",
                message: "walk.trace:5: ")),
        SourceExample(
            scheme: "nmea", text: (0..<5).map { line(NMEA.rmc("12000\($0)")) }.joined(), damage: nil
        ),
        SourceExample(
            scheme: "simulate",
            text: "[[leg]]\nmode = 'parked'\nfrom = [52, 5]\nstop = 4\n",
            damage: Damage(old: "[52, 5]", new: "[95, 5]", message: "walk.trace:3: ")),
    ]

    /// As it is named for `--source`.
    func location(_ file: TemporaryFile) -> String { "\(scheme):\(file.path)" }

    /// The trace, or another text in its place.
    func file(_ text: String? = nil) -> TemporaryFile {
        TemporaryFile(text ?? self.text, name: "walk.trace")
    }

    /// The trace, read on after so many of its reports.
    static func open(_ location: String, after reports: Int) -> sending any PositionSource {
        TracePlaylist([location], isEndless: false, from: .init(reports: reports))
    }
}

/// A test double: reports from a list, which is in no program.
struct ListedSource: PositionSource {
    let isLive = false
    private let all: [Report]
    private var index: Int

    /// A second between two of them.
    static let reports = (0..<5).map { second in
        Report.fix(
            Fix(
                time: Timestamp(seconds: 1000 + Double(second)),
                coordinate: Coordinate(latitude: 52, longitude: 5)))
    }

    init(after count: Int) {
        (all, index) = (Self.reports, min(count, Self.reports.count))
    }

    var tally: [Tally] { [Tally("listed", index)] }
    var resumePoint: ResumePoint? { .init(reports: index) }

    mutating func next() async throws -> [Report]? {
        try Task.checkCancellation()
        guard index < all.count else { return nil }
        defer { index += 1 }
        return [all[index]]
    }
}
