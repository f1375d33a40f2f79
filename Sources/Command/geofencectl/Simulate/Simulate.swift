import ArgumentParser
import Geofencing
import Interests
import Places
import Positions
import Posix
import Routing
import Serving
import Simulation

struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a trace of a journey that was never made, or plays one live.",
        discussion: """
            A scenario is a short TOML file: where the journey leads, how one travels, what the \
            sky is like. The same scenario gives the same trace, byte for byte, on every machine. \
            docs/simulation.md has all keys. A route, a track or a line in a GPX or GeoJSON file \
            is travelled as it leads, whatever times it has.

            With --serve or --pty it is played live, as fast as it was travelled, to programs \
            that take it for a receiver: clients of gpsd, a gpsd, or geofenced. A recorded trace \
            can be played, too. It begins when the first of them comes. On a terminal, the space \
            bar pauses, + and - change the speed, and q quits.

            EXAMPLES:
              geofencectl simulate walk.toml >walk.nmea
              geofencectl simulate route.gpx --by bike -o ride.nmea
              geofencectl simulate 'Dam 20, Amsterdam' Rijksmuseum --by bike -o ride.nmea
              geofencectl simulate walk.toml --format gpx -o walk.gpx --truth truth.gpx
              geofencectl simulate walk.toml -o walk.nmea --regions cafes.geojson \\
                --visits visits.json
              geofencectl simulate walk.toml --serve gpsd:3000 --now
              geofencectl simulate walk.nmea --pty --speed 10 --loop
            """)

    @Argument(
        help: "A TOML file, or a route; or, to be played live, a recorded trace, NMEA or GPX.")
    var scenario: String

    @Argument(
        help: ArgumentHelp(
            "Where the way leads along streets; then the first argument is where it begins. Both are: "
                + PlaceForms.words + ".", valueName: "to"))
    var goal: String?

    @Option(
        help: "What to write: nmea, gpx or geojson. (default: by the file's ending, else nmea)")
    var format: TraceFormat?

    @Flag(help: "Write GeoJSON, as --format geojson does.")
    var json = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file, not to standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write the true path to this file, whose name ends in .gpx or .geojson; or, with "
                + "--regions, the true visits to one that ends in .json, as --visits does.",
            valueName: "file"))
    var truth: String?

    @Option(
        help: ArgumentHelp(
            "A GeoJSON FeatureCollection of Points, the centres of regions to visit.",
            valueName: "file"))
    var regions: String?

    @Option(
        help: ArgumentHelp(
            "Write the true visits to the regions to this file, as score reads them.",
            valueName: "file"))
    var visits: String?

    @Option(
        help: ArgumentHelp(
            "Draw the trace and the truth into this file, a page for a browser.",
            valueName: "file.html"))
    var map: String?

    @Option(
        help: ArgumentHelp(
            "A file of places, in which the scenario's names are looked up.", valueName: "file"))
    var database: String?

    @OptionGroup var route: RouteOptions

    @OptionGroup var live: ServeOptions

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        let files = [
            ("--output", output), ("--truth", truth), ("--visits", visits), ("--map", map),
        ]
        if live.isLive, let (option, _) = files.first(where: { $0.1 != nil }) {
            throw ValidationError("\(option): cannot be used with --serve or --pty: leave it out")
        }
        try OutputFile.refuseOverlap(
            writing: files,
            reading: [scenario, regions, database].compactMap(\.self))
        if truth != nil, visits != nil, isTruthOfVisits {
            throw ValidationError(
                "--truth: --visits says already where the visits go: leave one out")
        }
        if regions == nil, visitsFile != nil {
            throw ValidationError(
                "\(isTruthOfVisits ? "--truth" : "--visits"): there is nothing to visit: "
                    + "name a file with --regions")
        }
        if regions != nil, visitsFile == nil, map == nil {
            throw ValidationError(
                "--regions: nobody is told of visits: name a file with --visits or --map")
        }
        if goal != nil, let by = route.by, !by.mode.followsStreets {
            throw ValidationError(
                "--by: \(by.mode.rawValue) follows no streets: use foot, bike or car")
        }
        if let truth, truthFormat == nil, !isTruthOfVisits {
            throw ValidationError("--truth: \(truth.quoted) ends in neither .gpx nor .geojson")
        }
        if let output, format == nil, !json, Self.isUnknown(output) {
            throw ValidationError(
                "--output: \(output.quoted) ends in none of \(Self.endings.joined(separator: ", ")): "
                    + "use one of them, or say what to write with --format")
        }
    }

    private var isTruthOfVisits: Bool { truth?.hasSuffix(".json") == true }
    private var visitsFile: String? { visits ?? (isTruthOfVisits ? truth : nil) }

    private var truthFormat: TraceFormat? { truth.flatMap(Self.format(of:)) }

    /// By the ending of the file's name; `nil` if that tells nothing.
    private static func format(of path: String) -> TraceFormat? {
        let name = path.lowercased()
        return name.hasSuffix(".gpx") ? .gpx : name.hasSuffix(".geojson") ? .geojson : nil
    }

    /// Of files that can be written; the others are NMEA.
    private static let endings = [".nmea", ".log", ".txt", ".gpx", ".geojson"]

    /// Whether the file's name has an ending, and that of something else.
    private static func isUnknown(_ path: String) -> Bool {
        let name = path.fileName
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return false }
        return !path.hasPrefix("/dev/") && !endings.contains(name[point...].lowercased())
    }

    private var outputFormat: TraceFormat {
        json ? .geojson : format ?? output.flatMap(Self.format(of:)) ?? .nmea
    }

    func run() async throws {
        if live.isLive { return try await play() }
        let trace = try SimulatedTrace(try await journey())
        let circles = try regions.map { Array(try RegionFile(path: $0).regions) }
        if let truth, let truthFormat {
            try Self.write(trace.undisturbed, truthFormat, to: truth) { $0.withoutError }
        }
        if let circles, let visitsFile {
            try OutputFile.write(
                try trace.visits(to: circles, name: name).json(), to: visitsFile)
        }
        if let map {
            var page = MapPage(title: name, regions: circles ?? [])
            for epoch in trace { page.add(epoch) }
            try page.write(to: map)
        }
        if let output {
            try Self.write(trace, outputFormat, to: output) { $0 }
        } else {
            try print(trace)
        }
    }

    private func play() async throws {
        if goal != nil {
            return try await live.play(try SimulatedTrace(try await journey()), scenario)
        }
        // The trace is read twice: standard input cannot be.
        if scenario == "-" { throw ValidationError("-: cannot be played: name a file") }
        try InputFile.refusePipe(scenario)
        // Points of a scenario may be names here, but not in a source of positions.
        let format = try await PositionSources.traceFormat(of: scenario)
        // A track without times is no recording: it can only be travelled.
        let isMade =
            try format == "simulate" || isRoute && (format == nil || route.isGiven)
            || (try? RouteFile(scenario).hasTimes) == false
        let journey = isMade ? try SimulatedTrace(try await journey()) : nil
        try await live.play(journey, scenario)
    }

    /// Whether it is GPX or GeoJSON.
    private var isRoute: Bool {
        get throws { try scenario != "-" && RouteFile.recognises(scenario) }
    }

    private func journey() async throws -> Scenario {
        if let goal {
            let mode = route.by?.mode ?? .walk
            let way = try await way(from: scenario, to: goal, mode)
            return Scenario(
                along: way, path: "\(scenario) – \(goal)", mode: mode,
                speed: route.speedKmh.map { $0 / 3.6 })
        }
        if try isRoute { return try route.scenario(scenario) }
        if scenario != "-", try await PositionSources.traceFormat(of: scenario) == "nmea" {
            throw ValidationError(
                "\(scenario.quoted): is a recorded trace: replay reads it, and --serve plays it")
        }
        if route.isGiven {
            throw ValidationError(
                "\(route.by != nil ? "--by" : "--speed-kmh"): a scenario says it itself: leave it out"
            )
        }
        return try await Scenario(path: scenario, lookup: try lookup(), streets: streets)
    }

    private func streets(
        from: Coordinate, to: Coordinate, mode: TravelMode
    ) async throws -> [Coordinate] {
        func text(_ point: Coordinate) -> String { "\(point.latitude),\(point.longitude)" }
        return try await way(from: text(from), to: text(to), mode)
    }

    /// As the gateway finds it.
    private func way(
        from: String, to: String, _ mode: TravelMode
    ) async throws -> [Coordinate] {
        try await RouteCommand.found(
            RouteQuestion(from: from, to: to, by: mode.travel),
            by: try gateway.gateway(timeout: .seconds(60))
        ).line
    }

    /// The name of the file, without its folder and ending.
    private var name: String {
        if let goal { return "\(scenario) – \(goal)" }
        let file = scenario.fileName
        return file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
    }

    private func lookup() throws -> Scenario.Lookup {
        guard let database else { return { _ in nil } }
        let access = Access.database(try PlaceDatabase(.readOnly(database)))
        return { name in
            var query = PlaceQuery()
            query.near = .text(name)
            query.limit = 1
            return try await access.search(query).near.map {
                Coordinate(latitude: $0.lat, longitude: $0.lon)
            }
        }
    }

    private static func write(
        _ trace: SimulatedTrace, _ format: TraceFormat, to path: String,
        _ transform: (Epoch) -> Epoch
    ) throws {
        let file = try OutputFile(path)
        try Self.pieces(of: trace, format, transform) {
            try file.write($0)
            return true
        }
        try file.finish()
    }

    private func print(_ trace: SimulatedTrace) throws {
        var output = StandardOutput()
        try Self.pieces(of: trace, outputFormat, { $0 }) {
            output.write($0)
            return try output.flushUnlessGone()
        }
    }

    /// Hands the trace to `take` piece by piece, until that returns `false`.
    private static func pieces(
        of trace: SimulatedTrace, _ format: TraceFormat, _ transform: (Epoch) -> Epoch,
        _ take: ([UInt8]) throws -> Bool
    ) throws {
        var writer = format.writer()
        var bytes = Array(writer.head.utf8)
        for epoch in trace {
            writer.write(transform(epoch), to: &bytes)
            guard bytes.count >= 64 * 1024 else { continue }
            guard try take(bytes) else { return }
            bytes.removeAll(keepingCapacity: true)
        }
        _ = try take(bytes + Array(writer.tail.utf8))
    }
}

extension TraceFormat: ExpressibleByArgument {}

extension TravelMode {
    /// How a router has it.
    fileprivate var travel: Travel {
        switch self {
        case .bike: .bike
        case .car, .motorway: .car
        default: .foot
        }
    }
}

extension MapPage {
    /// Adds an epoch. All fixes of the receiver are drawn, also those that a filter would drop.
    fileprivate mutating func add(_ epoch: Epoch) {
        truth.append(epoch.truth.coordinate)
        if let fix = epoch.fix { fixes.append((fix, nil)) }
    }
}
