/// Many regions, packed: 24 bytes each, and their texts.
///
/// What is read for each fix stands apart from what is wanted only once a region is near.
package struct RegionList: RandomAccessCollection, Sendable {
    private var entries: [Entry] = []
    private var styles = RegionStyles()
    /// Of the regions that have one, by offset.
    private var windows: [Int: TimeWindow] = [:]
    private var texts = StateWriter()

    private struct Entry: Sendable {
        let center: Coordinate
        /// Where the region's texts begin.
        let start: UInt32
        /// The number of its style.
        let style: UInt32
    }

    /// Bytes of an id and a name.
    private static let usualText = 40

    package init() {}

    package init(_ regions: some Sequence<Region>) {
        // Growing step by step, a million would leave holes as large again.
        let count = regions.underestimatedCount
        entries.reserveCapacity(count)
        texts.reserveCapacity(count * Self.usualText)
        append(contentsOf: regions)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }

    package subscript(offset: Int) -> Region {
        let style = styles[entries[offset].style]
        return read(offset) { texts throws(StateError) in
            Region(
                id: try texts.take(), kind: style.kind, name: try texts.take(),
                center: entries[offset].center, radius: style.radius, window: windows[offset],
                details: try texts.take(), place: try texts.take(), audience: style.audience)
        }
    }

    /// The texts of all regions together take less than 4 GiB.
    package mutating func append(_ region: Region) {
        if let window = region.window { windows[count] = window }
        entries.append(
            Entry(
                center: region.center, start: UInt32(texts.bytes.count),
                style: styles.add(
                    .init(
                        kind: region.kind, radius: region.radius, audience: region.audience))))
        texts.put(region.id)
        texts.put(region.name)
        texts.put(region.details)
        texts.put(region.place)
    }

    package mutating func append(contentsOf regions: some Sequence<Region>) {
        for region in regions { append(region) }
    }

    /// The region's texts, in the order in which `append` wrote them.
    private func read<Value>(
        _ offset: Int, _ body: (inout StateReader) throws(StateError) -> Value
    ) -> Value {
        let end = offset + 1 < count ? Int(entries[offset + 1].start) : texts.bytes.count
        var reader = StateReader(texts.bytes, Int(entries[offset].start)..<end)
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
    package func center(at offset: Int) -> Coordinate { entries[offset].center }

    @inline(__always)
    package func radius(at offset: Int) -> Double { styles[entries[offset].style].radius }

    func kind(at offset: Int) -> String { styles[entries[offset].style].kind }

    @inline(__always)
    func audience(at offset: Int) -> Audience { styles[entries[offset].style].audience }

    package func id(at offset: Int) -> String {
        read(offset) { texts throws(StateError) in try texts.take() }
    }

    func isActive(at offset: Int, _ time: Timestamp) -> Bool {
        windows[offset]?.contains(time) ?? true
    }

    /// How many regions there are of each kind.
    package var countsByKind: [String: Int] {
        var counts = [Int](repeating: 0, count: styles.count)
        for entry in entries { counts[Int(entry.style)] += 1 }
        return zip(0..., counts).reduce(into: [:]) { $0[styles[$1.0].kind, default: 0] += $1.1 }
    }

    /// All that regions are for.
    var audiences: Set<Audience> { styles.audiences }

    /// When the time of a region next begins or ends; `nil` if none does.
    func nextChange(after time: Timestamp) -> Timestamp? {
        windows.values.lazy.compactMap { $0.nextChange(after: time) }.min()
    }
}

/// The kinds, radii and audiences of many regions, of which most are alike.
private struct RegionStyles: Sendable {
    private var styles: [Style] = []
    private var numbers: [Style: UInt32] = [:]

    struct Style: Hashable, Sendable {
        let kind: String
        let radius: Double
        let audience: Audience
    }

    var count: Int { styles.count }

    var audiences: Set<Audience> { Set(styles.lazy.map(\.audience)) }

    @inline(__always)
    subscript(number: UInt32) -> Style { styles[Int(number)] }

    /// The number of the style, which is added if there is none like it.
    mutating func add(_ style: Style) -> UInt32 {
        if let number = numbers[style] { return number }
        let number = UInt32(styles.count)
        styles.append(style)
        numbers[style] = number
        return number
    }
}
