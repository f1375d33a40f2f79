import ArgumentParser
import Geofencing
import Glibc
import Interests
import JSON
import Places
import Posix
import Settings

struct PlacesImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings places from files into the database, all or nothing.",
        discussion: """
            Reads GeoJSON, GeoJSONSeq, CSV with a first line of column names, waypoints of GPX, \
            plain or gzipped, and OpenStreetMap data (.osm.pbf) where osmium is installed. What is \
            kept has a position, and a name, a brand or a category.

            A later import of the same places brings them up to date: places are known again by \
            the ids that their source gives them, and those that are gone are removed. Places of \
            OpenStreetMap are replaced part by part: those of one country leave another's alone.

            COLUMNS OF CSV:
              id, name, brand, brand_wikidata, category, lat, lon, housenumber,
              street, postcode, city, phone, website, opening_hours, description,
              rating

            EXAMPLES:
              geofencectl places import monaco.osm.pbf
              geofencectl places import cafes.csv --source mine --database places.sqlite
            """)

    @Argument(help: ArgumentHelp("Files of places; - is standard input.", valueName: "file"))
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "The database. (default: places.sqlite in the state_directory of the configuration)",
            valueName: "file"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "Where the places are from; replaces all from there. (default: osm, or the file's name)",
            valueName: "name"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "The configuration of the daemon. (default: \(Configuration.defaultPath), if it is there)",
            valueName: "file"))
    var config: String?

    @Flag(help: "Write what was done as one JSON object.")
    var json = false

    func validate() throws {
        do {
            _ = try PlaceImport(files: files, source: source)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() throws {
        let places = try PlaceImport(files: files, source: source)
        let path = try databasePath()
        // A missing file is an error before a database is made. The files stay open until the end:
        // closing a pipe would end its writer.
        let opened = try files.filter { $0 != "-" }.map { try InputFile(path: $0) }
        defer { withExtendedLifetime(opened) {} }
        let store = try PlaceStore(.file(path), needsPlaces: false)
        let clock = ContinuousClock()
        let start = clock.now
        let summary = try Self.run(places, into: store, ProgressBar(since: start))
        let seconds = start.duration(to: clock.now) / .seconds(1)
        var output = StandardOutput()
        if json {
            output.write(summary.json(seconds: seconds))
        } else {
            for line in summary.lines(files: files) { output.write(line: line) }
        }
        _ = try output.flushUnlessGone()
    }

    /// Removes the progress bar before the result or an error is printed.
    private static func run(
        _ places: PlaceImport, into store: PlaceStore, _ bar: ProgressBar
    ) throws -> ImportSummary {
        defer { bar.clear() }
        return try places.run(into: store, finished: .now, progress: bar.show)
    }

    private func databasePath() throws -> String {
        if let database { return database }
        let settings = try Configuration.load(orDefault: config)
        umask(0o077)
        let directory = try StateDirectory(
            settings.stateDirectory, files: [PlaceStore.fileName])
        try directory.prepare(PlaceStore.fileName)
        return directory.file(PlaceStore.fileName)
    }
}

extension ImportSummary {
    static let attribution = "© OpenStreetMap contributors, ODbL 1.0"

    fileprivate func json(seconds: Double) -> [UInt8] {
        JSONWriter.line { line in
            line.member("read", read)
            line.member("added", added)
            line.member("changed", changed)
            line.member("removed", removed)
            line.member("unchanged", unchanged)
            line.member("skipped", skipped)
            line.member("reasons", reasons)
            line.member("sources", sources)
            line.member("seconds", seconds, decimals: 3)
            if isFromOpenStreetMap { line.member("attribution", Self.attribution) }
        }
    }

    fileprivate func lines(files: [String]) -> [String] {
        let name = files == ["-"] ? "standard input" : files[0].fileName.visible
        let title = files.count == 1 ? name : "\(files.count) files"
        let counts = [
            (added, "added"), (changed, "changed"), (unchanged, "unchanged"),
            (removed, "removed"), (skipped, "skipped"),
        ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        var lines = ["\(title): \(read.grouped) places read: \(counts.joined(separator: ", "))"]
        lines += reasons.map { "  skipped \($0)" }
        let others = skipped - reasons.count
        if !reasons.isEmpty, others > 0 { lines.append("  and \(others.grouped) more") }
        if isFromOpenStreetMap { lines.append(Self.attribution) }
        return lines
    }
}
