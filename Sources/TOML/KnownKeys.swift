/// The keys there can be, and which of them someone may have meant.
struct KnownKeys {
    let keys: Set<String>
    /// The names in each table, by its dotted key; the outermost is at "".
    private(set) var tables: [String: [String]] = [:]
    private var keyNamed: [String: String] = [:]

    init(_ keys: [String]) {
        self.keys = Set(keys)
        for key in keys {
            let parts = key.split(separator: ".").map(String.init)
            for depth in parts.indices {
                let table = parts[..<depth].joined(separator: ".")
                if tables[table]?.contains(parts[depth]) != true {
                    tables[table, default: []].append(parts[depth])
                }
            }
            if let name = parts.last { keyNamed[name] = key }
        }
    }

    /// What to do about `name`, which is not in the table `prefix`: "" or dotted, with a last dot.
    func remedy(for name: String, below prefix: String) -> String {
        let names = tables[String(prefix.dropLast())] ?? []
        if let similar = closest(to: name, among: names) ?? keyNamed[name] {
            return "did you mean '\(similar)'?"
        }
        return "use one of \(names.joined(separator: ", "))"
    }
}

/// The one of `names` that `name` is most likely misspelt from.
func closest(to name: String, among names: [String]) -> String? {
    let near = names.compactMap { candidate -> (name: String, distance: Int)? in
        let allowed = max(1, candidate.count / 3)
        // Before anything is done with a key of any length.
        guard abs(name.utf8.count - candidate.utf8.count) <= allowed else { return nil }
        let distance = editDistance(Array(name.utf8), Array(candidate.utf8))
        return distance <= allowed ? (candidate, distance) : nil
    }
    return near.min { $0.distance < $1.distance }?.name
}

/// How many bytes to add, remove, change or swap with their neighbour.
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
