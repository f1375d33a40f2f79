import APIClient
import ArgumentParser
import FoundationEssentials
import Geofencing
import Glibc
import Interests
import Places
import Posix
import Settings

struct PlacesImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings places from files into the daemon or a database, all or nothing.",
        discussion: """
            Reads GeoJSON, GeoJSONSeq, CSV with a first line of column names, waypoints of GPX, \
            plain or gzipped, and OpenStreetMap data (.osm.pbf) where osmium is installed. What is \
            kept has a position, and a name, a brand or a category.

            The running daemon imports them. Without one, its database is written here, if this \
            account may.

            A later import of the same places brings them up to date: places are known again by \
            the ids that their source gives them, and those that are gone are removed. Places of \
            OpenStreetMap are replaced part by part: those of one country leave another's alone.

            Where the gateway runs and tilemaker is installed, OpenStreetMap data become the base \
            map of its page as well, in place of the one before; and where routino is, the streets \
            along which it finds routes.

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
            "Where the places are from; replaces all from there. (default: osm, or the file's name)",
            valueName: "name"))
    var source: String?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Make the base map of the page, too. (default: if the gateway runs, without --database)"
        ))
    var map: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Prepare routes, too. (default: if the gateway runs, without --database)"))
    var routes: Bool?

    @Option(
        help: ArgumentHelp(
            "Whose data they are, as the page's map says. (default: © OpenStreetMap contributors)",
            valueName: "text"))
    var credit: String?

    @Flag(help: "Write what was done as one JSON object.")
    var json = false

    @OptionGroup var access: AccessOptions

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        do {
            _ = try PlaceImport(files: files, source: source)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        // A missing file is an error before anything is made or sent. The files stay open until the
        // end: closing a pipe would end its writer.
        let opened = try files.map { try InputFile(path: $0) }
        let (summary, line) = try imported(opened, ProgressBar(since: start))
        let seconds = start.duration(to: clock.now) / .seconds(1)
        withExtendedLifetime(opened) {}
        var output = StandardOutput()
        if !json {
            output.write(lines: summary.lines(files: files))
            guard try output.flushUnlessGone() else { return }
        }
        // What fails leaves the other alone.
        let map = await Result { try await baseMap.run() }
        if !json, let line = try? map.get()?.line { output.write(line: line) }
        let routes = await Result { try await routesBesides.run() }
        if json {
            let members = [try? map.get()?.member, try? routes.get()?.member].compactMap(\.self)
            output.write((line ?? summary.json(seconds: seconds)).adding(members))
        } else if let line = try? routes.get()?.line {
            output.write(line: line)
        }
        _ = try output.flushUnlessGone()
        _ = (try map.get(), try routes.get())
    }

    private var baseMap: BaseMapImport {
        BaseMapImport(
            credit: credit, gateway: gateway,
            besides: besides("no base map is made", "there is no base map", map))
    }

    private var routesBesides: RoutesImport {
        RoutesImport(
            credit: credit, gateway: gateway,
            besides: besides("no routes are prepared", "there are no routes", routes))
    }

    private func besides(
        _ notMade: String, _ notThere: String, _ isWanted: Bool?
    ) -> MadeBesides {
        MadeBesides(
            notMade: notMade, notThere: notThere, files: files, isWanted: isWanted,
            isOffered: access.database == nil)
    }

    /// Removes the progress bar before the result or an error is printed. `line`: the summary as the
    /// daemon has sent it, if it is the daemon's.
    private func imported(
        _ opened: [InputFile], _ bar: ProgressBar
    ) throws -> (summary: ImportSummary, line: [UInt8]?) {
        defer { bar.clear() }
        if let database = access.database { return (try imported(into: database, bar), nil) }
        do {
            let line = try access.daemon.daemon().importPlaces(
                opened, named: files, source: source, progress: bar.show)
            return (try JSONDecoder().decode(ImportSummary.self, from: Data(line)), line)
        } catch APIError.cannotConnect(let server, let error) where error.isNobodyThere {
            let database = try databaseOfDaemon(server.socket)
            let summary = try imported(into: database, bar)
            bar.clear()
            StandardError.write(line: "geofenced does not run: written to \(database.visible)")
            return (summary, nil)
        }
    }

    private func imported(into path: String, _ bar: ProgressBar) throws -> ImportSummary {
        let places = try PlaceImport(files: files, source: source)
        let store = try PlaceStore(.file(path), needsPlaces: false)
        return try places.run(into: store, finished: .now, progress: bar.show)
    }

    /// The file of a daemon that does not run, which this account may perhaps write.
    private func databaseOfDaemon(_ socket: SocketPath) throws -> String {
        let settings = try Configuration.load(orDefault: access.daemon.config)
        umask(0o077)
        do {
            let directory = try StateDirectory(
                settings.stateDirectory, files: [PlaceStore.fileName])
            try directory.prepare(PlaceStore.fileName)
            return directory.file(PlaceStore.fileName)
        } catch  where error.isForbidden {
            throw DaemonAway(socket: socket, directory: settings.stateDirectory)
        }
    }
}

/// The error that no daemon runs, and this account may not do its work.
private struct DaemonAway: Error, CustomStringConvertible {
    var socket: SocketPath
    var directory: String

    var description: String {
        "geofenced does not run, and this account may not write \(directory.visible): start it with "
            + "sudo systemctl start geofenced, or name a file with --database"
    }
}

extension Errno {
    /// Whether it says that nobody listens at a socket.
    var isNobodyThere: Bool { [ENOENT, ECONNREFUSED].contains(number) }
}

extension FileError {
    fileprivate var isForbidden: Bool {
        switch self {
        case .cannotMakeDirectory, .belongsTo, .cannotOpen: true
        default: false
        }
    }
}

extension APIClient {
    /// Has the daemon import files; returns the last line of its answer, the summary.
    fileprivate func importPlaces(
        _ files: [InputFile], named names: [String], source: String?,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> [UInt8] {
        let inputs = try files.map { file in try SizedInput(file, isAlone: files.count == 1) }
        let sizes = inputs.compactMap(\.size)
        var query = names.map { (name: "name", value: $0) }
        if inputs.count > 1 { query += sizes.map { (name: "size", value: "\($0)") } }
        if let source { query.append((name: "source", value: source)) }
        return try upload(
            .post, "/v1/places/imports", query: query, inputs,
            length: sizes.count == inputs.count ? sizes.reduce(0, +) : nil
        ) { line in
            // What a later daemon says otherwise is not shown.
            let report = try? JSONDecoder().decode(
                [String: ImportProgress].self, from: Data(line))
            report?["progress"].map(progress)
        }
    }
}

extension ImportSummary {
    fileprivate func lines(files: [String]) -> [String] {
        let name = files == ["-"] ? "standard input" : files[0].fileName.visible
        let title = files.count == 1 ? name : "\(files.count) files"
        let counts = [
            (added, "added"), (changed, "changed"), (unchanged, "unchanged"),
            (removed, "removed"), (skipped, "skipped"),
        ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        var lines = [
            "\(title): \(read.grouped) \(read == 1 ? "place" : "places") read: \(counts.joined(separator: ", "))"
        ]
        lines += reasons.map { "  skipped \($0)" }
        let others = skipped - reasons.count
        if !reasons.isEmpty, others > 0 { lines.append("  and \(others.grouped) more") }
        if isFromOpenStreetMap { lines.append(Self.attribution) }
        return lines
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
