import Geofencing
import Positions
import Settings

extension MapPage {
    /// Metres between two look-ups of regions, and metres around the device that a look-up reaches.
    /// Regions farther off are not on the page: they would make the journey small.
    private static let step = 1500.0
    private static let reach = 2000.0

    /// Reads the fixes of a journey, what the filter says of each, and the regions along it.
    mutating func read(
        _ traces: [String], _ options: TraceOptions, _ rules: Rules, _ source: any RegionSource
    ) async throws {
        var filter = rules.filter
        filter.acceptsUnknownAccuracy = rules.acceptsUnknownAccuracy ?? true
        var found: [String: Region] = [:]
        var last: Coordinate?
        try await Self.each(of: traces, options) { fix in
            var fix = fix
            let dropReason = filter.dropReason(for: &fix)
            if fix.coordinate.isValid { fixes.append((fix, dropReason)) }
            guard dropReason == nil else { return }
            if let last, last.distance(to: fix.coordinate) < Self.step { return }
            last = fix.coordinate
            let near = try await source.regions(
                around: fix.coordinate, reach: Self.reach, at: fix.time)
            for region in near.regions where region.isWithin(Self.reach, of: fix.coordinate) {
                found[region.id] = region
            }
        }
        // A region whose time was between two look-ups may have a notice all the same.
        for notice in notices { found[notice.region.id] = notice.region }
        regions = found.values.sorted { $0.id < $1.id }
    }

    mutating func readTruth(_ trace: String) async throws {
        try await Self.each(of: [trace], TraceOptions()) { fix in
            if fix.coordinate.isValid { truth.append(fix.coordinate) }
        }
    }

    private static func each(
        of traces: [String], _ options: TraceOptions, _ take: (Fix) async throws -> Void
    ) async throws {
        var positions = TracePlaylist(traces, options, isEndless: false)
        while let reports = try await positions.next() {
            for case .fix(let fix) in reports { try await take(fix) }
        }
    }

    func write(to path: String) throws {
        try OutputFile.write(try html(), to: path)
    }
}

extension Region {
    /// Whether the circle comes within `reach` metres: a file hands over all its regions.
    fileprivate func isWithin(_ reach: Double, of point: Coordinate) -> Bool {
        center.distance(to: point) <= reach + radius
    }
}

extension MapPage {
    /// A name for a journey of several traces.
    static func name(of traces: [String]) -> String {
        let names = traces.prefix(3).map(\.fileName).joined(separator: ", ")
        return traces.count > 3 ? "\(names) and \(traces.count - 3) more" : names
    }
}

extension String {
    /// The last part of a path.
    var fileName: String { split(separator: "/").last.map { String($0) } ?? self }
}
