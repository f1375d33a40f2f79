/// What outlives the process: written value by value, and read back in the same order.
protocol Remembered {
    func write(to bytes: inout StateWriter)
    init(from bytes: inout StateReader) throws(StateError)
}

/// Why a state that was written down cannot be used.
package enum StateError: Error, Hashable, CustomStringConvertible {
    case otherVersion(Int)
    case damaged

    package var description: String {
        switch self {
        case .otherVersion(let version): "is of version \(version), which is not known here"
        case .damaged: "is damaged"
        }
    }
}

struct StateWriter {
    private(set) var bytes: [UInt8] = []

    mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func put(_ value: some Remembered) { value.write(to: &self) }

    fileprivate mutating func append(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    fileprivate mutating func append(_ text: some Collection<UInt8>) {
        bytes.append(contentsOf: text)
    }
}

struct StateReader {
    /// Of the form that is read; see `TrackedDevice.stateVersion`.
    var version = TrackedDevice.stateVersion
    private let bytes: [UInt8]
    private var next: Int
    private let end: Int

    init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, next, end) = (bytes, range.lowerBound, range.upperBound)
    }

    mutating func take<Value: Remembered>() throws(StateError) -> Value {
        try Value(from: &self)
    }

    fileprivate mutating func word() throws(StateError) -> UInt64 {
        try bytes(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    fileprivate mutating func byte() throws(StateError) -> UInt8 {
        guard next < end else { throw .damaged }
        defer { next += 1 }
        return bytes[next]
    }

    fileprivate mutating func bytes(_ count: Int) throws(StateError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= end - next else { throw .damaged }
        defer { next += count }
        return bytes[next..<next + count]
    }
}

// MARK: - Plain values

/// As little as it takes: seven bits a byte, the lowest first, all but the last byte marked; the
/// sign is the lowest bit.
extension Int: Remembered {
    func write(to bytes: inout StateWriter) {
        var rest = UInt(bitPattern: self << 1 ^ self >> (Int.bitWidth - 1))
        while rest > 0x7f {
            bytes.append(CollectionOfOne(UInt8(truncatingIfNeeded: rest) | 0x80))
            rest >>= 7
        }
        bytes.append(CollectionOfOne(UInt8(rest)))
    }

    init(from bytes: inout StateReader) throws(StateError) {
        var number: UInt = 0
        var shift = 0
        var byte: UInt8
        repeat {
            byte = try bytes.byte()
            guard shift < UInt.bitWidth else { throw .damaged }
            number |= UInt(byte & 0x7f) << shift
            shift += 7
        } while byte > 0x7f
        self = Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1)
    }
}

extension Double: Remembered {
    func write(to bytes: inout StateWriter) { bytes.append(bitPattern) }

    init(from bytes: inout StateReader) throws(StateError) {
        self.init(bitPattern: try bytes.word())
    }
}

extension UInt8: Remembered {
    func write(to bytes: inout StateWriter) { bytes.append(CollectionOfOne(self)) }

    init(from bytes: inout StateReader) throws(StateError) { self = try bytes.byte() }
}

extension Bool: Remembered {
    func write(to bytes: inout StateWriter) { bytes.put(self ? 1 : 0 as UInt8) }

    init(from bytes: inout StateReader) throws(StateError) {
        self = try UInt8(from: &bytes) == 1
    }
}

extension String: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(utf8.count)
        bytes.append(utf8)
    }

    init(from bytes: inout StateReader) throws(StateError) {
        let count: Int = try bytes.take()
        self.init(decoding: try bytes.bytes(count), as: UTF8.self)
    }
}

extension Optional: Remembered where Wrapped: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(self != nil)
        if let self { bytes.put(self) }
    }

    init(from bytes: inout StateReader) throws(StateError) {
        let isThere: Bool = try bytes.take()
        self = isThere ? try bytes.take() as Wrapped : nil
    }
}

extension Array: Remembered where Element: Remembered {
    func write(to bytes: inout StateWriter) {
        bytes.put(count)
        for element in self { bytes.put(element) }
    }

    init(from bytes: inout StateReader) throws(StateError) {
        self = []
        // Each takes some bytes: a count that is too large ends in an error.
        let count: Int = try bytes.take()
        var left = count
        while left > 0 {
            append(try bytes.take())
            left -= 1
        }
    }
}

/// By what they stand for.
extension Remembered where Self: RawRepresentable, RawValue: Remembered {
    func write(to bytes: inout StateWriter) { bytes.put(rawValue) }

    init(from bytes: inout StateReader) throws(StateError) {
        guard let value = Self(rawValue: try bytes.take()) else { throw .damaged }
        self = value
    }
}
