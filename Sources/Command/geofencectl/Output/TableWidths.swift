/// How wide each column of a table is, so that no line is wider than the terminal.
struct TableWidths {
    /// In columns of the terminal; `nil`: left out.
    private(set) var widths: [Int?]
    private let columns: [Table.Column]

    /// Between two columns.
    static let gap = 2
    /// What texts are cut to, step by step. A column of more importance is a step behind.
    private static let steps = [16, 10]
    /// What is left of a text that must not be left out.
    private static let least = 4

    /// `natural`: what each column would take; `available`: what there is, `nil` for any number.
    init(_ natural: [Int], of columns: [Table.Column], in available: Int?) {
        widths = natural
        self.columns = columns
        guard let available else { return }
        let order = columns.indices.reversed().sorted {
            columns[$0].rank.rawValue < columns[$1].rank.rawValue
        }
        for round in 0..<(Self.steps.count + 2 + Table.Importance.allCases.count) {
            for column in order {
                narrow(column, by: total - available, in: round)
            }
        }
        // Of a table of numbers, those that fit.
        for column in order.dropLast() where total > available { widths[column] = nil }
        if let last = order.last, total > available { widths[last] = max(1, available) }
    }

    private var total: Int {
        let shown = widths.compactMap(\.self)
        return shown.reduce(0, +) + max(0, shown.count - 1) * Self.gap
    }

    private mutating func narrow(_ column: Int, by excess: Int, in round: Int) {
        guard excess > 0, let width = widths[column] else { return }
        let (rank, side) = (columns[column].rank, columns[column].side)
        func cut(to least: Int) {
            if side == .left { widths[column] = max(min(width, least), width - excess) }
        }
        // All are cut to their widest first.
        guard round > 0 else { return cut(to: columns[column].widest) }
        let step = round - 1 - rank.rawValue
        if Self.steps.indices.contains(step) {
            cut(to: Self.steps[step])
        } else if step >= Self.steps.count {
            if rank.rawValue < Table.Importance.high.rawValue {
                widths[column] = nil
            } else {
                cut(to: Self.least)
            }
        }
    }
}

extension Table.Column {
    fileprivate var rank: Table.Importance {
        importance ?? (side == .right || look == .bold ? .high : .usual)
    }
}
