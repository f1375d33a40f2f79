import FoundationEssentials
import Posix

/// An item, or an array of them.
struct OneOrMore<Item: Decodable>: Decodable {
    var all: [Item]

    init(from decoder: any Decoder) throws {
        if let items = try? decoder.singleValueContainer().decode([Item].self) {
            all = items
        } else {
            all = [try Item(from: decoder)]
        }
    }
}

extension Decodable {
    /// `nil` if it is no JSON of that kind, or nested deeper than any app does.
    init?(json bytes: [UInt8]) {
        guard !JSONDepth.isUnsafe(bytes),
            let value = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = value
    }
}

extension KeyedDecodingContainer {
    /// `nil` if it is missing, or something else.
    func text(_ key: Key) -> String? { try? decodeIfPresent(String.self, forKey: key) }

    /// `nil` if it is missing, or something else.
    func number(_ key: Key) -> Double? {
        (try? decodeIfPresent(Double.self, forKey: key)).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String {
    /// Of a field `Authorization`, what follows its scheme; `nil` if it has another.
    func words(after scheme: String) -> String? {
        let parts = split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == scheme.lowercased() else { return nil }
        return String(parts[1].drop { $0 == " " })
    }
}

/// `application/x-www-form-urlencoded` (WHATWG URL, 5.1).
enum URLForm {
    /// Those that are no UTF-8 are left out.
    static func fields(_ bytes: some Collection<UInt8>) -> [(name: String, value: String)] {
        bytes.split(separator: UInt8(ascii: "&")).compactMap { field in
            let equals = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            guard let name = decoded(field[..<equals]),
                let value = decoded(field[equals...].dropFirst())
            else { return nil }
            return (name, value)
        }
    }

    private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = ArraySlice(bytes)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap {
                Character(Unicode.Scalar($0)).hexDigitValue
            }
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%") where digits.count == 2:
                decoded.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
