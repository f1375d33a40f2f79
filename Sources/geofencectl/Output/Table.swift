import Posix

/// Rows in columns, for people.
struct Table {
    struct Column {
        var title: String
        var side = Side.left
        /// Longer texts are cut. In columns of the terminal.
        var widest = 40
        var look = Look.plain
    }

    enum Side {
        /// Texts.
        case left
        /// Numbers.
        case right
    }

    enum Look {
        case plain, bold, faint
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: Column...) { self.init(columns) }

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row with a cell for each column.
    mutating func add(_ cells: String?...) { add(cells) }

    /// The same. Cells are made visible, so that a row stays one line.
    mutating func add(_ cells: [String?]) {
        precondition(cells.count == columns.count, "\(cells.count) cells, \(columns.count) columns")
        rows.append(
            zip(cells, columns).map { cell, column in
                (cell ?? "").cut(toWidth: column.widest)
            })
    }

    /// The titles and the rows. Empty columns are left out.
    func lines(_ style: Style) -> [String] {
        let shown = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let widths = columns.indices.map { column in
            rows.reduce(columns[column].title.width) { max($0, $1[column].width) }
        }
        func line(_ cells: [String], _ look: (Column) -> Look) -> String {
            var line = ""
            // Spaces are written only before a text, so that no line ends with them.
            var blanks = 0
            for index in shown {
                let (cell, column) = (cells[index], columns[index])
                let fill = widths[index] - cell.width
                if !cell.isEmpty {
                    blanks += column.side == .right ? fill : 0
                    line += String(repeating: " ", count: blanks)
                    line += style.look(cell, look(column))
                    blanks = column.side == .left ? fill : 0
                } else {
                    blanks += fill
                }
                blanks += 2
            }
            return line
        }
        return [line(columns.map(\.title), { _ in .faint })] + rows.map { line($0, \.look) }
    }
}

extension Style {
    fileprivate func look(_ text: String, _ look: Table.Look) -> String {
        switch look {
        case .plain: text
        case .bold: bold(text)
        case .faint: faint(text)
        }
    }
}

extension String {
    /// Columns of a terminal that this takes.
    var width: Int { reduce(0) { $0 + $1.width } }

    /// Visible, and cut with an ellipsis if it takes more columns than `widest`.
    func cut(toWidth widest: Int) -> String {
        // A very long text is cut first; a character rarely has more than 8 scalars.
        let visible = String(unicodeScalars.prefix(widest * 8)).visible
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
    /// 2 for ideographs, kana, hangul and emoji, as terminals have it (Unicode Annex 11).
    fileprivate var width: Int {
        guard let first = unicodeScalars.first, first.value >= 0x1100 else { return 1 }
        if unicodeScalars.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation })
        {
            return 2
        }
        return switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
