package import Posix

/// The values of a list, one after another, with the memory of one: those of an array, or one a line
/// (NDJSON).
package struct JSONItems: ~Copyable {
    private var cursor: JSONCursor
    private var parser = JSONParser()
    private let isArray: Bool
    private let largest: Int
    private var state = State.before

    /// How many values there were so far.
    package private(set) var count = 0

    private enum State { case before, within, after }

    /// `largest`: bytes of a value.
    package init(_ source: any ByteSource, isArray: Bool, largest: Int) {
        cursor = JSONCursor(source)
        self.isArray = isArray
        self.largest = largest
    }

    /// Calls `body` with the next value and the bytes that it was read from, to be used within
    /// `body`; `nil` after the last. Throws a `JSONItemError`, or what the source throws.
    package mutating func next<Result>(
        _ body: (JSONValue, [UInt8]) throws -> Result
    ) throws -> Result? {
        var text: [UInt8] = []
        guard try read(&text) else { return nil }
        let index = count
        count += 1
        let value: JSONValue
        guard !JSONDepth.isExceeded(by: text) else { throw JSONItemError.tooDeep(index) }
        do {
            value = try parser.parse(text)
        } catch {
            throw JSONItemError.malformed(index, error)
        }
        return try body(value, text)
    }

    /// `false` after the last value.
    private mutating func read(_ text: inout [UInt8]) throws -> Bool {
        do {
            guard try begin() else { return false }
            try cursor.copyValue(to: &text, limit: largest)
            if text.isEmpty { throw JSONItemError.notAList(count) }
            return true
        } catch GeoJSONError.tooLarge {
            throw JSONItemError.tooLarge(count, limit: largest)
        } catch is GeoJSONError {
            throw JSONItemError.notAList(count)
        }
    }

    /// Goes to the next value; `false` if there is none.
    private mutating func begin() throws -> Bool {
        guard isArray else { return try !cursor.isAtEnd() }
        switch state {
        case .before:
            try cursor.expect(.leftBracket)
            state = .within
            if try !cursor.take(.rightBracket) { return true }
        case .within:
            if try cursor.take(.comma) { return true }
            try cursor.expect(.rightBracket)
        case .after: return false
        }
        state = .after
        guard try cursor.isAtEnd() else { throw JSONItemError.notAList(count) }
        return false
    }
}

/// Why a list cannot be read; the number is the index of a value, from 0.
package enum JSONItemError: Error, Hashable, CustomStringConvertible {
    case malformed(Int, JSONError)
    case tooLarge(Int, limit: Int)
    case tooDeep(Int)
    /// What comes there is no value, or the list ends too early.
    case notAList(Int)

    package var index: Int {
        switch self {
        case .malformed(let index, _), .tooLarge(let index, _), .tooDeep(let index),
            .notAList(let index):
            index
        }
    }

    package var description: String {
        switch self {
        case .malformed(_, let error): "\(error)"
        case .tooLarge(_, let limit): "is larger than \(limit) bytes: make it smaller"
        case .tooDeep: JSONDepth.words
        case .notAList: "is not there, or cut off: send a JSON array, or NDJSON"
        }
    }
}

extension [UInt8] {
    /// The bytes of an object's members, in their order. The text must be a JSON object.
    package var rawMembers: [ArraySlice<UInt8>] {
        get throws {
            let source = Bytes(self)
            var cursor = JSONCursor(source)
            var members: [ArraySlice<UInt8>] = []
            try cursor.expect(.leftBrace)
            while try !cursor.take(.rightBrace) {
                if !members.isEmpty { try cursor.expect(.comma) }
                var name: [UInt8] = []
                try cursor.copyValue(to: &name, limit: count)
                try cursor.expect(.colon)
                var value: [UInt8] = []
                try cursor.copyValue(to: &value, limit: count)
                members.append(value[...])
            }
            return members
        }
    }
}

/// Bytes that are there already.
private final class Bytes: ByteSource {
    let name = ""
    private let bytes: UnsafeMutableRawBufferPointer
    private var isRead = false

    init(_ bytes: [UInt8]) {
        self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
        self.bytes.copyBytes(from: bytes)
    }

    deinit { bytes.deallocate() }

    func next() -> UnsafeRawBufferPointer? {
        defer { isRead = true }
        return isRead || bytes.isEmpty ? nil : UnsafeRawBufferPointer(bytes)
    }
}
