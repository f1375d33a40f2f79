import Geofencing
import Positions
import TestSupport

/// Recorded journeys as positions that devices push, and the regions on their way.
struct Journeys {
    /// Of each trace.
    private var fixes: [[Fix]] = []
    /// A GeoJSON file of the regions of all.
    private(set) var regions = ""

    /// `names`: of files in `traces/`.
    init(_ names: [String]) async throws {
        var features: [String] = []
        for name in names {
            let trace = "\(Repository.root)/traces/\(name)"
            fixes.append(try await Self.fixes(of: trace))
            let file = trace.prefix { $0 != "." } + ".geojson"
            let regions = try text(of: String(file))
            // Ids are a trace's own.
            let list = regions.between(#""features": ["#, upToLast: "]") ?? ""
            features.append(
                list.split(separator: #""id": ""#, omittingEmptySubsequences: false)
                    .joined(separator: #""id": "\#(features.count)/"#))
        }
        regions =
            #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    }

    private static func fixes(of trace: String) async throws -> [Fix] {
        var source = try await PositionSources.open(trace)
        var fixes: [Fix] = []
        while let reports = try await source.next() { fixes += reports.compactMap(\.fix) }
        return fixes
    }

    /// The bodies of requests, for each device: one trace after the other is a device's journey, cut
    /// at random.
    func batches(of devices: Int, atMost most: Int, seed: UInt64) -> [[String]] {
        var random = SplitMix64(seed: seed)
        return (0..<devices).map { device in
            cut(of: device % fixes.count, atMost: most, &random).map { batch in
                "[\(batch.map(\.pushed).joined(separator: ","))]"
            }
        }
    }

    /// Those of the trace with that number.
    func fixes(of trace: Int) -> [Fix] { fixes[trace] }

    /// The fixes of that trace, cut at random.
    func cut(of trace: Int, atMost most: Int, _ random: inout SplitMix64) -> [[Fix]] {
        var rest = fixes[trace][...]
        var batches: [[Fix]] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...most, using: &random)
            batches.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return batches
    }

    /// The fixes of that trace, and one more in the middle between each two.
    func doubled(_ trace: Int) -> [Fix] {
        let fixes = fixes[trace]
        return zip(fixes, fixes.dropFirst()).flatMap { fix, next in
            var middle = fix
            middle.time = fix.time + (next.time - fix.time) / 2
            middle.coordinate.latitude += (next.coordinate.latitude - fix.coordinate.latitude) / 2
            middle.coordinate.longitude +=
                (next.coordinate.longitude - fix.coordinate.longitude) / 2
            return [fix, middle]
        }
    }
}

extension Fix {
    /// As a device pushes it.
    fileprivate var pushed: String {
        let speed = speed.map { #","speed":\#($0)"# } ?? ""
        let track = track.map { #","track":\#($0)"# } ?? ""
        return #"{"time":"\#(time)","lat":\#(coordinate.latitude),"#
            + #""lon":\#(coordinate.longitude),"accuracy":8\#(speed)\#(track)}"#
    }
}

extension String {
    /// What is between the first `start` and the last `end`.
    fileprivate func between(_ start: String, upToLast end: Character) -> String? {
        guard let start = firstRange(of: start)?.upperBound, let end = lastIndex(of: end) else {
            return nil
        }
        return String(self[start..<end])
    }
}
