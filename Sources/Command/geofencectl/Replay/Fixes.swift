import ArgumentParser
import Formats
import Geofencing
import Positions
import Posix
import Settings

struct Fixes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows every fix that a trace or a receiver yields, and why some are dropped.",
        discussion: """
            One JSON object a line; on a terminal, a table.

            EXAMPLES:
              geofencectl fixes receiver.nmea
              geofencectl fixes track.gpx --summary | tail -1
              geofencectl fixes --source gpsd:
              geofencectl fixes --source nmea:/dev/ttyACM0
            """)

    @Argument(help: ArgumentHelp("Recorded traces; - is standard input.", valueName: "trace"))
    var traces: [String] = []

    @Option(help: ArgumentHelp("A source as in the configuration.", valueName: "source"))
    var source: String?

    @OptionGroup var reading: ReadingOptions

    @Flag(help: "One JSON object a line on a terminal, too.")
    var json = false

    @Flag(help: "End with one JSON object of counts.")
    var summary = false

    func validate() throws {
        if traces.isEmpty, source == nil {
            throw ValidationError("nothing to read: name a trace, or a --source")
        }
    }

    func run() async throws {
        let rules = try reading.settings().rules
        var output = StandardOutput()
        var table = FixTable()
        var filter = rules.filter
        var counts = FixCounts()
        var tally: [Tally] = []
        var failure: (any Error)?
        for location in traces + [source].compactMap({ $0 }) {
            do {
                var options = reading.traceOptions
                options.needsSentences = true
                var positions = try await PositionSources.open(location, options)
                filter.acceptsUnknownAccuracy =
                    rules.acceptsUnknownAccuracy ?? !positions.isLive
                filter.acceptsUndated = !positions.isLive
                var receiver = LiveReceiver()
                let isNMEA = positions is DatedTrace<NMEASource>
                defer { tally = tally.merged(with: positions.tally) }
                while let reports = try await positions.next() {
                    for report in reports {
                        if case .reception(let reception) = report {
                            receiver.note(reception)
                            continue
                        }
                        let judged = filter.judge(report)
                        counts.count(judged.reason)
                        guard let fix = judged.fix else { continue }
                        let dropReason = judged.reason
                        if output.isTerminal, !json {
                            output.write(line: table.row(fix, dropReason))
                        } else {
                            output.write(fix.json(dropReason, withTimeOfDay: isNMEA))
                        }
                    }
                    if positions.isLive {
                        guard try output.flushUnlessGone() else { return }
                    } else {
                        try output.flushIfDue()
                    }
                }
            } catch let error as TraceError where error.isAboutSentences {
                // Something of it may be shown as bytes that were skipped.
                StandardError.write(line: "\(error)")
            } catch {
                // The fixes before the error are shown, and nothing after it.
                failure = error
                break
            }
        }
        if summary { output.write(counts.json(tally, notices: nil)) }
        try output.flush()
        if let failure { throw failure }
    }
}

/// Writes the health of a receiver to standard error whenever it changes.
private struct LiveReceiver {
    private let start = ContinuousClock.now
    private var health = ReceiverHealth(at: 0)

    mutating func note(_ reception: Reception) {
        switch health.note(reception, at: (ContinuousClock.now - start) / .seconds(1)) {
        case .became(let state, _), .cameAndWent(let state, _, _):
            StandardError.write(Array("geofencectl: \(state.words.visible)\n".utf8))
        case .still, nil: break
        }
    }
}

extension FixFilter {
    /// A report of a position or of none; the fix is `nil` if there is none.
    fileprivate mutating func judge(_ report: Report) -> (fix: Fix?, reason: DropReason?) {
        switch report {
        case .fix(var fix):
            let reason = dropReason(for: &fix)
            return (fix, reason)
        case .noTime(var fix):
            // Only its place means something.
            (fix.time, fix.isUndated) = (Timestamp(milliseconds: 0), true)
            return (fix, .noTime)
        case .noPosition, .clock, .reception: return (nil, .noPosition)
        }
    }
}

extension Fix {
    fileprivate func json(_ dropReason: DropReason?, withTimeOfDay: Bool) -> [UInt8] {
        JSONWriter.line { line in
            if isUndated { line.null("time") } else { line.member("time", time) }
            if withTimeOfDay { line.member("tod", time.timeOfDay) }
            line.member("lat", coordinate.latitude)
            line.member("lon", coordinate.longitude)
            line.member("mode", mode.rawValue)
            if let accuracy { line.member("accuracy", accuracy, decimals: 3) }
            if let hdop { line.member("hdop", hdop) }
            if let speed { line.member("speed", speed, decimals: 3) }
            if let track { line.member("track", track) }
            if let altitude { line.member("altitude", altitude) }
            if isUndated { line.member("undated", true) }
            if clock != .receiver { line.member("clock", clock.rawValue) }
            if let satellites { line.member("satellites", satellites) }
            if let dropReason { line.member("dropped", dropReason.name) }
        }
    }
}

extension Timestamp {
    /// The time of day as NMEA writes it: `hhmmss.sss`.
    fileprivate var timeOfDay: String {
        let text = description
        return String(text.dropFirst(11).dropLast().filter { $0 != ":" })
    }
}

/// A table of fixes for people.
private struct FixTable {
    private var hasHeader = false

    mutating func row(_ fix: Fix, _ dropReason: DropReason?) -> String {
        let decimals = isNarrow ? 5 : 7
        let columns: [String] = [
            fix.isUndated ? "undated \(fix.time.timeOfDay)" : fix.time.description,
            String(decimals: decimals, fix.coordinate.latitude),
            String(decimals: decimals, fix.coordinate.longitude),
            fix.accuracy.map { String(decimals: 1, $0) + " m" } ?? "?",
            fix.speed.map { String(decimals: 1, $0) + " m/s" } ?? "",
            fix.track.map { String(decimals: 0, $0) + "°" } ?? "",
            dropReason.map { "dropped: \($0.words)" } ?? "",
        ]
        let row = align(columns)
        guard !hasHeader else { return row }
        hasHeader = true
        return align(["time", "latitude", "longitude", "accuracy", "speed", "track", ""])
            + "\n" + row
    }

    /// Columns; a terminal's if the output is one.
    private let available = Style.standardOutput.width ?? .max
    private static let widths = [-24, 12, 13, 10, 10, 6, 0]
    private static let narrowWidths = [-24, 9, 10, 8, 0, 0, 0]

    /// Whether there is no room for all beside a reason. Then speed, track and the last decimals are
    /// left out.
    private var isNarrow: Bool { available < Self.widths.reduce(0) { $0 + abs($1) + 2 } + 20 }

    private func align(_ columns: [String]) -> String {
        let widths = isNarrow ? Self.narrowWidths : Self.widths
        var text = ""
        for (index, column) in columns.enumerated() where !(isNarrow && (4...5).contains(index)) {
            text += column.padded(to: widths[index]) + (widths[index] == 0 ? "" : "  ")
        }
        let line = String(text.reversed().drop { $0 == " " }.reversed())
        return available == .max ? line : line.cut(toWidth: available)
    }
}
