package import Geofencing
import Glibc

/// The regions of all devices: what was looked up around one is there for its neighbours.
///
/// The Earth is cut into cells. Where a device looks, all that may be within its reach from
/// anywhere in the cell is looked up once, for a day of the devices' time.
package actor SharedRegions: FleetRegions {
    private var places: PlaceRegions
    /// `nil`: there is no file of regions.
    private var file: IndexedRegions?
    private var cells: [Key: Entry] = [:]
    /// Of all cells.
    private var regionCount = 0
    /// How often it has been used.
    private var uses = 0
    /// `nil`: to be asked for.
    private var decidingAudiences: Set<Audience>?
    /// How often something has changed.
    private var changes = 0
    /// How often the database was asked for a cell.
    package private(set) var lookUps = 0

    /// The regions that cells may have, all together, and each cell counts as some.
    private static let mostRegions = 200_000
    private static let cellCost = 20

    private struct Key: Hashable {
        var cell: RegionCell
        var reach: Double
        var day: Int64
        /// Those of which one item decides about a place; `nil`: all other regions.
        var audiences: Set<Audience>?
    }

    private struct Entry {
        var regions: Regions
        var count = 0
        var usedAt: Int

        enum Regions {
            case found(IndexedRegions)
            case awaited(Task<IndexedRegions, any Error>)
        }
    }

    /// Most cells have none of some kind.
    private static let noRegions = IndexedRegions([])

    package init(_ places: PlaceRegions, file: IndexedRegions?) {
        (self.places, self.file) = (places, file)
    }

    /// Goes on with others.
    package func use(_ places: PlaceRegions, file: IndexedRegions?) {
        (self.places, self.file) = (places, file)
        forget()
    }

    /// Something has changed: all is looked up again.
    package func forget() {
        cells = [:]
        regionCount = 0
        decidingAudiences = nil
        changes += 1
    }

    /// `false` if the database cannot be read: the next look-up says why.
    package func hasChanged() async -> Bool { await places.hasChanged() }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, for audiences: Set<Audience>
    ) async throws -> RegionSet {
        let scope = RegionLayer.Scope(around: center, reach: reach)
        let cell = RegionCell(of: center)
        let day = time.day
        var found = RegionSet(layers: [], reach: reach, until: Timestamp.start(ofDay: day + 1))
        if let file {
            let inFile = FileRegions(file, for: audiences).regions(
                around: center, reach: reach, at: time)
            found.layers += inFile.layers
        }
        let deciding = try await deciding().intersection(audiences)
        for key in [
            Key(cell: cell, reach: reach, day: day, audiences: nil),
            Key(cell: cell, reach: reach, day: day, audiences: deciding),
        ] where key.audiences?.isEmpty != true {
            let regions = try await regions(key)
            guard !regions.regions.isEmpty else { continue }
            found.layers.append(RegionLayer(regions, for: audiences, in: scope))
        }
        return found
    }

    private func deciding() async throws -> Set<Audience> {
        if let decidingAudiences { return decidingAudiences }
        let before = changes
        let found = try await places.decidingAudiences()
        if changes == before { decidingAudiences = found }
        return found
    }

    private func regions(_ key: Key) async throws -> IndexedRegions {
        uses += 1
        if let entry = cells[key] {
            cells[key]?.usedAt = uses
            switch entry.regions {
            case .found(let regions): return regions
            case .awaited(let task): return try await task.value
            }
        }
        let (places, before) = (places, changes)
        lookUps += 1
        let task = Task { try await Self.lookUp(key, places) }
        cells[key] = Entry(regions: .awaited(task), usedAt: uses)
        do {
            let regions = try await task.value
            if changes == before { note(key, regions) }
            return regions
        } catch {
            if changes == before { cells[key] = nil }
            throw error
        }
    }

    @concurrent private static func lookUp(
        _ key: Key, _ places: PlaceRegions
    ) async throws -> IndexedRegions {
        let (middle, radius) = (key.cell.middle, key.cell.radius)
        let day = Timestamp.start(ofDay: key.day)
        let found =
            if let audiences = key.audiences {
                try await places.decidedRegions(
                    around: middle, reach: key.reach + radius, at: day, for: audiences)
            } else {
                try await places.sharedRegions(
                    around: middle, reach: key.reach + radius, at: day)
            }
        return found.count == 0 ? noRegions : IndexedRegions(found.regions)
    }

    private func note(_ key: Key, _ regions: IndexedRegions) {
        let count = regions.regions.count + Self.cellCost
        cells[key]?.regions = .found(regions)
        cells[key]?.count = count
        regionCount += count
        guard regionCount > Self.mostRegions else { return }
        // Half of them go, so that this is rare.
        for (key, entry) in cells.sorted(by: { $0.value.usedAt < $1.value.usedAt }) {
            if regionCount <= Self.mostRegions / 2 { return }
            if entry.count == 0 { continue }
            cells[key] = nil
            regionCount -= entry.count
        }
    }
}

/// A part of the Earth some 1.5 km high and wide.
struct RegionCell: Hashable {
    private let row: Int
    private let column: Int

    /// Degrees of latitude.
    private static let height = 0.0135

    init(of point: Coordinate) {
        row = Int((point.latitude / Self.height).rounded(.down))
        let columns = Self.columns(inRow: row)
        column = min(columns - 1, Int((point.longitude + 180) / 360 * Double(columns)))
    }

    /// As many as fit round the Earth, about as wide as high.
    private static func columns(inRow row: Int) -> Int {
        let latitude = (Double(row) + 0.5) * height
        return max(1, Int(360 * cos(latitude * .pi / 180) / height))
    }

    var middle: Coordinate { corner(0.5, 0.5) }

    /// Metres from the middle to the corner that is farthest away, and some more.
    var radius: Double {
        let middle = middle
        let corners = [corner(0, 0), corner(1, 0)]
        return (corners.map { middle.distance(to: $0) }.max() ?? 0) * 1.01 + 1
    }

    /// `north` and `east`: from 0 to 1, within the cell.
    private func corner(_ north: Double, _ east: Double) -> Coordinate {
        let columns = Double(Self.columns(inRow: row))
        return Coordinate(
            latitude: min(90, max(-90, (Double(row) + north) * Self.height)),
            longitude: min(180, (Double(column) + east) / columns * 360 - 180))
    }
}

extension Timestamp {
    /// Days since 1970 (UTC).
    fileprivate var day: Int64 {
        (milliseconds - (milliseconds % Self.millisecondsPerDay + Self.millisecondsPerDay)
            % Self.millisecondsPerDay)
            / Self.millisecondsPerDay
    }

    fileprivate static func start(ofDay day: Int64) -> Timestamp {
        Timestamp(milliseconds: day * millisecondsPerDay)
    }
}
