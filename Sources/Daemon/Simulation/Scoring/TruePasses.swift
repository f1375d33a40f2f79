import Geofencing

/// One straight stretch of the true path, beside the centre of a region.
struct TruePass {
    private let stretch: Stretch
    private let center: Coordinate
    /// Metres from the beginning of the stretch to the point that is nearest to the centre.
    private let foot: Double
    /// Metres from that point to the centre.
    let nearest: Double

    init(_ stretch: Stretch, past center: Coordinate) {
        (self.stretch, self.center) = (stretch, center)
        foot = stretch.foot(of: center)
        nearest = stretch.coordinate(at: foot).distance(to: center)
    }

    private func distance(at metres: Double) -> Double {
        stretch.coordinate(at: metres).distance(to: center)
    }

    /// When the traveller is within `radius` metres of the centre, in seconds since the journey
    /// began; `nil` if never.
    func time(within radius: Double) -> ClosedRange<Double>? {
        guard nearest <= radius else { return nil }
        let entry = crossing(of: radius, from: foot, to: 0).map { stretch.time(at: $0) }
        let leaving = crossing(of: radius, from: foot, to: stretch.length)
        let (from, to) = (
            entry ?? stretch.begin, leaving.map { stretch.time(at: $0) } ?? stretch.end
        )
        return from...max(from, to)
    }

    /// Metres along the stretch to where it crosses the circle between `inside` and `end`; `nil` if
    /// it does not.
    private func crossing(of radius: Double, from inside: Double, to end: Double) -> Double? {
        guard distance(at: end) > radius else { return nil }
        var (inside, outside) = (inside, end)
        // At most forty halvings of a kilometre: a thousandth of a millimetre is enough.
        for _ in 0..<40 where abs(outside - inside) > 1e-6 {
            let middle = (inside + outside) / 2
            if distance(at: middle) > radius { outside = middle } else { inside = middle }
        }
        return (inside + outside) / 2
    }
}

/// Spans of time in order, in seconds since the journey began. Spans that touch are joined.
struct Spans {
    private(set) var all: [ClosedRange<Double>] = []

    mutating func add(_ span: ClosedRange<Double>) {
        if let last = all.last, span.lowerBound - last.upperBound < 1e-6 {
            all[all.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
        } else {
            all.append(span)
        }
    }

    /// The parts of them within `window`.
    func within(_ window: ClosedRange<Double>) -> Spans {
        var clipped = Spans()
        clipped.all = all.filter { $0.overlaps(window) }.map { $0.clamped(to: window) }
        return clipped
    }

    /// Those that overlap `span`, whole.
    func overlapping(_ span: ClosedRange<Double>) -> [ClosedRange<Double>] {
        all.filter { $0.overlaps(span) }
    }
}
