/// The regions that the last look-up found, and which of them have a `RegionState`.
struct LoadedRegions: Sendable {
    let layers: [Layer]
    /// The numbers of those that have a state, in ascending order: a device has few.
    private var withState: [UInt32] = []

    struct Layer: Sendable {
        let layer: RegionLayer
        /// The number of its first region.
        let base: UInt32
    }

    /// A region by its number, its layer and its offset there.
    struct Candidate: Sendable {
        /// Not the same after the next look-up.
        let number: UInt32
        let layer: Int
        let offset: Int
    }

    init(_ layers: [RegionLayer] = []) {
        var base: UInt32 = 0
        self.layers = layers.map { layer in
            defer { base += UInt32(layer.regions.count) }
            return Layer(layer: layer, base: base)
        }
    }

    var isEmpty: Bool { layers.isEmpty }

    subscript(candidate: Candidate) -> Region {
        layers[candidate.layer].layer.regions[candidate.offset]
    }

    func id(of candidate: Candidate) -> String {
        layers[candidate.layer].layer.regions.id(at: candidate.offset)
    }

    func isActive(_ candidate: Candidate, at time: Timestamp) -> Bool {
        layers[candidate.layer].layer.regions.isActive(at: candidate.offset, time)
    }

    /// Calls `body` with all regions that `point` is in, and some more.
    func forEach(at point: Coordinate, _ body: (Candidate) -> Void) {
        let plane = LocalPlane(at: point)
        for (i, entry) in layers.enumerated() {
            entry.layer.shared.index.forEach(near: plane, reach: 0) { number, offset, _ in
                guard entry.layer.counts(offset) else { return }
                body(Candidate(number: entry.base + number, layer: i, offset: offset))
            }
        }
    }

    /// The region with this id, if its circle is at `point`; `nil` if there is none.
    func candidate(_ id: String, at point: Coordinate) -> Candidate? {
        var found: Candidate?
        forEach(at: point) { candidate in
            if found == nil, self.id(of: candidate) == id { found = candidate }
        }
        return found
    }

    /// Whether `fix` is in the region with this id, whose circle is near, while it counts.
    func has(_ id: String, at fix: Fix) -> Bool {
        guard let candidate = candidate(id, at: fix.coordinate) else { return false }
        let region = self[candidate]
        return region.isActive(at: fix.time)
            && region.center.distance(to: fix.coordinate) <= region.radius
    }

    /// The regions without a state that the fix, or the way to it, touches, by number.
    @inline(__always)
    func arrivals(_ step: Step) -> [Candidate] {
        var arrivals: [Candidate] = []
        // Both what is found and what has a state come in ascending order: one pass over both.
        var next = 0
        for i in layers.indices {
            let (base, shared) = (layers[i].base, layers[i].layer.shared)
            shared.index.forEach(near: step.plane, reach: step.length) {
                number, offset, distance in
                let number = base &+ number
                while next < withState.count, withState[next] < number { next += 1 }
                if next < withState.count, withState[next] == number { return }
                if step.touches(shared.regions, offset, distance), layers[i].layer.counts(offset) {
                    arrivals.append(Candidate(number: number, layer: i, offset: offset))
                }
            }
        }
        return arrivals
    }
}

// MARK: - States

extension LoadedRegions {
    @inline(__always)
    func hasState(_ number: UInt32) -> Bool {
        if withState.isEmpty { return false }
        let i = slot(of: number)
        return i < withState.count && withState[i] == number
    }

    mutating func setState(_ number: UInt32, _ isThere: Bool) {
        let i = slot(of: number)
        let wasThere = i < withState.count && withState[i] == number
        if isThere, !wasThere { withState.insert(number, at: i) }
        if !isThere, wasThere { withState.remove(at: i) }
    }

    /// Where the number is in `withState`, or would be.
    @inline(__always)
    private func slot(of number: UInt32) -> Int {
        var (low, high) = (0, withState.count)
        while low < high {
            let middle = (low &+ high) &>> 1
            if withState[middle] < number { low = middle &+ 1 } else { high = middle }
        }
        return low
    }
}
