import ArgumentParser
import Geofencing
import Notifications
import Positions
import Posix
import Settings

struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what the daemon would have told along recorded traces.",
        discussion: """
            Reads NMEA and GPX, plain or gzipped, as fast as it can, without a daemon. The same \
            traces, regions and settings give the same notices, byte for byte. Several traces are \
            one journey in pieces.

            EXAMPLES:
              geofencectl replay walk.gpx --places amsterdam.osm.pbf \\
                --favourite Starbucks HEMA
              geofencectl replay walk.gpx --regions cafes.geojson --deals may.geojson
              geofencectl replay monday.nmea.gz tuesday.nmea.gz --regions cafes.geojson \\
                --transitions enter,exit --output ndjson
              geofencectl replay walk.gpx --regions cafes.geojson --compare new.toml
              geofencectl replay walk.gpx --regions cafes.geojson --map walk.html
              geofencectl replay walk.gpx --regions cafes.geojson --explain Hoppe@14:03
              zcat log.nmea.gz | geofencectl replay - --regions cafes.geojson
            """)

    @Argument(help: ArgumentHelp("Recorded traces; - is standard input.", valueName: "trace"))
    var traces: [String]

    @OptionGroup var sources: ReplaySources

    @OptionGroup var reading: ReadingOptions

    @Option(
        help: ArgumentHelp(
            "What to tell: enter, exit, dwell, separated by commas.", valueName: "list"))
    var transitions = TransitionList([.enter])

    @Option(
        help: ArgumentHelp("The device whose journey it is, for notices as JSON.", valueName: "id"),
        transform: DeviceID.read)
    var device: DeviceID?

    @Flag(help: "Move the times of the traces, so that they begin now.")
    var now = false

    @Option(help: "How to tell it: text for people, ndjson for programs.")
    var output = OutputFormat.text

    @Flag(help: "As --output ndjson; with --explain or --compare, what these tell as JSON.")
    var json = false

    @Flag(help: "Write the summary as one JSON object.")
    var summary = false

    @Option(
        help: ArgumentHelp(
            "Tell only what the settings of this file would change: - no more, + new.",
            valueName: "file"))
    var compare: String?

    @Option(
        help: ArgumentHelp(
            "Tell only why a region was told, or was not: its id or name; perhaps at what time.",
            valueName: "region[@time]"),
        transform: RegionMoment.read)
    var explain: RegionMoment?

    @Option(
        help: ArgumentHelp(
            "Draw it all into this file, a page for a browser that needs no network.",
            valueName: "file.html"))
    var map: String?

    @Option(
        help: ArgumentHelp(
            "The true way, for the page: a trace, as simulate writes one with --truth.",
            valueName: "trace"))
    var truth: String?

    enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
        case text, ndjson
    }

    func validate() throws {
        try OutputFile.refuseOverlap(
            writing: [("--map", map)],
            reading: traces + sources.files + [truth].compactMap(\.self))
        if compare != nil, output == .ndjson || summary {
            throw ValidationError("--compare: prints text: leave out --output and --summary")
        }
        if explain != nil, output == .ndjson || summary || compare != nil || map != nil {
            throw ValidationError(
                "--explain: prints text: leave out --output, --summary, --compare and --map")
        }
        if now, traces.contains("-") || map != nil {
            throw ValidationError(
                map == nil
                    ? "--now: reads the traces twice: name files, not standard input"
                    : "--map: shows a trace with its own times: leave --now out")
        }
        for option in [map.map { _ in "--map" }, explain.map { _ in "--explain" }] {
            if let option, traces.contains("-") {
                throw ValidationError(
                    "\(option): reads the traces twice: name files, not standard input")
            }
        }
        if truth != nil, map == nil {
            throw ValidationError("--truth: there is no page to draw it on: name one with --map")
        }
        // An error in a location is reported when it is opened.
        if let receiver = traces.first(where: { (try? PositionSources.isReceiver($0)) == true }) {
            throw ValidationError(
                "\(receiver.quoted) is a receiver, not a trace: run geofenced with it, or "
                    + "geofencectl fixes --source")
        }
    }

    func run() async throws {
        if let explain { return try await self.explain(explain) }
        if let compare { return try await self.compare(with: compare) }
        let settings = try reading.settings()
        let regions = try await sources.regions(radius: settings.regions.radius)
        let printer = NoticePrinter(json ? .ndjson : output, device, keeping: map != nil)
        let tracker = Tracker(
            regions: regions, journal: printer, rules: settings.rules,
            reporting: transitions.kinds)
        var failure: (any Error)?
        do {
            try await tracker.run(journey)
        } catch {
            // The part of the journey before the error is reported all the same.
            failure = error
        }
        try await printer.flush()
        let counts = await tracker.observer.counts
        if let failure, counts.read == 0 { throw failure }
        let notices = await printer.count
        if let map {
            var page = MapPage(title: MapPage.name(of: traces))
            page.notices = await printer.kept
            try await page.read(traces, reading.traceOptions, settings.rules, regions)
            if let truth { try await page.readTruth(truth) }
            try page.write(to: map)
        }
        let (tally, undated) = await (tracker.observer.tally, tracker.observer.undated)
        if !summary { sources.remarks.forEach { StandardError.write(line: $0) } }
        StandardError.write(
            summary
                ? counts.json(tally, notices: notices)
                : counts.text(tally, undated: undated, notices: notices))
        if let failure { throw failure }
    }

    /// The traces, with the times that they are to have.
    var journey: TracePlaylist {
        var options = reading.traceOptions
        options.needsSentences = true
        return TracePlaylist(
            traces, options, isEndless: false, beginning: now ? Self.started : nil)
    }

    /// Once for all journeys of a run.
    private static let started = Timestamp.now
}

/// Prints notices as they are decided.
private actor NoticePrinter: Journal {
    private(set) var count = 0
    /// All transitions, if the map needs them.
    private(set) var kept: [Transition] = []

    private let format: Replay.OutputFormat
    private let device: DeviceID?
    private let isKeeping: Bool
    private var output = StandardOutput()
    private let style = Style.standardOutput

    init(_ format: Replay.OutputFormat, _ device: DeviceID?, keeping isKeeping: Bool) {
        (self.format, self.device) = (format, device)
        self.isKeeping = isKeeping
    }

    func append(_ transitions: [Transition], _ state: TrackerState) throws {
        if isKeeping { kept += transitions }
        for transition in transitions {
            count += 1
            switch format {
            case .text:
                output.write(line: NoticeSummary(transition).text(style))
            case .ndjson:
                let notice = Notice(
                    sequence: count, log: .replay, device: device, transition: transition,
                    recorded: nil)
                output.write(notice.cloudEvent(source: "/geofenced/replay"))
            }
        }
        try output.flushIfDue()
    }

    func flush() throws {
        try output.flush()
    }
}
