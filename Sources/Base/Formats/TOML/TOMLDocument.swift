import CTOML
import Posix

/// The values of a TOML file, each with its line.
package struct TOMLDocument: Sendable {
    /// For messages: the path as the user wrote it.
    package let name: String
    let entries: [Entry]

    /// A value, with its key and its line.
    struct Entry: Sendable {
        /// The index in `entries` of the table or array that holds it; 0, the root, holds itself.
        var parent: Int
        /// Empty in an array.
        var key: String
        var line: Int
        var content: Content
    }

    enum Content: Sendable {
        /// The indices in `entries` of what is in it.
        case table(Range<Int>)
        case array(Range<Int>)
        case text(String)
        case integer(Int)
        case real(Double)
        case boolean(Bool)
        /// As TOML writes it.
        case dateTime(String)
    }

    /// Bytes: a file that is written by hand is smaller.
    private static let largestFile = 1 << 20

    /// Reads a file of at most 1 MiB.
    package init(path: String) throws(TOMLError) {
        let bytes: [UInt8]
        do {
            bytes = try InputFile.contents(of: path, limit: Self.largestFile).asUTF8
        } catch {
            throw .file(error)
        }
        // Empty does not mean "all as by default": some editors empty a file before they write it.
        if bytes.isEmpty { throw .syntax(path, line: 1, what: "the file is empty") }
        try self.init(bytes, name: path)
    }

    /// `name`: of the file, for messages.
    package init(_ bytes: [UInt8], name: String) throws(TOMLError) {
        try requireText(bytes, name)
        let parsed = bytes.withUnsafeBytes { bytes in
            ctoml_parse(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard let parsed else { throw .noMemory(name) }
        defer { ctoml_free(parsed) }
        if let message = parsed.pointee.message {
            throw .syntax(
                name, line: Int(parsed.pointee.line), what: friendly(String(cString: message)))
        }
        self.name = name
        entries = UnsafeBufferPointer(start: parsed.pointee.entries, count: parsed.pointee.count)
            .map { Entry($0) }
    }

    /// The outermost table.
    package var root: TOMLTable {
        guard case .table(let children) = entries[0].content else {
            preconditionFailure("a TOML document is a table")
        }
        return TOMLTable(document: self, children: children)
    }
}

extension TOMLDocument.Entry {
    fileprivate init(_ entry: ctoml_entry) {
        parent = entry.parent
        key = String(entry.key)
        line = Int(entry.line)
        let children = entry.first_child..<entry.first_child + entry.child_count
        content =
            switch entry.type {
            case CTOML_ARRAY: .array(children)
            case CTOML_STRING: .text(String(entry.text))
            case CTOML_INTEGER: .integer(Int(entry.integer))
            case CTOML_FLOAT: .real(entry.real)
            case CTOML_BOOLEAN: .boolean(entry.boolean)
            case CTOML_DATE_TIME: .dateTime(String(entry.text))
            default: .table(children)
            }
    }
}

extension String {
    fileprivate init(_ text: ctoml_text) {
        let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.count)
        self.init(decoding: bytes, as: UTF8.self)
    }
}

/// Throws unless the bytes are UTF-8 without NULs. toml++ would say this in terms of its grammar.
private func requireText(_ bytes: [UInt8], _ name: String) throws(TOMLError) {
    func line(at offset: Int) -> Int {
        bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    }
    if let offset = bytes.firstIndex(of: 0) {
        throw .syntax(name, line: line(at: offset), what: "has a NUL in it: is it a text file?")
    }
    if String(validating: bytes, as: UTF8.self) != nil { return }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let broken = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
    throw .syntax(name, line: (broken ?? 0) + 1, what: "is not UTF-8: save it as UTF-8")
}

/// A message of toml++ in the style of our own.
private func friendly(_ message: String) -> String {
    let scope = "Error while parsing "
    guard message.hasPrefix(scope) else {
        return "syntax error: \(message.prefix(1).lowercased())\(message.dropFirst())"
    }
    let advice = message.hasSuffix("could not determine value type") ? ": put text in quotes" : ""
    return "syntax error in \(message.dropFirst(scope.count))\(advice)"
}
