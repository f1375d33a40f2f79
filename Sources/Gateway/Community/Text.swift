import Posix

/// What people write, checked.
extension String {
    /// Characters of a name.
    static let longestName = 80

    /// The name without the white space around it. `field`: as in JSON. `longest`: in characters.
    ///
    /// Any script and any symbol may be in it, and letters of both directions. Characters that control
    /// a terminal, break the line or turn round what stands beside them may not.
    func checkedName(_ field: String, longest: Int = longestName) throws -> String {
        try require(field, longest)
        let name = trimmed
        guard name.unicodeScalars.contains(where: \.isSeen) else {
            throw CommunityError.invalid(field: field, "is empty: give it a text")
        }
        try name.refuse(field, where: \.isRefused)
        return name
    }

    /// A text of several lines, without the white space around it; `nil` if nothing is left.
    func checkedLines(_ field: String, longest: Int) throws -> String? {
        try require(field, longest)
        let text = replacing("\r\n", with: "\n").trimmed
        try text.refuse(field) { $0.isRefused && $0 != "\n" }
        return text.unicodeScalars.contains(where: \.isSeen) ? text : nil
    }

    private func require(_ field: String, _ longest: Int) throws {
        // Scalars, because a character can have any number of accents.
        guard unicodeScalars.count <= longest else {
            throw CommunityError.invalid(
                field: field, "is longer than \(longest) characters: shorten it")
        }
    }

    private func refuse(_ field: String, where isWrong: (Unicode.Scalar) -> Bool) throws {
        guard let wrong = unicodeScalars.first(where: isWrong) else { return }
        throw CommunityError.invalid(
            field: field, "has the character \(String(wrong).visible) in it: leave it out")
    }

    /// As a device calls itself: made to fit, since nobody typed it.
    var deviceName: String {
        let shown = unicodeScalars.lazy.filter { !$0.isRefused }.prefix(Self.longestName)
        var name = ""
        name.unicodeScalars.append(contentsOf: shown)
        name = name.trimmed
        return name.unicodeScalars.contains(where: \.isSeen) ? name : "unknown device"
    }

    /// `nil` if it is empty.
    func checkedCurrency() throws -> String? {
        if isEmpty { return nil }
        guard utf8.count == 3, utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw CommunityError.invalid(
                field: "currency", "\(quoted) is no currency: use three letters, as in EUR")
        }
        guard Currency.isKnown(self) else {
            throw CommunityError.invalid(
                field: "currency", "\(quoted) is no currency of ISO 4217: use one as EUR")
        }
        return self
    }

    /// The id of a device at the daemon.
    func checkedDevice(_ field: String) throws -> String {
        let letters = utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard letters, let first = utf8.first, (0x30...0x7A).contains(first),
            first != UInt8(ascii: "_"), utf8.count <= 64
        else {
            throw CommunityError.invalid(
                field: field,
                "\(quoted) is no id: use a letter or digit of a-z0-9, then up to 63 more or . _ -")
        }
        return self
    }

    // MARK: Slugs

    /// The letters and digits of ASCII, without accents and in lower case, a dash between words.
    var slug: String {
        let words = split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
        return words.compactMap { word in
            let letters = String(word).folded.utf8.filter {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
            }
            return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
        }.joined(separator: "-")
    }

    func shortened(toSlugOf length: Int) -> String {
        var slug = self[...].utf8.prefix(length)
        while slug.last == UInt8(ascii: "-") { slug.removeLast() }
        return String(decoding: slug, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// Whether it leaves ink.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
            .unassigned, .nonspacingMark, .enclosingMark:
            false
        default: !properties.isDefaultIgnorableCodePoint && self != "\u{2800}"
        }
    }

    /// Joiners and marks of direction are part of the writing of some languages, tags of some flags.
    private static let usedToWrite: Set<Unicode.Scalar> = [
        "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{061C}",
    ]

    fileprivate var isRefused: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: !Self.usedToWrite.contains(self) && !(0xE0020...0xE007F).contains(value)
        default: false
        }
    }
}

extension Area {
    /// Metres.
    static let largestRadius = 100_000.0

    func checked() throws -> Area {
        guard abs(latitude) <= 90 else {
            throw CommunityError.invalid(
                field: "lat", "\(latitude) is not between -90 and 90: use degrees")
        }
        guard abs(longitude) <= 180 else {
            throw CommunityError.invalid(
                field: "lon", "\(longitude) is not between -180 and 180: use degrees")
        }
        guard radius > 0, radius <= Self.largestRadius else {
            throw CommunityError.invalid(
                field: "radius",
                "\(radius) is not above 0 and at most \(Int(Self.largestRadius)): use metres")
        }
        return self
    }
}
