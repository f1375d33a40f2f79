package import Geofencing

/// Writes JSON into bytes, member by member in the order given.
///
/// Notices are written while a listener waits; this takes a tenth of the time of an encoder that
/// goes through `Codable`, and keeps the order of the members.
package struct JSONWriter: Sendable {
    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {
        bytes.reserveCapacity(1024)
    }

    /// One object, with a line end after it.
    package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        writer.bytes.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    /// An object that is no member of another.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    package mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    package mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    package mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// In UTC, with milliseconds (RFC 3339).
    package mutating func member(_ name: String, _ value: Timestamp) {
        self.name(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: value.iso8601)
        bytes.append(UInt8(ascii: "\""))
    }

    /// `json`: a value, which is written as it is.
    package mutating func member(_ name: String, json: String) {
        self.name(name)
        bytes.append(contentsOf: json.utf8)
    }

    package mutating func null(_ name: String) {
        self.name(name)
        bytes.append(contentsOf: "null".utf8)
    }

    /// `decimals`: how many to round to, 0…9; `nil` writes what reads back as the same number.
    /// What is not finite becomes `null`.
    package mutating func member(_ name: String, _ value: Double, decimals: Int? = nil) {
        self.name(name)
        number(value, decimals: decimals)
    }

    package mutating func member(_ name: String, _ values: [Double], decimals: Int? = nil) {
        array(name, values) { $0.number($1, decimals: decimals) }
    }

    package mutating func member(_ name: String, _ values: [String]) {
        array(name, values) { $0.string($1) }
    }

    /// An array of objects.
    package mutating func objects<Element>(
        _ name: String, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
    ) {
        array(name, elements) { writer, element in writer.object { members(&$0, element) } }
    }

    private mutating func array<Element>(
        _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        for (i, element) in elements.enumerated() {
            if i > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func name(_ name: String) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = true
    }

    private mutating func number(_ value: Double, decimals: Int?) {
        // JSON has no other numbers.
        guard value.isFinite else {
            bytes.append(contentsOf: "null".utf8)
            return
        }
        var rounded = value
        if let decimals {
            let unit = powersOfTen[decimals]
            let scaled = (value * unit).rounded() / unit
            // A number that is too large to be scaled has no decimals to round.
            if scaled.isFinite { rounded = scaled }
        }
        if rounded.rounded() == rounded, abs(rounded) < 1e15 {
            bytes.append(contentsOf: String(Int(rounded)).utf8)
        } else {
            bytes.append(contentsOf: rounded.description.utf8)
        }
    }

    /// Escapes control characters, and also the line ends that Unicode has besides: so a notice is
    /// one line to every reader.
    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            for byte in utf8 where !isPlainInJSON(byte) { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if !isPlain { escape(text) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5c: bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
            case 0x0a: bytes.append(contentsOf: "\\n".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                bytes.append(contentsOf: "\\u".utf8)
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.count))
                bytes.append(contentsOf: digits.utf8)
            case 0x20..<0x7f: bytes.append(UInt8(scalar.value))
            default: bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }
}

/// Whether the byte may stand in a string as it is.
private func isPlainInJSON(_ byte: UInt8) -> Bool {
    (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

private let powersOfTen: [Double] = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
