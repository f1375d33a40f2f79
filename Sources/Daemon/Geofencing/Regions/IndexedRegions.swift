/// Regions with their index, which do not change: all devices around share them.
package final class IndexedRegions: Sendable {
    package let regions: RegionList
    let index: RegionIndex

    package init(_ regions: RegionList) {
        self.regions = regions
        index = RegionIndex(regions)
    }
}

/// Shared regions, as far as they count for one device.
package struct RegionLayer: Sendable {
    let shared: IndexedRegions
    /// Only regions for these audiences count; `nil`: all do.
    private let audiences: Set<Audience>?
    /// Only regions whose circle comes within the circle count; `nil`: all do.
    private let scope: Scope?

    /// A circle that is looked into.
    package struct Scope: Sendable {
        var center: Coordinate
        /// Metres.
        var reach: Double

        package init(around center: Coordinate, reach: Double) {
            (self.center, self.reach) = (center, reach)
        }
    }

    package init(
        _ shared: IndexedRegions, for audiences: Set<Audience>? = nil, in scope: Scope? = nil
    ) {
        self.shared = shared
        self.scope = scope
        let isForAll = audiences.map { shared.regions.audiences.isSubset(of: $0) } ?? true
        self.audiences = isForAll ? nil : audiences
    }

    package var regions: RegionList { shared.regions }

    /// Whether the region at `offset` counts.
    @inline(__always)
    package func counts(_ offset: Int) -> Bool {
        if let audiences, !audiences.contains(regions.audience(at: offset)) { return false }
        guard let scope else { return true }
        let distance = scope.center.distance(to: regions.center(at: offset))
        return distance - regions.radius(at: offset) <= scope.reach
    }

    /// Calls `body` with the offset of each region that counts.
    package func forEach(_ body: (_ offset: Int) -> Void) {
        guard let scope else {
            for offset in regions.indices where counts(offset) { body(offset) }
            return
        }
        shared.index.forEach(near: LocalPlane(at: scope.center), reach: scope.reach) {
            _, offset, _ in
            if counts(offset) { body(offset) }
        }
    }

    /// How many regions count, of each kind.
    fileprivate var countsByKind: [String: Int] {
        if audiences == nil, scope == nil { return regions.countsByKind }
        var counts: [String: Int] = [:]
        forEach { counts[regions.kind(at: $0), default: 0] += 1 }
        return counts
    }

    /// All that count.
    fileprivate var list: RegionList {
        if audiences == nil, scope == nil { return regions }
        var offsets: [Int] = []
        forEach { offsets.append($0) }
        return RegionList(offsets.sorted().lazy.map { regions[$0] })
    }
}

extension [RegionLayer] {
    /// All regions that count.
    var list: RegionList {
        guard var list = first?.list else { return [] }
        for layer in dropFirst() { list.append(contentsOf: layer.list) }
        return list
    }

    /// How many regions count, of each kind.
    var countsByKind: [String: Int] {
        reduce(into: [:]) { counts, layer in
            counts.merge(layer.countsByKind, uniquingKeysWith: +)
        }
    }
}
