/// Makes UTF-8 of a file's text, piece by piece.
///
/// The first bytes tell UTF-16, as Windows writes it. All else is passed on as it is, without a
/// copy.
package final class TextDecoder {
    /// Whether the text was UTF-16. An XML declaration may then name an encoding that is gone.
    package var isConverted: Bool {
        if case .utf16 = encoding { true } else { false }
    }

    /// `nil` until enough bytes have come.
    private var encoding: TextEncoding?
    /// Bytes that were not passed on: the first, or half a character.
    private var kept: [UInt8] = []
    private var output = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    package init() {}

    deinit { output.deallocate() }

    /// The text of `piece`, to be used before the next call; `nil` is the end. It is empty if more
    /// bytes are needed.
    package func decode(_ piece: UnsafeRawBufferPointer?) -> UnsafeRawBufferPointer {
        if encoding == .other, kept.isEmpty { return piece ?? Self.nothing }
        if encoding == nil {
            if let piece, kept.isEmpty, TextEncoding(of: piece) == .other {
                encoding = .other
                return piece
            }
            kept += piece ?? Self.nothing
            encoding = kept.withUnsafeBytes { TextEncoding(of: $0, isAll: piece == nil) }
        } else {
            kept += piece ?? Self.nothing
        }
        switch encoding {
        case nil: return Self.nothing
        case .other: return passOn(take(kept.count))
        case .utf16(let isBig): return passOn(converted(isBig, isEnd: piece == nil))
        }
    }

    private static var nothing: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The first bytes of `kept`, which loses them.
    private func take(_ count: Int) -> [UInt8] {
        defer { kept.removeFirst(count) }
        return Array(kept.prefix(count))
    }

    private func converted(_ isBig: Bool, isEnd: Bool) -> [UInt8] {
        let (high, low) = isBig ? (0, 1) : (1, 0)
        var units = stride(from: 0, to: kept.count - 1, by: 2).map {
            UInt16(kept[$0 + high]) << 8 | UInt16(kept[$0 + low])
        }
        // The second half of the character comes with the next piece.
        if !isEnd, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        _ = take(2 * units.count)
        let text = String(decoding: units, as: UTF16.self)
        // A byte order mark comes first, and nowhere else in a sound text.
        let hasMark = text.unicodeScalars.first == "\u{FEFF}"
        return Array(text.utf8.dropFirst(hasMark ? 3 : 0))
    }

    private func passOn(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
        output.deallocate()
        output = .allocate(byteCount: bytes.count, alignment: 1)
        output.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(output)
    }
}

/// How the text of a file is encoded, as far as its first bytes tell.
enum TextEncoding: Equatable {
    case utf16(isBig: Bool)
    /// UTF-8, one byte a character, or no text.
    case other

    /// So many bytes of ASCII, each with a zero beside it, are UTF-16 without a byte order mark.
    private static let proof = 8

    /// `isAll`: no more bytes follow. `nil` if more are needed.
    init?(of head: UnsafeRawBufferPointer, isAll: Bool = false) {
        guard head.count >= 2 else {
            if !isAll { return nil }
            self = .other
            return
        }
        switch (head[0], head[1]) {
        case (0xFF, 0xFE): self = .utf16(isBig: false)
        case (0xFE, 0xFF): self = .utf16(isBig: true)
        default:
            let start = head.prefix(Self.proof)
            guard
                let isBig = [true, false].first(where: { Self.alternates(start, zerosFirst: $0) })
            else {
                self = .other
                return
            }
            if start.count < Self.proof, !isAll { return nil }
            self = start.count >= 4 ? .utf16(isBig: isBig) : .other
        }
    }

    private static func alternates(
        _ bytes: Slice<UnsafeRawBufferPointer>, zerosFirst: Bool
    ) -> Bool {
        bytes.indices.allSatisfy { index in
            index.isMultiple(of: 2) == zerosFirst ? bytes[index] == 0 : isText(bytes[index])
        }
    }

    private static func isText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F || byte.isBlank
    }
}

extension [UInt8] {
    /// The same text in UTF-8, if it is UTF-16.
    package var asUTF8: [UInt8] {
        withUnsafeBytes { bytes in
            let decoder = TextDecoder()
            let text = decoder.decode(bytes)
            guard decoder.isConverted else { return self }
            // The bytes are gone at the next call.
            let start = Array(text)
            return start + Array(decoder.decode(nil))
        }
    }
}
