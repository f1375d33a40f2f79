extension String {
    /// Those of `names` that may have been meant by this misspelt one, the likeliest first.
    package func nearMisses(among names: [String]) -> [String] {
        let near = names.enumerated().compactMap { candidate -> NearMiss? in
            let name = candidate.element
            let allowed = max(1, name.utf8.count / 3)
            // This comes first, so that a very long text costs nothing.
            guard abs(utf8.count - name.utf8.count) <= allowed else { return nil }
            let distance = editDistance(Array(utf8), Array(name.utf8))
            return distance <= allowed ? (distance, candidate.offset, name) : nil
        }
        return near.sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }.map(\.name)
    }
}

private typealias NearMiss = (distance: Int, position: Int, name: String)

/// How many bytes must be added, removed, changed, or swapped with a neighbour, to make `b` of `a`
/// (optimal string alignment).
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                least = min(least, beforeLast[j - 1] + 1)
            }
            row.append(least)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
