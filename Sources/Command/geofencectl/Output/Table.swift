import Posix

/// Rows in columns, for people.
struct Table {
    struct Column {
        var title: String
        var side = Side.left
        /// Where the terminal is too narrow for the table, longer texts are cut to so many of its
        /// columns before anything else.
        var widest = 40
        var look = Look.plain
        /// What is cut later, and left out last; `nil`: as usual for its side.
        var importance: Importance?
    }

    enum Side {
        /// Texts.
        case left
        /// Numbers. They are never cut: part of a number is another number.
        case right
    }

    enum Look {
        case plain, bold, faint
    }

    enum Importance: Int, CaseIterable {
        case low, usual
        /// Never left out.
        case high
        /// As an id, which says nothing when it is cut.
        case highest
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
        rows.append(cells.map { ($0 ?? "").visible })
    }

    /// The titles and the rows; none if there are no rows. Empty columns are left out.
    func lines(_ style: Style) -> [String] {
        if rows.isEmpty { return [] }
        let shown = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let natural = shown.map { column in
            rows.reduce(columns[column].title.width) { max($0, $1[column].width) }
        }
        let widths = TableWidths(natural, of: shown.map { columns[$0] }, in: style.width)
        let layout = zip(shown, widths.widths).compactMap { index, width in
            width.map { (index, $0) }
        }
        func line(_ cells: [String], _ look: (Column) -> Look) -> String {
            var line = ""
            // Spaces are written only before a text, so that no line ends with them.
            var blanks = 0
            for (index, width) in layout {
                let (cell, column) = (cells[index].cut(toWidth: width), columns[index])
                let fill = width - cell.width
                if !cell.isEmpty {
                    blanks += column.side == .right ? fill : 0
                    line += String(repeating: " ", count: blanks)
                    line += style.look(cell, look(column))
                    blanks = column.side == .left ? fill : 0
                } else {
                    blanks += fill
                }
                blanks += TableWidths.gap
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
