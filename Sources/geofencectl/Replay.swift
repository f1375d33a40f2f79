import ArgumentParser
import Geofencing
import Notifications
import Places
import Positions
import Settings

struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what the daemon would have told along recorded traces.",
        discussion: """
            Reads NMEA and GPX, plain or gzipped, as fast as it can, without a daemon. The same \
            traces, regions and settings give the same notices, byte for byte. Several traces are \
            one journey in pieces.

            EXAMPLES:
              geofencectl replay walk.gpx --regions cafes.geojson
              geofencectl replay monday.nmea.gz tuesday.nmea.gz --regions cafes.geojson \\
                --transitions enter,exit --output ndjson
              zcat log.nmea.gz | geofencectl replay - --regions cafes.geojson
            """)

    @Argument(help: ArgumentHelp("Recorded traces; - is standard input.", valueName: "trace"))
    var traces: [String]

    @Option(
        help: ArgumentHelp(
            "A GeoJSON FeatureCollection of Points, the regions' centres.", valueName: "file"))
    var regions: String?

    @Option(
        help: ArgumentHelp(
            "A GeoJSON FeatureCollection of Points, each of them a deal.", valueName: "file"))
    var deals: String?

    @OptionGroup var reading: ReadingOptions

    @Option(
        help: ArgumentHelp(
            "What to tell: enter, exit, dwell, separated by commas.", valueName: "list"))
    var transitions = TransitionList([.enter])

    @Option(help: "How to tell it: text for people, ndjson for programs.")
    var output = OutputFormat.text

    @Flag(help: "Write the summary as one JSON object.")
    var summary = false

    enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
        case text, ndjson
    }

    func run() async throws {
        let settings = try reading.settings()
        let regionSource: any RegionSource
        if regions != nil || deals != nil {
            regionSource = try RegionFile(
                paths: [regions].compactMap { $0 }, deals: [deals].compactMap { $0 },
                defaultRadius: settings.regions.radius)
        } else {
            regionSource = NoRegions()
        }
        let printer = NoticePrinter(output)
        let tracker = Tracker(
            regions: regionSource, journal: printer, rules: settings.rules,
            telling: transitions.kinds)
        var failure: (any Error)?
        do {
            try await tracker.run(
                TracePlaylist(traces, reading.traceOptions, isEndless: false))
        } catch {
            // What was read before is told all the same.
            failure = error
        }
        try await printer.flush()
        let counts = await tracker.counts
        if let failure, counts.read == 0 { throw failure }
        let notices = await printer.count
        let tally = await tracker.tally
        if regions == nil, deals == nil, !summary {
            StandardError.write(line: "no regions: name a file of them with --regions")
        }
        StandardError.write(
            summary
                ? counts.json(tally, notices: notices) : counts.text(tally, notices: notices))
        if let failure { throw failure }
    }
}

/// For those who only want to know what is in a trace.
private struct NoRegions: RegionSource {
    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) -> RegionSet {
        RegionSet(regions: [], reach: .infinity)
    }
}

/// Prints notices as they are decided.
private actor NoticePrinter: Journal {
    private(set) var count = 0

    private let format: Replay.OutputFormat
    private var output = StandardOutput()
    private let style = Style.standardOutput

    init(_ format: Replay.OutputFormat) {
        self.format = format
    }

    func append(_ transitions: [Transition]) throws {
        for transition in transitions {
            count += 1
            switch format {
            case .text:
                output.write(line: NoticeSummary(transition).text(style))
            case .ndjson:
                let notice = Notice(
                    sequence: count, log: .replay, transition: transition, recorded: nil)
                output.write(notice.cloudEvent(source: "/geofenced/replay"))
            }
        }
        try output.flushIfDue()
    }

    func flush() throws {
        try output.flush()
    }
}
