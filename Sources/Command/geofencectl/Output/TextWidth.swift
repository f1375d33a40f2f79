import Posix

extension String {
    /// Columns of a terminal that this takes.
    var width: Int { reduce(0) { $0 + $1.width } }

    /// Visible, and cut with an ellipsis if it takes more columns than `widest`.
    func cut(toWidth widest: Int) -> String {
        // A very long text is cut first; a character rarely has more than 8 scalars.
        let visible = String(unicodeScalars.prefix((widest + 1) * 8)).visible
        if visible.width <= widest { return visible }
        var (text, taken) = ("", 0)
        for character in visible {
            guard taken + character.width < widest else { break }
            text.append(character)
            taken += character.width
        }
        return text + "…"
    }
}

extension Character {
    /// 2 for ideographs, kana, hangul and emoji, 0 for marks, as terminals have it (Unicode Annex
    /// 11, and wcwidth of the C library).
    fileprivate var width: Int {
        guard let first = unicodeScalars.first, first.value >= 0x300 else { return 1 }
        let isEmoji = unicodeScalars.contains {
            $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation
        }
        // A letter of some scripts is several scalars that stand side by side.
        return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.width }
    }
}

extension Unicode.Scalar {
    fileprivate var width: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return switch value {
        // Vowels and ends of hangul syllables stand in the syllable's square.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
