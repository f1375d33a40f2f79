/// Figures for Prometheus, in its text form (0.0.4).
package struct MetricsText {
    package private(set) var text = ""

    package init() {}

    package static let type = "text/plain; version=0.0.4; charset=utf-8"

    package enum Kind: String {
        /// It only ever grows, and its name ends in `_total`.
        case counter
        case gauge
    }

    /// Adds a figure; none if it is `nil`.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        guard let value else { return }
        add(name, kind, help, values: [([:], value)])
    }

    /// Adds one line for each set of labels.
    package mutating func add(
        _ name: String, _ kind: Kind, _ help: String, values: [([String: String], Double)]
    ) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for (labels, value) in values {
            let pairs = labels.sorted { $0.key < $1.key }
                .map { "\($0.key)=\"\(escaped($0.value))\"" }
            text += pairs.isEmpty ? name : "\(name){\(pairs.joined(separator: ","))}"
            text += " \(number(value))\n"
        }
    }

    private func escaped(_ label: String) -> String {
        var text = ""
        for scalar in label.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private func number(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return "\(value)"
    }
}
