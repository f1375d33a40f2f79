import Geofencing
import Positions
import TestSupport

/// Recorded journeys as positions that devices push, and the regions on their way.
struct Journeys {
    /// The positions of each trace, as JSON.
    private var positions: [[String]] = []
    /// A GeoJSON file of the regions of all.
    private(set) var regions = ""

    /// `names`: of files in `traces/`.
    init(_ names: [String]) async throws {
        var features: [String] = []
        for name in names {
            let trace = "\(Repository.root)/traces/\(name)"
            positions.append(try await Self.positions(of: trace))
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

    private static func positions(of trace: String) async throws -> [String] {
        var source = try await PositionSources.open(trace)
        var positions: [String] = []
        while let reports = try await source.next() {
            for fix in reports.compactMap(\.fix) {
                let speed = fix.speed.map { #","speed":\#($0)"# } ?? ""
                let track = fix.track.map { #","track":\#($0)"# } ?? ""
                positions.append(
                    #"{"time":"\#(fix.time)","lat":\#(fix.coordinate.latitude),"#
                        + #""lon":\#(fix.coordinate.longitude),"accuracy":8\#(speed)\#(track)}"#)
            }
        }
        return positions
    }

    /// The bodies of requests, for each device: one trace after the other is a device's journey, cut
    /// at random.
    func batches(of devices: Int, atMost most: Int, seed: UInt64) -> [[String]] {
        var random = SplitMix64(seed: seed)
        return (0..<devices).map { device in
            var rest = positions[device % positions.count][...]
            var batches: [String] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...most, using: &random)
                batches.append("[\(rest.prefix(count).joined(separator: ","))]")
                rest = rest.dropFirst(count)
            }
            return batches
        }
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
