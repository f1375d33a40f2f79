/// Many regions, packed: some 30 bytes each and what their texts take.
///
/// Everything that is looked at for each fix stands apart from what is wanted only once a region
/// is near.
package struct RegionList: RandomAccessCollection, Sendable {
    private var centers: [Coordinate] = []
    private var styles = RegionStyles()
    /// Those that do not always count, by place.
    private var windows: [Int: TimeWindow] = [:]
    /// Where each region's texts begin.
    private var starts: [Int] = []
    private var texts = StateWriter()

    /// Bytes of an id and a name.
    private static let usualText = 40

    package init() {}

    package init(_ regions: some Sequence<Region>) {
        // Growing step by step, a million would leave holes as large again.
        let count = regions.underestimatedCount
        centers.reserveCapacity(count)
        starts.reserveCapacity(count)
        styles.reserveCapacity(count)
        texts.reserveCapacity(count * Self.usualText)
        append(contentsOf: regions)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { centers.count }

    package subscript(place: Int) -> Region {
        let (kind, radius) = styles[place]
        return read(place) { texts throws(StateError) in
            Region(
                id: try texts.take(), kind: kind, name: try texts.take(),
                center: centers[place], radius: radius, window: windows[place],
                details: try texts.take())
        }
    }

    package mutating func append(_ region: Region) {
        if let window = region.window { windows[count] = window }
        centers.append(region.center)
        styles.append(kind: region.kind, radius: region.radius)
        starts.append(texts.bytes.count)
        texts.put(region.id)
        texts.put(region.name)
        texts.put(region.details)
    }

    package mutating func append(contentsOf regions: some Sequence<Region>) {
        for region in regions { append(region) }
    }

    /// The region's texts, in the order in which `append` wrote them.
    private func read<Value>(
        _ place: Int, _ body: (inout StateReader) throws(StateError) -> Value
    ) -> Value {
        let end = place + 1 < count ? starts[place + 1] : texts.bytes.count
        var reader = StateReader(texts.bytes[starts[place]..<end])
        do {
            return try body(&reader)
        } catch {
            preconditionFailure("what `append` wrote cannot be read")
        }
    }
}

extension RegionList: ExpressibleByArrayLiteral {
    package init(arrayLiteral regions: Region...) { self.init(regions) }
}

// MARK: - Parts of a region, without making the rest of it

extension RegionList {
    @inline(__always)
    package func center(at place: Int) -> Coordinate { centers[place] }

    @inline(__always)
    package func radius(at place: Int) -> Double { styles.radius(at: place) }

    package func id(at place: Int) -> String {
        read(place) { texts throws(StateError) in try texts.take() }
    }

    func isActive(at place: Int, _ time: Timestamp) -> Bool {
        windows[place]?.contains(time) ?? true
    }

    /// How many regions there are of each kind.
    package var countsByKind: [String: Int] { styles.countsByKind }

    /// When the time of a region next begins or ends.
    func nextChange(after time: Timestamp) -> Timestamp? {
        windows.values.lazy.compactMap { $0.nextChange(after: time) }.min()
    }
}

/// The kind and the radius of each of many regions, of which most are like others.
private struct RegionStyles: Sendable {
    private var styles: [Style] = []
    private var numbers: [Style: UInt32] = [:]
    /// By place, the number of its style.
    private var chosen: [UInt32] = []

    private struct Style: Hashable {
        var kind: String
        var radius: Double
    }

    @inline(__always)
    subscript(place: Int) -> (kind: String, radius: Double) {
        let style = styles[Int(chosen[place])]
        return (style.kind, style.radius)
    }

    @inline(__always)
    func radius(at place: Int) -> Double { styles[Int(chosen[place])].radius }

    mutating func reserveCapacity(_ count: Int) {
        chosen.reserveCapacity(count)
    }

    mutating func append(kind: String, radius: Double) {
        let style = Style(kind: kind, radius: radius)
        let number = numbers[style] ?? UInt32(styles.count)
        if number == styles.count {
            styles.append(style)
            numbers[style] = number
        }
        chosen.append(number)
    }

    var countsByKind: [String: Int] {
        var counts: [String: Int] = [:]
        var perStyle = [Int](repeating: 0, count: styles.count)
        for number in chosen { perStyle[Int(number)] += 1 }
        for (style, count) in zip(styles, perStyle) { counts[style.kind, default: 0] += count }
        return counts
    }
}
