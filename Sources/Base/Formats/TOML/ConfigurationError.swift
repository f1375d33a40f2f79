/// Everything that is wrong with a configuration file.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// In the order of their lines; at least one.
    package let errors: [TOMLError]

    package init(_ errors: [TOMLError]) {
        self.errors = errors.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    /// A line for each, unless they are too many to read.
    package var description: String {
        let most = 20
        var lines = errors.prefix(most).map(\.description)
        if errors.count > most { lines.append("… and \(errors.count - most) more errors") }
        return lines.joined(separator: "\n")
    }
}
