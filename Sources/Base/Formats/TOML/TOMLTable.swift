/// A table of a document.
package struct TOMLTable: Sendable {
    let document: TOMLDocument
    let children: Range<Int>

    /// The values of `keys` that the table has, and an error for each other key in it.
    ///
    /// A key of a table in this one is dotted: `fixes.max_accuracy`.
    package func values(
        for keys: [String]
    ) -> (values: [String: TOMLValue], errors: [TOMLError]) {
        var reading = Reading(known: KnownKeys(keys))
        reading.read(self, below: "")
        return (reading.values, reading.errors)
    }
}

private struct Reading {
    let known: KnownKeys
    var values: [String: TOMLValue] = [:]
    var errors: [TOMLError] = []

    mutating func read(_ table: TOMLTable, below prefix: String) {
        for index in table.children {
            let value = TOMLValue(document: table.document, index: index)
            let name = table.document.entries[index].key
            // A dot within quotes is part of the name.
            let key = name.isEmpty || name.contains(".") ? nil : prefix + name
            if let key, known.keys.contains(key) {
                values[key] = value
            } else if let key, known.tables[key] != nil {
                read(value, at: key)
            } else {
                let remedy = known.remedy(for: name, below: prefix)
                errors.append(.badKey(value.location, what: "is unknown", remedy: remedy))
            }
        }
    }

    private mutating func read(_ value: TOMLValue, at key: String) {
        do {
            read(try value.table(), below: "\(key).")
        } catch {
            errors.append(error)
        }
    }
}
