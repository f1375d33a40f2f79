import Posix

/// A value of a document, which knows its line and key.
package struct TOMLValue: Sendable {
    let document: TOMLDocument
    let index: Int

    package var location: TOMLLocation {
        TOMLLocation(file: document.name, line: document.entries[index].line, key: key)
    }

    /// An error that says what is wrong with the value, and what to use instead.
    package func error(_ what: String, use remedy: String) -> TOMLError {
        .badKey(location, what: what, remedy: "use \(remedy)")
    }

    // MARK: - Reading

    /// `wanted`: what the value should be, for messages.
    package func text(_ wanted: String = "text in quotes") throws(TOMLError) -> String {
        guard let text = asText else { throw wrongType(wanted) }
        return text
    }

    /// Throws if the value is not a boolean.
    package func boolean() throws(TOMLError) -> Bool {
        guard case .boolean(let boolean) = content else { throw wrongType("true or false") }
        return boolean
    }

    /// A finite number within the limits. `unit` is for messages, as in `metres`.
    package func number(
        of unit: String, above: Double? = nil, from least: Double? = nil, to most: Double? = nil
    ) throws(TOMLError) -> Double {
        guard let number = asNumber else { throw wrongType("a number of \(unit)") }
        let limits = [
            above.map { "above \(plain($0))" }, least.map { "from \(plain($0))" },
            most.map { least == nil ? "at most \(plain($0))" : "to \(plain($0))" },
        ].compactMap(\.self)
        let remedy = (["a number of \(unit)"] + limits).joined(separator: " ")
        guard number.isFinite else { throw error("\(number) is not finite", use: remedy) }
        if let above, number <= above {
            throw error("\(plain(number)) is not above \(plain(above))", use: remedy)
        }
        if let least, number < least {
            throw error("\(plain(number)) is below \(plain(least))", use: remedy)
        }
        if let most, number > most {
            throw error("\(plain(number)) is over \(plain(most))", use: remedy)
        }
        return number
    }

    /// A whole number within the limits. `unit` is for messages.
    package func integer(
        of unit: String, in limits: ClosedRange<Int>
    ) throws(TOMLError) -> Int {
        let wanted = "a whole number of \(unit)"
        guard case .integer(let integer) = content else { throw wrongType(wanted) }
        let remedy = "\(wanted) from \(limits.lowerBound) to \(limits.upperBound)"
        if integer < limits.lowerBound {
            throw error("\(integer) is below \(limits.lowerBound)", use: remedy)
        }
        if integer > limits.upperBound {
            throw error("\(integer) is over \(limits.upperBound)", use: remedy)
        }
        return integer
    }

    /// The case of `Choice` whose raw value the text is. `known`: those that count; `nil`: all.
    package func choice<Choice: CaseIterable & RawRepresentable<String>>(
        of type: Choice.Type = Choice.self, among known: [Choice]? = nil
    ) throws(TOMLError) -> Choice {
        let known = known ?? Array(Choice.allCases)
        let names = known.map { "\"\($0.rawValue)\"" }
        let wanted = [names.dropLast().joined(separator: ", "), names.last ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " or ")
        let text = try text(wanted)
        guard let choice = known.first(where: { $0.rawValue == text }) else {
            throw error("\(text.quoted) is not known", use: wanted)
        }
        return choice
    }

    /// `elements` says what should be in it, as in `transitions`.
    package func list(of elements: String) throws(TOMLError) -> [TOMLValue] {
        guard case .array(let children) = content else { throw wrongType("a list of \(elements)") }
        return children.map { TOMLValue(document: document, index: $0) }
    }

    /// Throws if the value is not a table.
    package func table() throws(TOMLError) -> TOMLTable {
        guard case .table(let children) = content else {
            throw wrongType("a table, as in [\(key)]")
        }
        return TOMLTable(document: document, children: children)
    }
}

extension TOMLValue {
    private var content: TOMLDocument.Content { document.entries[index].content }

    /// `nil` if it is not a text.
    package var asText: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// `nil` if it is not a number; it may be infinite, or no number (NaN).
    package var asNumber: Double? {
        switch content {
        case .integer(let integer): Double(integer)
        case .real(let real): real
        default: nil
        }
    }

    /// A date or a time, as TOML writes it; `nil` if it is neither.
    package var asDateTime: String? {
        if case .dateTime(let text) = content { text } else { nil }
    }

    package var isTable: Bool {
        if case .table = content { true } else { false }
    }

    private func wrongType(_ wanted: String) -> TOMLError {
        let what =
            switch content {
            case .table: "is a table"
            case .array: "is a list"
            case .text: "\(written) is text"
            case .integer, .real: "\(written) is a number"
            case .boolean: "\(written) is a boolean"
            case .dateTime: "\(written) is a date or time"
            }
        return error(what, use: wanted)
    }

    /// What the user wrote, for messages.
    package var written: String {
        switch content {
        case .table: "a table"
        case .array: "a list"
        case .text(let text): text.quoted
        case .integer(let integer): "\(integer)"
        case .real(let real): plain(real)
        case .boolean(let boolean): "\(boolean)"
        case .dateTime(let text): text
        }
    }

    /// Dotted, an element of an array as `[1]`.
    var key: String {
        var parts: [String] = []
        var index = index
        while index != 0 {
            let entry = document.entries[index]
            if case .array(let siblings) = document.entries[entry.parent].content {
                parts.append("[\(index - siblings.lowerBound + 1)]")
            } else {
                parts.append(entry.parent == 0 ? bare(entry.key) : ".\(bare(entry.key))")
            }
            index = entry.parent
        }
        return parts.reversed().joined()
    }
}

/// `key` in quotes where TOML wants them.
private func bare(_ key: String) -> String {
    let isBare = key.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
    return isBare && !key.isEmpty ? key.shortened : key.quoted
}
