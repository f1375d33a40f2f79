import ArgumentParser
import Geofencing
import Interests
import Places
import Posix

/// Options of a replay: where its regions are from.
struct ReplaySources: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A GeoJSON FeatureCollection of Points, the regions' centres.", valueName: "file"))
    var regions: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files of places, as places import reads them; none are kept.", valueName: "file"))
    var places: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "What to be told of among them: brands, names, categories, ids.", valueName: "text"))
    var favourite: [String] = []

    @Option(
        help: ArgumentHelp(
            "A GeoJSON FeatureCollection of Points, each of them a deal.", valueName: "file"))
    var deals: String?

    @Option(
        help: ArgumentHelp(
            "The favourites and deals of this file of places, as the daemon keeps one.",
            valueName: "file"))
    var database: String?

    /// All files that are read.
    var files: [String] { places + [regions, deals, database].compactMap(\.self) }

    func validate() throws {
        if !favourite.isEmpty, places.isEmpty {
            throw ValidationError(
                database == nil
                    ? "--favourite: there are no places: name a file with --places"
                    : "--favourite: cannot be used with --database, which has its own: leave one out"
            )
        }
        if database != nil, !places.isEmpty {
            throw ValidationError("--places: cannot be used with --database: leave one out")
        }
    }

    /// `radius`: metres, for regions that have none of their own.
    func regions(radius: Double) async throws -> JoinedRegions {
        var sources: [any RegionSource] = []
        if regions != nil || deals != nil {
            sources.append(
                try RegionFile(
                    paths: [regions].compactMap { $0 }, deals: [deals].compactMap { $0 },
                    defaultRadius: radius))
        }
        if let database {
            sources.append(PlaceRegions(try PlaceDatabase(.readOnly(database)), radius: radius))
        }
        if !places.isEmpty {
            sources.append(PlaceRegions(try await importedPlaces(), radius: radius))
        }
        return JoinedRegions(sources)
    }

    private func importedPlaces() async throws -> PlaceDatabase {
        let places = try PlaceImport(files: places)
        let texts = favourite
        let database = try PlaceDatabase(.temporary)
        let bar = ProgressBar(since: ContinuousClock().now)
        try await database.with { store in
            defer { bar.clear() }
            _ = try places.run(into: store, finished: .now, progress: bar.show)
            let caller = Caller(account: .root, now: .now)
            for text in texts {
                _ = try Favourite.add(Favourite.Draft(text: text), for: caller, in: store)
            }
        }
        return database
    }

    /// Hints for a person who has left out an option.
    var remarks: [String] {
        if !places.isEmpty, favourite.isEmpty {
            return ["no favourites among the places: name one with --favourite"]
        }
        guard regions == nil, deals == nil, database == nil, places.isEmpty else { return [] }
        return ["no regions: name --regions, --deals, or --places and a --favourite"]
    }
}
