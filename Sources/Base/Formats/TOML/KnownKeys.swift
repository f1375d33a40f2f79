import Posix

/// The keys that a file may have, and which of them a wrong one may mean.
struct KnownKeys {
    let keys: Set<String>
    /// The names of keys and tables in each table, by its dotted key; the root is "".
    private(set) var tables: [String: [String]] = [:]
    /// The dotted key that ends with a name.
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

    /// What to do about `name`, which no key has. `prefix`: its table, "" or dotted with a dot at
    /// the end.
    func remedy(for name: String, below prefix: String) -> String {
        let names = tables[String(prefix.dropLast())] ?? []
        if let similar = name.nearMisses(among: names).first ?? keyNamed[name] {
            return "did you mean '\(similar)'?"
        }
        return "use one of \(names.joined(separator: ", "))"
    }
}
