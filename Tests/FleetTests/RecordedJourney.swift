import Geofencing
import Positions
import Posix
import TestSupport

/// A trace of `traces/`, and where it leads.
struct RecordedJourney: Sendable, CustomStringConvertible {
    let name: String

    var description: String { name }

    private static let folder = "\(Repository.root)/traces"
    private static let files = Posix.names(inDirectory: folder)

    static let all = files.filter { $0.hasSuffix(".told") }.map {
        RecordedJourney(name: String($0.dropLast(5)))
    }
    static let share = Share.of(all, 3)

    static func path(_ file: String) -> String { "\(folder)/\(file)" }

    private var trace: String {
        let endings = ["nmea", "nmea.gz", "gpx", "gpx.gz"]
        return endings.map { "\(name).\($0)" }.first { Self.files.contains($0) } ?? name
    }

    /// The positions that are used of it, as a device would push them.
    var positions: [Fix] {
        get async throws {
            var filter = FixFilter()
            return try await fixes.compactMap {
                var fix = $0
                return filter.dropReason(for: &fix) == nil ? fix.pushed : nil
            }
        }
    }

    /// All positions of it, in the order of time.
    var allPositions: [Fix] {
        get async throws {
            try await fixes.filter { $0.mode != .noFix && !$0.isUndated }.map {
                var fix = $0
                AccuracyLadder().rate(&fix)
                return fix.pushed
            }.sorted { $0.time < $1.time }
        }
    }

    private var fixes: [Fix] {
        get async throws {
            var source = try await PositionSources.open(Self.path(trace))
            var fixes: [Fix] = []
            while let reports = try await source.next() { fixes += reports.compactMap(\.fix) }
            return fixes
        }
    }

    /// With all that is around it.
    var ground: Ground {
        get async throws {
            guard name.hasPrefix("amsterdam") else {
                return try await Ground(regions: [Self.path("\(name).geojson")])
            }
            return try await Ground(
                deals: [Self.path("amsterdam-deals.geojson")],
                places: [Self.path("amsterdam-places.csv")],
                favourites: ["starbucks", "albert heijn", "hema", "tourism=museum"])
        }
    }
}

extension Fix {
    /// With what a device says of a position, and no more.
    fileprivate var pushed: Fix {
        var fix = Fix(time: time, coordinate: coordinate)
        (fix.accuracy, fix.speed, fix.track, fix.altitude) = (accuracy, speed, track, altitude)
        return fix
    }
}
