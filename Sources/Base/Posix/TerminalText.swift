/// Text that came from elsewhere, made safe for a terminal and for one line of a message.
extension String {
    /// Characters that would control a terminal or break the line are written out, as `\u{1b}`.
    package var visible: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            // Joiners are part of emoji and of letters of some scripts, and control nothing.
            case .format where scalar == "\u{200D}" || scalar == "\u{200C}":
                text.unicodeScalars.append(scalar)
            case .control, .format, .lineSeparator, .paragraphSeparator:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Visible, and cut after 60 characters: for a message.
    package var shortened: String { shortened(to: 60) }

    /// The same, after so many characters.
    package func shortened(to longest: Int) -> String {
        let shown = String(unicodeScalars.prefix(longest)).visible
        return unicodeScalars.dropFirst(longest).isEmpty ? shown : "\(shown)…"
    }

    /// Shortened, in quotes.
    package var quoted: String { "'\(shortened)'" }
}

extension StringProtocol {
    /// With blanks for underscores, as in `fast food`.
    package var spaced: String { String(map { $0 == "_" ? " " : $0 }) }
}

/// `1500` for `1500.0`.
package func plain(_ number: Double) -> String {
    if let integer = Int(exactly: number) { return "\(integer)" }
    return "\(number)"
}
