import APIClient

extension StandardOutput {
    /// Writes `value` as JSON on one line.
    mutating func write(json value: some Encodable) throws {
        write(line: try value.json.withoutControls)
    }

    /// Says what was done: `answer` as JSON, or `lines`.
    static func tell(
        _ answer: some Encodable, json: Bool, or lines: @autoclosure () throws -> [String]
    ) throws {
        var output = StandardOutput()
        try output.write(answer, json: json, or: lines())
        try output.flush()
    }

    /// Shows what was asked for, in the same forms. A reader that has gone, as `head` does, is no
    /// error. `none`: what is said on standard error where there are no lines.
    static func show(
        _ answer: some Encodable, json: Bool, none: String? = nil,
        or lines: @autoclosure () throws -> [String]
    ) throws {
        var output = StandardOutput()
        try output.write(answer, json: json, none: none, or: lines())
        _ = try output.flushUnlessGone()
    }

    /// As `show`, of an answer that is printed as it came.
    static func show(bytes: [UInt8]) throws {
        var output = StandardOutput()
        output.write(bytes)
        _ = try output.flushUnlessGone()
    }

    /// As `show`, of lines alone.
    static func show(lines: [String], none: String? = nil) throws {
        var output = StandardOutput()
        output.write(lines: lines, none: none)
        _ = try output.flushUnlessGone()
    }

    private mutating func write(
        _ answer: some Encodable, json: Bool, none: String? = nil,
        or lines: @autoclosure () throws -> [String]
    ) throws {
        if json { try write(json: answer) } else { write(lines: try lines(), none: none) }
    }

    /// `none`: what is said on standard error where there are no lines.
    mutating func write(lines: [String], none: String? = nil) {
        if lines.isEmpty, let none { StandardError.write(line: none) }
        for line in lines { write(line: line) }
    }

    /// Writes that something is gone: its id as JSON, or `words`.
    mutating func write(removed id: some Encodable, json: Bool, _ words: String) throws {
        if json { try write(json: Removed(id: id)) } else { write(line: "removed \(words)") }
    }
}

/// What is printed as JSON of something that is gone.
private struct Removed<ID: Encodable>: Encodable {
    var id: ID
    var removed = true
}

extension String {
    /// JSON in which characters that control a terminal are escaped: encoders leave those that are
    /// not ASCII.
    fileprivate var withoutControls: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F: text += "\\u00\(String(scalar.value, radix: 16))"
            case 0x2028, 0x2029: text += "\\u\(String(scalar.value, radix: 16))"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
