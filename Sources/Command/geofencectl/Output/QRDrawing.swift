/// A QR code in characters of a terminal: each is two modules, one above the other.
struct QRDrawing {
    private let rows: [[Bool]]

    /// Modules that are left free on each side (ISO/IEC 18004, 6.3.8).
    private static let margin = 4

    /// `rows`: of modules; `1` is dark, `0` is light. `nil` if they are no square of these.
    init?(_ rows: [String]) {
        let isSquare = rows.allSatisfy { row in
            row.utf8.count == rows.count && row.allSatisfy { $0 == "0" || $0 == "1" }
        }
        guard isSquare, !rows.isEmpty else { return nil }
        self.rows = rows.map { $0.map { $0 == "1" } }
    }

    /// Columns.
    var width: Int { rows.count + 2 * Self.margin }

    /// `forTerminal`: black on white, whatever colours it has, also with `NO_COLOR`: a reader needs
    /// the contrast. Otherwise dark modules are as dark as ink.
    func lines(forTerminal: Bool) -> [String] {
        stride(from: -Self.margin, to: rows.count + Self.margin, by: 2).map { row in
            let line = String(
                (-Self.margin..<rows.count + Self.margin).map { column in
                    Self.character(isDark(row, column), isDark(row + 1, column))
                })
            return forTerminal ? "\(Self.blackOnWhite)\(line)\u{1B}[0m" : line
        }
    }

    /// Of the 256 colours of xterm, those that a theme does not change.
    private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
    }

    private static func character(_ above: Bool, _ below: Bool) -> Character {
        switch (above, below) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    /// As they are printed below something; `rows`: as `init` takes them. None if it is no code.
    static func lines(of rows: [String], _ style: Style) -> [String] {
        guard let drawing = QRDrawing(rows) else { return [] }
        if let width = style.width, width < drawing.width {
            return ["its QR code needs a terminal of \(drawing.width) columns"]
        }
        return [""] + drawing.lines(forTerminal: style.width != nil)
    }
}
