import Posix

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
        if let similar = name.nearMisses(among: names).first ?? keyNamed[name] {
            return "did you mean '\(similar)'?"
        }
        return "use one of \(names.joined(separator: ", "))"
    }
}
