/// Where regions come from.
package protocol RegionSource: Sendable {
    /// Every region whose circle comes within `reach` metres of `center` and whose time had not
    /// passed when the way to there began, a minute before `time` (`PassThroughRule`), and any
    /// others it likes.
    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet

    /// Whether there is something else to find than at the last look-up, wherever it was.
    func hasChanged() async -> Bool
}

/// What a look-up found.
package struct RegionSet: Sendable {
    /// No region is in two of them.
    package var layers: [RegionLayer]
    /// No circle within so many metres of where was looked is missing; infinite if none is
    /// missing anywhere.
    package var reach: Double
    /// When there may be others, because the time of one begins or ends; `nil` if never.
    package var until: Timestamp?

    package init(layers: [RegionLayer], reach: Double, until: Timestamp? = nil) {
        self.layers = layers
        self.reach = reach
        self.until = until
    }

    package init(regions: RegionList, reach: Double, until: Timestamp? = nil) {
        let layers = regions.isEmpty ? [] : [RegionLayer(IndexedRegions(regions))]
        self.init(layers: layers, reach: reach, until: until)
    }

    package init(regions: [Region], reach: Double, until: Timestamp? = nil) {
        self.init(regions: RegionList(regions), reach: reach, until: until)
    }

    /// All of them in one list, which takes a while if there are many.
    package var regions: RegionList { layers.list }

    /// How many there are.
    package var count: Int { layers.countsByKind.values.reduce(0, +) }
}

extension RegionSource {
    /// For sources that do not change by themselves.
    package func hasChanged() async -> Bool { false }
}
